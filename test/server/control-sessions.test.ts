import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Answer, callControl, send } from '../tools/send.ts'
import { start } from './start.ts'

// A recording has calls of the control API, with a new server after each title; SEND is a POST to the mock itself.
// `npm run test:renew` writes the lines after | again.

const seed = {
  plants: [
    { id: 3, name: 'Boston fern' },
    { id: 1, name: 'Monstera', tag: 'foliage' },
  ],
}
const scenario = { title: 'An outage', steps: [{ fault: 'request-timeout' as const }] }

/** Sends a request of a recording. */
function respond(url: string, line: string, field: string | undefined): Promise<Answer> {
  const [, method = '', path = '', body] = /^(\S+) (\S+)(?: (.*))?$/.exec(line) ?? []
  const [name, value = ''] = field?.trim().split(': ') ?? []
  const headers = { ...(name !== undefined && { [name]: value }) }
  if (method !== 'SEND') return callControl(url, method, path, body, headers)
  const own = { authorization: 'Bearer a', 'content-type': 'application/json' }
  return send(url + path, { method: 'POST', headers: own, body: body ?? '' })
}

const mask = ({ status, body }: Answer): string =>
  `| ${status} ${body}`
    .replaceAll(/"time":"[^"]+"/g, '"time":"TIME"')
    .replaceAll(/"duration":[\d.]+/g, '"duration":N')

const folder = new URL('recordings/control/', import.meta.url)

test.each(globSync('*.txt', { cwd: folder }).sort())('the control API responds as in %s', async (file) => {
  const path = fileURLToPath(new URL(file, folder))
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('|'))
  const replayed: string[] = []
  let url = ''
  for (const [at, line] of lines.entries()) {
    replayed.push(line)
    if (line.startsWith('# ')) ({ url } = await start({ seed, scenario }))
    const field = lines[at + 1]?.startsWith('  ') ? lines[at + 1] : undefined
    if (/^[A-Z]/.test(line) && field === undefined) replayed.push(mask(await respond(url, line, undefined)))
    else if (line.startsWith('  ')) replayed.push(mask(await respond(url, lines[at - 1] ?? '', line)))
  }
  await expect(replayed.join('\n')).toMatchFileSnapshot(path)
})
