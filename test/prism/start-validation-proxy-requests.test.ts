import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/server/start-server.ts'
import { headers, right, startProxy } from './start-proxy.ts'

describe('a violation in the request names the rule', () => {
  test.each<[body: string | undefined, rules: string[], more?: Record<string, string>]>([
    [right, []],
    ['{"id":1,"name":"Fern","height":3}', []],
    [right, [], { ...headers, authorization: 'bearer local-token' }],
    ['{"name":"Fern"}', ['error request refuses-missing-id']],
    ['{"id":1}', ['error request refuses-missing-name']],
    ['{"id":"1","name":"Fern"}', ['error request refuses-id-of-wrong-type']],
    ['{"id":1.5,"name":"Fern"}', ['error request refuses-fractional-id']],
    ['{"id":9223372036854775808,"name":"Fern"}', ['error request refuses-id-beyond-int64']],
    ['{"id":1,"name":5}', ['error request refuses-name-of-wrong-type']],
    ['{"id":1,"name":"Fern","tag":null}', ['error request refuses-tag-of-wrong-type']],
    [
      '{"id":"1","name":5}',
      ['error request refuses-id-of-wrong-type', 'error request refuses-name-of-wrong-type'],
    ],
    ['[]', ['error request refuses-non-object']],
    ['', ['error request refuses-empty-body']],
    ['{"id":1', ['error request refuses-malformed-json']],
  ])('%s: %j', async (body, rules, more) => {
    await using server = await startServer({ port: 0, tokens: ['local-token'] })
    await using through = await startProxy(server.url)
    await through.send(body, more)
    expect(through.rules()).toEqual(rules)
  })

  test.each<[more: Record<string, string>, rules: string[]]>([
    [
      { 'content-type': 'application/json' },
      ['error request refuses-missing-credentials', 'warning response status-for-missing-credentials'],
    ],
    [
      { ...headers, authorization: 'Basic eDp5' },
      ['error request refuses-other-scheme', 'warning response status-for-invalid-token'],
    ],
    [{ ...headers, authorization: 'Bearer other' }, ['warning response status-for-invalid-token']],
    [
      { ...headers, 'content-type': 'text/plain' },
      ['error request refuses-other-content-type', 'warning response status-for-invalid-body'],
    ],
  ])('%j: %j', async (more, rules) => {
    await using server = await startServer({ port: 0, tokens: ['local-token'] })
    await using through = await startProxy(server.url)
    await through.send(right, more)
    expect(through.rules()).toEqual(rules)
  })

  test('another method and another path are warnings', async () => {
    await using server = await startServer({ port: 0 })
    await using through = await startProxy(server.url)
    await through.send(undefined, headers, { method: 'GET' })
    await fetch(`${through.proxy.url}/other`)
    expect(through.rules()).toEqual(['warning request other-methods', 'warning request other-paths'])
  })
})

describe('with errors', () => {
  test.each<[body: string, more: Record<string, string>, status: number]>([
    ['{"id":1}', headers, 422],
    ['{"id":1', headers, 422],
    [right, { 'content-type': 'application/json' }, 401],
  ])('%s is answered without the backend', async (body, more, status) => {
    await using server = await startServer({ port: 0 })
    await using through = await startProxy(server.url, true)
    const response = await through.send(body, more)
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ error: status * 100, message: expect.any(String) })
    expect(server.store.requests.size).toBe(0)
  })
})
