import { describe, expect, test } from 'vitest'
import type { MockServer } from '../../src/adapters/server/start-server.ts'
import { createFolder } from '../tools/folder.ts'
import { type Answer, sendPlant } from '../tools/send.ts'
import { launchHere } from './launch-here.ts'

/** Starts a store with a configuration, and files next to it. */
async function startConfigured(
  config: string,
  name = 'config.yaml',
  more: Record<string, string> = {},
): Promise<MockServer> {
  await using folder = createFolder({ [name]: config, ...more })
  return await launchHere(['--config', folder.file(name)])
}

/** Sends a plant with an id, which may be a text of any length. */
const sendId = (url: string, id: number | string, token?: string): Promise<Answer> =>
  sendPlant(url, `{"id":${id},"name":"Fern"}`, token === undefined ? {} : { token })
const statusOf = async (...params: Parameters<typeof sendId>): Promise<number> =>
  (await sendId(...params)).status

test.each([
  [
    'config.json',
    '{ "token": ["one", "two"], "on-duplicate": "replace", "max-body": 40, "base-path": "/api" }',
  ],
  ['config.yaml', 'token:\n  - one\n  - two\non-duplicate: replace\nmax-body: 40 # bytes\nbase-path: /api\n'],
  ['config.YML', 'token: one,two\non-duplicate: "replace"\nmax-body: "40"\nbase-path: /api/\n'],
  ['config.conf', '{ "token": ["one", "two"], "onDuplicate": "replace", "maxBody": 40, "basePath": "/api" }'],
])('%s sets flags by their names: texts, numbers and lists', async (name, config) => {
  await using store = await startConfigured(config, name)
  expect(new URL(store.url).pathname).toBe('/api')
  const tokens = ['one', 'two', 'three', 'one,two', 'one']
  const statuses = tokens.map((token) => statusOf(store.url, 1, token))
  expect(await Promise.all(statuses)).toEqual([200, 200, 401, 401, 200])
  expect(await statusOf(store.url, `1${' '.repeat(20)}`, 'one')).toBe(413)
})

describe('options that only a configuration can set', () => {
  test.each([
    [
      'JSON',
      'config.json',
      '{"responses":{"preset":"documented","duplicate-key":{"status":422,"properties":{"error":7}}}}',
    ],
    [
      'YAML',
      'config.yaml',
      'responses:\n  preset: documented\n  duplicate-key: { status: 422, properties: { error: 7 } }',
    ],
  ])('responses can be a table of rows and a preset in %s', async (_format, name, config) => {
    await using store = await startConfigured(config, name)
    await sendPlant(store.url)
    const { status, body } = await sendPlant(store.url)
    expect([status, JSON.parse(body)]).toMatchObject([422, { error: 7 }])
    expect((await sendPlant(store.url, {}, { token: '' })).status).toBe(400)
  })

  test('values can be those of the options in code', async () => {
    await using store = await startConfigured('latency: [1, 2]\ncors: false')
    const { status, headers } = await sendPlant(store.url, { id: 2, name: 'Fern' })
    expect([status, headers['access-control-allow-origin']]).toEqual([200, undefined])
  })

  test.each([
    ['[http://a.test, http://b.test]', ['http://a.test', 'http://b.test', undefined]],
    ['http://a.test,http://b.test', ['http://a.test', 'http://b.test', undefined]],
    ["'*'", ['*', '*', '*']],
  ])('origins can be %s', async (cors, allowed) => {
    await using store = await startConfigured(`cors: ${cors}`)
    const answers = ['http://a.test', 'http://b.test', 'http://c.test'].map((origin) =>
      sendPlant(store.url, {}, { headers: { origin } }),
    )
    const headers = (await Promise.all(answers)).map((answer) => answer.headers)
    expect(headers.map((fields) => fields['access-control-allow-origin'])).toEqual(allowed)
  })

  test('seed and scenario are files in its folder, or built-in names', async () => {
    const more = {
      plants: '[{"id":5,"name":"Fern"}]',
      'refuse.yaml': 'title: All tokens are rejected\nsteps: [{ fault: invalid-credentials }]',
    }
    await using beside = await startConfigured('seed: ./plants\nscenario: refuse.yaml', 'c.yaml', more)
    expect([await statusOf(beside.url, 5), await statusOf(beside.url, 5)]).toEqual([401, 409])
    await using shipped = await startConfigured('seed: garden\nscenario: expired-token')
    expect([await statusOf(shipped.url, 1), await statusOf(shipped.url, 1)]).toEqual([409, 401])
  })
})
