import { describe, expect, test } from 'vitest'
import type { MockServer } from '../../src/adapters/server/start-server.ts'
import { createFolder } from '../tools/folder.ts'
import { sendPlant } from '../tools/send.ts'
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

const statusOf = async (url: string, id: number | string, token = 'local-token'): Promise<number> =>
  (await sendPlant(url, `{"id":${id},"name":"Fern"}`, { token })).status

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
  test('responses can be a table of rows and a preset', async () => {
    await using store = await startConfigured(
      'responses:\n  preset: documented\n  duplicate-key: { status: 422, properties: { error: 7 } }',
    )
    await sendPlant(store.url)
    const { status, body } = await sendPlant(store.url)
    expect([status, JSON.parse(body)]).toMatchObject([422, { error: 7 }])
    expect((await sendPlant(store.url, {}, { token: '' })).status).toBe(400)
  })

  test.each([
    ['[http://a.test, http://b.test]\nlatency: [1, 2]', ['http://a.test', 'http://b.test', undefined]],
    ['http://a.test,http://b.test', ['http://a.test', 'http://b.test', undefined]],
    ["'*'", ['*', '*', '*']],
    ['false', [undefined, undefined, undefined]],
  ])('origins can be %s, as in code', async (cors, allowed) => {
    await using store = await startConfigured(`cors: ${cors}`)
    const origins = ['http://a.test', 'http://b.test', 'http://c.test']
    const responses = origins.map((origin) => sendPlant(store.url, {}, { headers: { origin } }))
    const headers = (await Promise.all(responses)).map((response) => response.headers)
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
