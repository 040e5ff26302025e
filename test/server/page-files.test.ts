import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { respondWithPage } from '../../src/adapters/server/page-files.ts'
import { readError } from '../tools/send.ts'

const ask = (method: string, target: string) => respondWithPage({ method } as IncomingMessage, target)

test.each([
  ['/__admin/', 'text/html', /<html/],
  ['/__admin/?x=1', 'text/html', /<html/],
  ['/__admin/page.js', 'text/javascript', /\S/],
  ['/__admin/page.css', 'text/css', /\S/],
  ['/__admin/favicon.svg', 'image/svg+xml', /<svg/],
])('%s is a file that loads only files of the page, and runs nothing else', (target, type, body) => {
  const { status, headers, body: file } = ask('GET', target)
  expect([status, file]).toEqual([200, expect.stringMatching(body)])
  expect(headers).toEqual({
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
      "require-trusted-types-for 'script'; trusted-types 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-cache',
  })
  expect(ask('HEAD', target)).toEqual({ status: 200, headers, body: '' })
})

test('/__admin leads to the page', () => {
  expect(ask('GET', '/__admin')).toEqual({ status: 308, headers: { location: '/__admin/' }, body: '' })
})

test('a file that is not built is a 404, and another method a 405', () => {
  const missing = ask('GET', '/__admin/nothing.js')
  expect([missing.status, readError(missing).message]).toEqual([
    404,
    'the page is not built; run npm run build',
  ])
  const rejected = ask('POST', '/__admin/')
  expect([rejected.status, rejected.headers['allow'], readError(rejected).message]).toEqual([
    405,
    'GET, HEAD',
    'the method must be GET or HEAD',
  ])
})
