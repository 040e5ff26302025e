import * as fc from 'fast-check'

const surrogates = { from: 0xd800, count: 0x800 }
const characters = 0x110000 - surrogates.count

/**
 * Any character of Unicode, from the space on, so that examples shrink to printable ones. The unit `binary` of fast-check
 * makes a table of all characters first, which takes more than a second.
 */
export const codePoint: fc.Arbitrary<string> = fc.nat(characters - 1).map((index) => {
  const code = (index + 0x20) % characters
  return String.fromCodePoint(code < surrogates.from ? code : code + surrogates.count)
})
