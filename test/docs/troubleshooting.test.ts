import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { matchers } from '../../src/adapters/matchers/matchers.ts'
import { type ServerOptions, startServer } from '../../src/adapters/server/start-server.ts'
import { loadPeer } from '../../src/contract/load-peer.ts'
import { plantStore } from '../../src/contract/plant-store.ts'
import { createMock, type Mock } from '../../src/index.ts'
import { describeUnhandled } from '../../src/mock/adapter/describe-unhandled.ts'
import { runHere } from '../cli/run-here.ts'
import { takePort } from '../tools/listen.ts'
import { sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { type Answer, callControl, readError, send } from '../tools/send.ts'
import { readPage } from './pages.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const recordings = globSync('test/{cli,mock,verify}/recordings/*.txt', { cwd: root })
  .map((path) => readFileSync(root + path, 'utf8'))
  .join('\n')

/** Sends a request to a fake with these options; returns the message of the refusal. */
async function refuse(
  request: (url: string) => Promise<Answer>,
  options: ServerOptions = {},
): Promise<string> {
  await using server = await startServer({ port: 0, ...options })
  return readError(await request(server.url)).message
}

const preflight = { origin: 'http://b.test', 'access-control-request-method': 'POST' }

/** Sends a request whose Host header is a name; fetch would set it. */
const sendToName = (url: string): Promise<Answer> =>
  sendRaw(
    url,
    toRequestText({ method: 'GET', target: '/__admin/plants', headers: { Host: 'plants.example' } }),
  ).then(([answer]) => answer as Answer)

/** Tries to load a package that is not installed; returns the message. */
function loadMissing(): string {
  const peer = 'no-such-package'
  try {
    return loadPeer({ what: 'start', name: 'a package', peer }, (require) => require(peer))
  } catch (error) {
    return (error as Error).message
  }
}

/** Returns the message of a matcher that fails for a value. */
function judgeWrong(received: unknown): string {
  expect.extend(matchers)
  try {
    expect(received as Mock).toHaveReceived()
    return ''
  } catch (error) {
    return (error as Error).message.replaceAll('`', '')
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

/** How to get each message that no test records. Some take a connection or a test run of their own, and are read from the code. */
const ways: Record<string, () => string | Promise<string>> = {
  'Failed to start the mock: port … is in use. Pass --port 0 to take a free one.': async () => {
    await using taken = await takePort()
    return (await runHere(['start', '--port', `${taken.port}`])).stderr
  },
  'pages of … may not read responses, because cors allows …': () =>
    refuse((url) => send(`${url}/plants`, { method: 'OPTIONS', headers: preflight }), {
      cors: ['http://a.test'],
    }),
  'the client speaks https, but this mock speaks http: …': () =>
    readTexts('src/adapters/server/connections.ts'),
  'the header X-Admin-Token must be the admin token': () =>
    refuse((url) => callControl(url, 'GET', '/records'), { adminToken: 'secret' }),
  'the header Host must be localhost or an IP address. Start with --allow-host to allow another name, or with --admin-token.':
    () => refuse(sendToName),
  'The test sent requests that nothing handles:': () =>
    describeUnhandled([{ method: 'GET', url: 'http://a.test/' }], plantStore(), { path: '' }, undefined, {
      handle: '',
      address: '',
    }),
  'A test sent a request after its end: …': () => readTexts('src/adapters/msw/browser-network.ts'),
  'The received value must be a mock. If it is a fixture, use the test that createMockTest returns.': () =>
    judgeWrong(undefined),
  'The mock has no requests yet. If the client sends them, await it first.': () => judgeWrong(createMock()),
  '… could not be loaded. Run npm install --save-dev …': loadMissing,
}

const quoted = [...readPage('docs/troubleshooting.md').matchAll(/^### `(.*)`$/gm)]
  .map(([, message = '']) => message)
  // npx and Node print these.
  .filter((message) => !/^(?:npm error|Cannot find package)/.test(message))

test.each(quoted)('the kit prints this message: %s', async (message) => {
  const pattern = message.split('…').map((part) => part.replaceAll(/[^\w ]/g, '\\$&'))
  expect((await ways[message]?.()) ?? recordings).toMatch(new RegExp(pattern.join('.*')))
})

test('each way to get a message is for one of the page', () => {
  expect(quoted).toEqual(expect.arrayContaining(Object.keys(ways)))
})
