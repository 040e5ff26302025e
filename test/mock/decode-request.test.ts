import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createMock } from '../../src/index.ts'

const plain = '{"id":1,"name":"Fern"}'
const large = Buffer.from(JSON.stringify({ id: 1, name: 'x'.repeat(2000) }))
const headers = { authorization: 'Bearer x', 'content-type': 'application/json' }
const maxBody = 1000

test.each<[coding: string, body: Uint8Array | string, result: object]>([
  ['gzip', gzipSync(plain), { status: 200 }],
  ['X-GZIP', gzipSync(plain), { status: 200 }],
  ['deflate', deflateSync(plain), { status: 200 }],
  ['br', brotliCompressSync(plain), { status: 200 }],
  ['gzip', '', { status: 400, failure: 'missing-body' }],
  ['gzip', gzipSync('{}'), { status: 400, failure: 'invalid-body' }],
  ['gzip', plain, { failure: 'malformed-body', reason: 'the body is not valid gzip' }],
  ['deflate', gzipSync(plain), { failure: 'malformed-body', reason: 'the body is not valid deflate' }],
  ['br', gzipSync(plain).subarray(0, 20), { failure: 'malformed-body', reason: 'the body is not valid br' }],
  ['gzip', gzipSync(large), { status: 413, reason: 'the body must have at most 1000 bytes' }],
  ['br', brotliCompressSync(Buffer.alloc(1e7)), { status: 413, failure: 'body-too-large' }],
  ['constructor', plain, { reason: expect.stringContaining('must be gzip, deflate, or br') }],
  ['gzip', 'x'.repeat(maxBody + 1), { status: 413, failure: 'body-too-large' }],
  [
    'x',
    plain,
    {
      status: 415,
      headers: { 'accept-encoding': 'gzip, deflate, br' },
      reason: 'the header Content-Encoding must be gzip, deflate, or br, got "x"',
    },
  ],
])('a body in the coding %s', async (coding, body, result) => {
  const mock = createMock({ maxBody })
  const request = {
    method: 'POST',
    path: '/plants',
    headers: { ...headers, 'Content-Encoding': coding },
    body,
  }
  expect(await mock.handle(request)).toMatchObject(result)
})

test('the journal has the decoded body, without its coding, so that it can be sent again', async () => {
  const mock = createMock({ maxBody })
  const body = gzipSync(plain)
  await mock.fetch('http://localhost/plants', {
    method: 'POST',
    headers: { ...headers, 'content-encoding': 'gzip' },
    body,
  })
  const { request } = mock.requests.last() ?? {}
  expect(request).toMatchObject({ headers: { 'content-type': 'application/json' }, body: plain })
  expect(request?.headers).not.toHaveProperty('content-encoding')
})
