import { expect } from 'vitest'
import type { Exchange, HttpRequest } from '../../src/http/exchange.ts'
import { joinPieces } from '../../src/http/exchange.ts'
import { isBroken } from '../../src/judge/finding.ts'
import type { Ask } from '../../src/probes/ask.ts'
import { listProbes } from '../../src/probes/probes.ts'
import { tryProbe } from '../../src/verify/checks/try-probe.ts'
import { createSession, token } from '../probes/session.ts'
import type { Adapter } from './adapters.ts'
import type { Case } from './cases.ts'

/** Fields that adapters set themselves. */
const ofAdapters = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'expect',
])

function toCaseRequest({ method, path, headers, ...request }: HttpRequest): Case['request'] {
  const fields: Record<string, string | string[]> = {}
  for (const { name, value } of headers) {
    const key = name.toLowerCase()
    if (ofAdapters.has(key)) continue
    const known = fields[key]
    fields[key] = known === undefined ? value : [known, value].flat()
  }
  const target = path.replace(/^https?:\/\/[^/]*/, '').replace(/^\/api/, '')
  return {
    method,
    path: target,
    headers: fields,
    body: joinPieces({ method, path, headers, ...request }),
  } as Case['request']
}

/** Sends every probe through an adapter of a mock, or one of so many except in `npm run test:corpus`, and expects that the judge finds nothing. */
export async function expectNoFindings(
  adapter: Adapter,
  oneOf = 1,
  isSent: (ask: Ask) => boolean = () => true,
): Promise<void> {
  const step = process.env['THOROUGH'] ? 1 : oneOf
  await using open = await adapter.open({ credentials: [token] })
  await open.startOver([])
  const session = createSession()
  const found: string[] = []
  let number = 0
  let drawn = 0
  const send = async (request: HttpRequest): Promise<Exchange> => {
    const { status, headers, body } = await open.send(toCaseRequest(request))
    // Only a server sets a Date.
    const fields = Object.entries({ date: new Date().toUTCString(), ...headers })
    const answer = { version: '1.1', status, headers: fields, body: Buffer.from(body) }
    return { request, outcome: { kind: 'answer', answer }, duration: 1, number: ++number }
  }
  const own = {
    ...session,
    ids: {
      ...session.ids,
      // Far apart, since probes write ids in forms that round them.
      takeFrom: (from: bigint, to: bigint) => from + ((BigInt(++drawn) * 4096n) % (to - from + 1n)),
    },
    hasIdRange: false,
    memory: { ...session.memory, isCreating: true },
    send,
    observe: () => {},
  }
  const probes = listProbes(own)
  for (const [index, probe] of probes.entries()) {
    if (index % step !== 0 || !isSent(probe.toAsk(own) ?? {})) continue
    for (const verdict of await tryProbe(probe).run(own))
      if (isBroken(verdict)) found.push(`${probe.title}: ${verdict.rule}, ${verdict.problem}`)
  }
  expect(found).toEqual([])
  // Many probes send more than one request, which outweighs the few that an adapter doesn't get.
  expect(number).toBeGreaterThanOrEqual(Math.floor(probes.length / step))
}
