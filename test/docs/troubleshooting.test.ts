import { globSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { expect, test } from 'vitest'
import { startServer } from '../../src/server/start-server.ts'
import { listen, takePort } from '../tools/listen.ts'
import { runCommand } from '../tools/processes.ts'
import { readPage } from './pages.ts'

/** Runs a command that fails; returns its output. */
async function runFailing(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args)
  expect(code).not.toBe(0)
  return stdout + stderr
}

/** Sends a request to a path of a fake; returns the message of the refusal. */
async function sendTo(path: string, init: RequestInit = { method: 'POST' }): Promise<string> {
  await using server = await startServer({ port: 0 })
  const { message } = (await (await fetch(server.url + path, init)).json()) as { message: string }
  return message
}

/** Sends a plant to a fake in which id 1 is stored; returns the message of the refusal. */
async function sendPlant(authorization?: string, body = '{"id":1,"name":"Fern"}'): Promise<string> {
  await using server = await startServer({
    port: 0,
    tokens: ['local-token'],
    seed: [{ id: 1, name: 'Monstera' }],
  })
  const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
  const response = await fetch(`${server.url}/plants`, { method: 'POST', headers, body })
  const { message } = (await response.json()) as { message: string }
  return message
}

/** Sends a request to the control API of a fake; returns the message of the refusal. */
async function askControl(options: object, headers: Record<string, string>): Promise<string> {
  await using server = await startServer({ port: 0, ...options })
  const response = await new Promise<AsyncIterable<Buffer>>((resolve) =>
    get(`${server.url}/__admin/plants`, { headers }, resolve),
  )
  let text = ''
  for await (const chunk of response) text += chunk
  return JSON.parse(text).message
}

/** Verifies a service that answers everything with one status; returns the output. */
async function verifyStatus(status: number): Promise<string> {
  await using service = await listen((_request, response) => response.writeHead(status).end())
  return await runFailing('verify', service.url, '--token', 'local-token')
}

/** The sources, with texts that are broken over lines put together. */
const sources = globSync('src/**/*.ts')
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')
  .replaceAll(/['`"] \+\s+['`"]/g, '')

/** How to get each message; a text stands in the sources, as getting it would take a project without a package. */
const ways: Record<string, string | (() => Promise<string>)> = {
  'Failed to start the fake: port … is in use. Pass --port 0 to take a free one.': async () => {
    await using taken = await takePort()
    return await runFailing('start', '--port', `${taken.port}`)
  },
  'this machine has no address …. Pass --host 127.0.0.1 or 0.0.0.0.': () =>
    runFailing('start', '--host', '192.0.2.1'),
  'Failed to read the configuration …': () => runFailing('start', '--config', 'missing.yaml'),
  'the method must be POST, got …': () => sendTo('/plants', { method: 'GET' }),
  'there is nothing at this path; the only operation is POST /plants': () => sendTo('/plant'),
  'the header Authorization must be "Bearer <token>"': () => sendPlant(),
  'the bearer token is not valid': () => sendPlant('Bearer other-token'),
  'the header Content-Type must be application/json, got …': () =>
    sendTo('/plants', { method: 'POST', headers: { authorization: 'Bearer local-token' }, body: '{}' }),
  'a plant with the id … is already stored': () => sendPlant('Bearer local-token'),
  'id must be an integer from …': () => sendPlant('Bearer local-token', '{"id":"1","name":"Fern"}'),
  'the header X-Admin-Token must be the admin token': () => askControl({ adminToken: 'secret' }, {}),
  'the header Host must be localhost or an IP address. Start with --admin-token to allow other names.': () =>
    askControl({}, { host: 'plants.example' }),
  'The test sent requests that nothing handles:': 'The test sent requests that nothing handles:',
  'Failed to start the plant store: createPlantStoreTest was not called in this file.':
    'Failed to start the plant store: createPlantStoreTest was not called in this file.',
  'A test sent a request after its end: …': 'A test sent a request after its end: ',
  '… is not reachable: …': () => runFailing('verify', 'http://127.0.0.1:1', '--token', 'local-token'),
  '… does not accept your token: it answers …': () => verifyStatus(401),
  'nothing accepts POST at …': () => verifyStatus(404),
  "some selected rules can't be judged. …": "some selected rules can't be judged. ",
  '… could not be loaded. Run npm install --save-dev …': ' could not be loaded. Run npm install --save-dev ',
}

const quoted = [...readPage('docs/troubleshooting.md').matchAll(/^### `(.*)`$/gm)]
  .map(([, message = '']) => message)
  // npx and Node print these.
  .filter((message) => !/^(?:npm error|Cannot find package)/.test(message))

test.concurrent.each(quoted)('the kit prints this message: %s', async (message) => {
  const way = ways[message]
  const pattern = message.split('…').map((part) => part.replaceAll(/[^\w ]/g, '\\$&'))
  const printed = typeof way === 'function' ? await way() : sources.includes(way ?? message) && message
  expect(printed).toMatch(new RegExp(pattern.join('.*')))
})
