import * as fc from 'fast-check'

const firstSurrogate = 0xd800
const surrogates = 0x800
const printable = 0x5f

/** Examples shrink to low indexes, so printable characters of ASCII come before control characters. */
function toCharacter(index: number): string {
  if (index < printable) return String.fromCodePoint(index + 0x20)
  if (index < 0x7f) return String.fromCodePoint(index - printable)
  return String.fromCodePoint(index < firstSurrogate ? index : index + surrogates)
}

function toIndex(character: unknown): number {
  const code = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1
  const index =
    code < 0x20
      ? code + printable
      : code < 0x7f
        ? code - 0x20
        : code < firstSurrogate
          ? code
          : code - surrogates
  if (code < 0 || toCharacter(index) !== character) throw new TypeError('this is not one character')
  return index
}

/**
 * Any character of Unicode, as a unit of `fc.string`. The unit `binary` of fast-check has the same characters, but makes a
 * table of all of them first, which takes more than a second.
 */
export const codePoint: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - surrogates })
  .map(toCharacter, toIndex)
