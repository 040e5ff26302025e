import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import {
  deleteHopByHop,
  rewriteLocation,
  toForwardedHeaders,
} from '../../src/adapters/server/forwarded-headers.ts'

test('headers of one connection are deleted, those that Connection names included', () => {
  const hop = {
    'keep-alive': 'timeout=5',
    te: 'trailers',
    'proxy-authorization': 'Basic eDp5',
    upgrade: 'h2c',
  }
  const named = { 'x-hop': '1', 'x-other': '2', connection: 'close, X-Hop,X-Other Content-Length, host' }
  const kept = { host: 'a', 'content-length': '1', 'transfer-encoding': 'chunked', 'x-kept': '1' }
  const headers = { ...hop, ...named, ...kept }
  deleteHopByHop(headers)
  expect(headers).toEqual(kept)
  deleteHopByHop(headers)
  expect(headers).toEqual(kept)
})

describe('the upstream gets', () => {
  const socket = { remoteAddress: '127.0.0.1' }
  const forward = (headers: object, more = {}) =>
    toForwardedHeaders({ headers, socket: { ...socket, ...more } } as IncomingMessage, 'up:1', 'mock')

  test('the headers of the client, its own host, and X-Forwarded', () => {
    expect(forward({ host: 'mock:2', cookie: 'a=1', expect: '100-continue', upgrade: 'h2c' })).toEqual({
      cookie: 'a=1',
      host: 'up:1',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'mock:2',
      'x-forwarded-proto': 'http',
      via: '1.1 mock',
    })
  })

  test('neither the admin token, nor where clients say that they come from', () => {
    const said = {
      'x-forwarded-for': '203.0.113.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'first',
    }
    const more = {
      'x-forwarded-port': '1',
      forwarded: 'for=a',
      'x-real-ip': '::1',
      'x-admin-token': 'secret',
    }
    expect(forward({ ...said, ...more, host: 'mock:2', via: '1.1 other' })).toEqual({
      host: 'up:1',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'mock:2',
      'x-forwarded-proto': 'http',
      via: '1.1 other, 1.1 mock',
    })
  })

  test('no X-Forwarded-Host without Host, nor an address that is gone, and https for a secure connection', () => {
    const headers = forward({}, { encrypted: true, remoteAddress: undefined })
    expect(headers).toStrictEqual({ host: 'up:1', 'x-forwarded-proto': 'https', via: '1.1 mock' })
  })
})

test.each([
  ['http://up/api', '/api/orders/1', '/orders/1'],
  ['http://up/api', 'http://up/api/orders?a=1#b', 'http://mock/orders?a=1#b'],
  ['http://up/api/', 'HTTP://up/api/orders', 'http://mock/orders'],
  ['http://up/api', '//up/api/orders', 'http://mock/orders'],
  ['http://up/api', 'http://up/api', 'http://mock/'],
  ['http://up/api', 'http://up/apis', 'http://mock/apis'],
  ['http://up', '/orders', '/orders'],
  ['http://up/api', '/api//evil.example/x/', '/.//evil.example/x/'],
  ['http://up', '/.//evil.example', '/.//evil.example'],
  ['http://up', 'https://up/orders', 'https://up/orders'],
  ['http://up', 'https://login.example/', 'https://login.example/'],
  ['http://up', 'next', 'next'],
  ['http://up', 'http://[', 'http://['],
])('a redirect by the upstream %s to %s becomes one to %s', (upstream, location, expected) => {
  expect(rewriteLocation(location, new URL(upstream), 'http://mock')).toBe(expected)
})
