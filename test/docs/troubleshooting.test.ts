import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { loadPeer } from '../../src/contract/load-peer.ts'
import { startServer } from '../../src/server/start-server.ts'
import { describeUnhandled } from '../../src/vitest/describe-unhandled.ts'
import { runHere } from '../cli/run-here.ts'
import { createFolder } from '../tools/folder.ts'
import { listen, takePort } from '../tools/listen.ts'
import { sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { type Answer, callControl, monstera, readError, send, sendPlant } from '../tools/send.ts'
import { readPage } from './pages.ts'

/** Runs a command that fails; returns its output. */
async function runFailing(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runHere(args)
  expect(code).not.toBe(0)
  return stdout + stderr
}

/** Sends a request to a fake in which id 1 is stored; returns the message of the refusal. */
async function refuse(request: (url: string) => Promise<Answer>, adminToken?: string): Promise<string> {
  await using server = await startServer({
    port: 0,
    tokens: ['local-token'],
    seed: [monstera],
    ...(adminToken !== undefined && { adminToken }),
  })
  return readError(await request(server.url)).message
}

/** Sends a request whose Host header is a name; fetch would set it. */
const sendToName = (url: string): Promise<Answer> =>
  sendRaw(
    url,
    toRequestText({ method: 'GET', target: '/__admin/plants', headers: { Host: 'plants.example' } }),
  ).then(([answer]) => answer as Answer)

/** Verifies a service that answers everything with one status; returns the output. */
async function verifyStatus(status: number): Promise<string> {
  await using service = await listen((_request, response) => response.writeHead(status).end())
  return await runFailing('verify', service.url, '--token', 'local-token')
}

/** Verifies a rule about an id outside of the limits; returns the output. */
async function verifyOutside(): Promise<string> {
  await using folder = createFolder({ 'limits.yaml': 'id: { minimum: 1 }' })
  await using server = await startServer({ port: 0 })
  const flags = ['--limits', folder.file('limits.yaml'), '--only', 'id-zero']
  return await runFailing('verify', server.url, '--token', 'local-token', ...flags)
}

/** Tries to load a package that is not installed; returns the message. */
function loadMissing(): string {
  const peer = 'no-such-package'
  try {
    return loadPeer({ what: 'start', name: 'a package', peer }, (require) => require(peer))
  } catch (error) {
    return (error as Error).message
  }
}

/** Returns the texts that the code of a file has, one a line, without its comments. */
function readTexts(path: string): string {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const texts: string[] = []
  function visit(node: ts.Node): void {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) texts.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return texts.join('\n')
}

/** How to get each message. Two take a test run of their own, and are read from the code. */
const ways: Record<string, () => string | Promise<string>> = {
  'Failed to start the fake: port … is in use. Pass --port 0 to take a free one.': async () => {
    await using taken = await takePort()
    return await runFailing('start', '--port', `${taken.port}`)
  },
  'this machine has no address …. Pass --host 127.0.0.1 or 0.0.0.0.': () =>
    runFailing('start', '--host', '192.0.2.1'),
  'Failed to read the configuration …': () => runFailing('start', '--config', 'missing.yaml'),
  'the method must be POST, got …': () => refuse((url) => send(`${url}/plants`)),
  'there is nothing at this path; the only operation is POST /plants': () =>
    refuse((url) => send(`${url}/plant`)),
  'the header Authorization must be "Bearer <token>"': () =>
    refuse((url) => sendPlant(url, {}, { token: '' })),
  'the bearer token is not valid': () => refuse((url) => sendPlant(url, {}, { token: 'other-token' })),
  'the header Content-Type must be application/json, got …': () =>
    refuse((url) => sendPlant(url, {}, { headers: { 'content-type': 'text/plain' } })),
  'a plant with the id … is already stored': () => refuse((url) => sendPlant(url)),
  'id must be an integer from …': () => refuse((url) => sendPlant(url, { id: '1', name: 'Fern' })),
  'the header X-Admin-Token must be the admin token': () =>
    refuse((url) => callControl(url, 'GET', '/plants'), 'secret'),
  'the header Host must be localhost or an IP address. Start with --admin-token to allow other names.': () =>
    refuse(sendToName),
  'The test sent requests that nothing handles:': () =>
    describeUnhandled([{ method: 'GET', url: 'http://a.test/' }], { path: '/plants' }, undefined),
  'Failed to start the plant store: createPlantStoreTest was not called in this file.': () =>
    readTexts('src/vitest/create-plant-store-test.ts'),
  'A test sent a request after its end: …': () => readTexts('src/msw/browser-network.ts'),
  '… is not reachable: …': () => runFailing('verify', 'http://127.0.0.1:1', '--token', 'local-token'),
  '… does not accept your token: it answers …': () => verifyStatus(401),
  'nothing accepts POST at …': () => verifyStatus(404),
  "some selected rules can't be judged. …": verifyOutside,
  '… could not be loaded. Run npm install --save-dev …': loadMissing,
}

const quoted = [...readPage('docs/troubleshooting.md').matchAll(/^### `(.*)`$/gm)]
  .map(([, message = '']) => message)
  // npx and Node print these.
  .filter((message) => !/^(?:npm error|Cannot find package)/.test(message))

test.each(quoted)('the kit prints this message: %s', async (message) => {
  const pattern = message.split('…').map((part) => part.replaceAll(/[^\w ]/g, '\\$&'))
  expect(await ways[message]?.()).toMatch(new RegExp(pattern.join('.*')))
})

test('each way to get a message is for one of the page', () => {
  expect(Object.keys(ways)).toEqual(quoted)
})
