import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type DecodedBody, decodeBody } from '../../src/http/decode-body.ts'

const text = Buffer.from('{"name":"Fern"}')
const limit = 60

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
  [
    'br',
    brotliCompressSync(Buffer.alloc(limit + 1)),
    { body: brotliCompressSync(Buffer.alloc(limit + 1)), isCut: true },
  ],
  [undefined, Buffer.alloc(limit + 1), { body: Buffer.alloc(limit), isCut: true }],
])('a body in the coding %s', (coding, body, decoded) => {
  expect(decodeBody(body, coding, limit)).toEqual(decoded)
})
