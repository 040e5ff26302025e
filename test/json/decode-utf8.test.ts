import { expect, test } from 'vitest'
import { decodeUtf8 } from '../../src/json/decode-utf8.ts'

test('a text is read without its byte order mark', () => {
  expect(decodeUtf8(Buffer.from('\ufeffé'))).toBe('é')
})

test.each([
  ['with advice', '. Save it again'],
  ['without advice', undefined],
])('bytes that are not UTF-8 are refused, %s', (_what, advice) => {
  expect(() => decodeUtf8(Uint8Array.of(0x61, 0xe9), advice)).toThrow(
    expect.objectContaining({ message: `it is not UTF-8${advice ?? ''}` }),
  )
})
