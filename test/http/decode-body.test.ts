import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeBody } from '../../src/http/decode-body.ts'

const text = Buffer.from('{"name":"Fern"}')

test.each<[coding: string | undefined, body: Buffer, decoded: Buffer | undefined]>([
  ['gzip', gzipSync(text), text],
  [' X-GZIP ', gzipSync(text), text],
  ['deflate', deflateSync(text), text],
  ['br', brotliCompressSync(text), text],
  ['identity', text, text],
  [undefined, text, text],
  ['gzip', Buffer.alloc(0), Buffer.alloc(0)],
  ['gzip', text, undefined],
  ['br', brotliCompressSync(Buffer.alloc(64 * 2 ** 20)), Buffer.alloc(64 * 2 ** 20)],
  ['br', brotliCompressSync(Buffer.alloc(64 * 2 ** 20 + 1)), undefined],
])('a body in the coding %s', (coding, body, decoded) => {
  const result = decodeBody(body, coding)
  expect(result === undefined ? result : decoded?.equals(result)).toBe(decoded && true)
})

test('a body of more than the limit is not decoded', () => {
  expect(decodeBody(gzipSync(text), 'gzip', text.length)?.equals(text)).toBe(true)
  expect(decodeBody(gzipSync(text), 'gzip', text.length - 1)).toBeUndefined()
})
