import { setTimeout as sleep } from 'node:timers/promises'
import type { Contract } from '../contract/contract.ts'
import { type Exchange, readStatus, toPathBelow } from '../http/exchange.ts'
import type { Sender } from '../http/sender.ts'

/** Where the paths of a description begin, and what came back first. */
export interface FoundBase {
  base: URL
  first: Exchange
}

/** Finds out whether the paths of a service begin with the base path of its description, which its address may have already. */
export async function findBase(sender: Sender, url: URL, contract: Contract): Promise<FoundBase> {
  const operations = contract.operations
  const known =
    operations.find(({ method, path }) => method === 'GET' && !path.includes('{')) ?? operations[0]
  const path = (known?.path ?? '/').replaceAll(/\{[^{}]*\}/g, '1')
  const [basePath = ''] = contract.basePaths
  const own = url.pathname.replace(/(?<!\/)\/+$/, '')
  const isThere = basePath === '' || own.endsWith(basePath)
  const bases = isThere ? [url] : [new URL(own + basePath, url), url]
  const tried: FoundBase[] = []
  for (const base of bases) {
    const headers = [
      { name: 'Host', value: base.host },
      { name: 'Accept', value: '*/*' },
    ]
    const request = { method: 'GET', path: toPathBelow(base, path), headers, pieces: [] }
    const once = await sender.send(request)
    // A service that restarts needs a moment.
    if (once.outcome.kind === 'dropped') await sleep(500)
    const first = once.outcome.kind === 'dropped' ? await sender.send(request) : once
    tried.push({ base, first })
    if (readStatus(first) !== 404) break
  }
  const found = tried.find(({ first }) => readStatus(first) !== 404)
  return found ?? (tried[0] as FoundBase)
}
