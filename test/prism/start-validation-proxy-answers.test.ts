import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/server/start-server.ts'
import { listen } from '../tools/listen.ts'
import { right, startProxy } from './start-proxy.ts'

/** Starts a backend that always gives the same answer. */
const startBackendOf = (status: number, body: string, contentType = 'application/json') =>
  listen((_request, response) => response.writeHead(status, { 'content-type': contentType }).end(body))

describe('a violation in the answer names the rule', () => {
  test.each<[status: number, body: string, contentType: string, rules: string[]]>([
    [200, '{"name":"Fern"}', 'application/json; charset=utf-8', []],
    [200, '{"name":"Fern","id":9007199254740993}', 'application/json', []],
    [400, '{"error":1,"message":"no"}', 'application/json', []],
    [201, '{"name":"Fern"}', 'application/json', ['error response created-is-200']],
    [200, '{"name":"Fern"}', 'text/plain', ['error response created-content-type']],
    [200, '{}', 'application/json', ['error response plant-has-name']],
    [200, '{"name":"Fern","tag":null}', 'application/json', ['error response omitted-tag-is-no-null']],
    [409, '', 'application/json', ['warning response status-for-stored-id']],
    [413, '', 'application/json', ['warning response large-body']],
    [200, '[]', 'application/json', ['error response created-is-json']],
    [200, '{"name"', 'application/json', ['error response created-is-json']],
    [400, 'no', 'application/json', ['error response error-is-json']],
    [400, '', 'application/json', ['error response error-is-json']],
    [400, '{"message":"no"}', 'application/json', ['error response error-has-error']],
    [400, '{"error":2147483648,"message":"no"}', 'application/json', ['error response error-is-int32']],
    [
      400,
      '{"error":9223372036854775808,"message":"no"}',
      'application/json',
      ['error response error-is-int32'],
    ],
    [400, '{"error":1}', 'application/json', ['error response error-has-message']],
    [422, '', 'application/json', ['warning response status-for-invalid-body']],
    [500, '', 'application/json', ['warning response created-is-200']],
  ])('%i %s as %s: %j', async (status, body, contentType, rules) => {
    await using backend = await startBackendOf(status, body, contentType)
    await using through = await startProxy(backend.url)
    const response = await through.send(right)
    expect([response.status, await response.text()]).toEqual([status, body])
    expect(through.rules()).toEqual(rules)
  })
})

test('a compressed answer is decoded and judged', async () => {
  await using backend = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(gzipSync('{"name":"Fern"}'))
  })
  await using through = await startProxy(backend.url)
  expect(await (await through.send(right)).json()).toEqual({ name: 'Fern' })
  expect(through.rules()).toEqual([])
})

test('an undocumented status is named', async () => {
  await using backend = await startBackendOf(409, '')
  await using through = await startProxy(backend.url)
  await through.send(right)
  expect(through.exchanges[0]?.violations).toEqual([
    expect.objectContaining({ message: 'openapi.yaml lists 200 and 400, not 409' }),
  ])
})

describe('with errors', () => {
  test('a wrong answer becomes 500', async () => {
    await using backend = await startBackendOf(200, '{}')
    await using through = await startProxy(backend.url, true)
    const response = await through.send(right)
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({
      message: "Response body must have required property 'name'",
    })
  })

  test('a correct answer passes through', async () => {
    await using server = await startServer({ port: 0 })
    await using through = await startProxy(server.url, true)
    expect((await through.send(right)).status).toBe(200)
  })
})
