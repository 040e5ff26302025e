import { expect, test } from 'vitest'
import { decodeUtf8 } from '../../src/json/decode-utf8.ts'

test('a text is read without its byte order mark', () => {
  expect(decodeUtf8(Buffer.from('\ufeffé'))).toBe('é')
})

test.each<[bytes: number[], place: string]>([
  [[0xff], '0xff is not UTF-8 at line 1, column 1'],
  [[0x61, 0x0a, 0x62, 0xe9], '0xe9 is not UTF-8 at line 2, column 2'],
  [[0xc3, 0xa9, 0x05, 0xc3], '0xc3 is not UTF-8 at line 1, column 3'],
  // The replacement character begins with the same byte.
  [[0x61, 0xef, 0xbf, 0x41], '0xef is not UTF-8 at line 1, column 2'],
])('the wrong byte of %j is named', (bytes, place) => {
  expect(() => decodeUtf8(Uint8Array.from(bytes))).toThrow(`the byte ${place}`)
})
