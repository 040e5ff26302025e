import { expect, test } from 'vitest'
import { listHops } from '../../src/http/hop-by-hop.ts'

test('the headers of one connection are those of RFC 9110, two of proxies, and those that Connection names', () => {
  expect([...listHops('X-Own,TE, close')].join(' ')).toBe(
    'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade x-own close',
  )
})
