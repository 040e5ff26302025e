import { expect, test } from 'vitest'
import { rewriteLocation } from '../../src/adapters/server/forwarded-headers.ts'

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
