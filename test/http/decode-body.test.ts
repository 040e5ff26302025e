import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type DecodedBody, decodeBody } from '../../src/http/decode-body.ts'

const text = Buffer.from('{"name":"Fern"}')
const limit = 2000
const bomb = brotliCompressSync(Buffer.alloc(limit + 1))
const shown = Buffer.alloc(1024)

test.each<[coding: string | undefined, body: Buffer, decoded: DecodedBody]>([
  ['gzip', gzipSync(text), { body: text }],
  [' X-GZIP ', gzipSync(text), { body: text }],
  ['deflate', deflateSync(text), { body: text }],
  ['br', brotliCompressSync(text), { body: text }],
  ['identity', text, { body: text }],
  [undefined, text, { body: text }],
  ['gzip', Buffer.alloc(0), { body: Buffer.alloc(0) }],
  ['gzip', text, { body: text, isMiscoded: true }],
  ['br', brotliCompressSync(Buffer.alloc(limit)), { body: Buffer.alloc(limit) }],
  ['br', bomb, { body: bomb, isCut: true }],
  [undefined, Buffer.alloc(limit + 1), { body: shown, isCut: true }],
])('a body in the coding %s', (coding, body, decoded) => {
  expect(decodeBody(body, coding, limit)).toEqual(decoded)
})

test.each([
  ['gzip', gzipSync(text)],
  [undefined, Buffer.alloc(limit + 1)],
])('a body in the coding %s keeps no more memory than its bytes', (coding, encoded) => {
  const { body } = decodeBody(encoded, coding, limit)
  expect(body.buffer.byteLength).toBe(body.length)
})
