import { expect, test } from 'vitest'
import { decodeUtf8 } from '../../src/json/decode-utf8.ts'

test('a text is read without its byte order mark', () => {
  expect(decodeUtf8(Buffer.from('\ufeffé'))).toBe('é')
})

test('bytes that are not UTF-8 are refused, with advice', () => {
  expect(() => decodeUtf8(Uint8Array.of(0x61, 0xe9), '. Save it again')).toThrow(
    'it is not UTF-8. Save it again',
  )
})
