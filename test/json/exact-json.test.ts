import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codePoint } from '../../src/arbitraries/code-point.ts'
import { parseNumberLiteral } from '../../src/json/exact-integer.ts'
import { parseExactJson, stringifyExactJson } from '../../src/json/exact-json.ts'
import { JsonSyntaxError } from '../../src/json/json-parser.ts'

/** Forces the exact parser. */
const slow = (text: string): string => `[9007199254740993,${text}]`

/** Rounds an exact value like `JSON.parse`. 0 and -0 are the same; NaN is a fraction that `JSON.parse` rounds to an integer. */
function round(exact: unknown, parsed: unknown): unknown {
  if (exact === parsed || (Number.isNaN(exact) && Number.isInteger(parsed))) return parsed
  if (typeof exact === 'bigint') return Number(exact)
  if (typeof exact !== 'object' || exact === null) return exact
  const member = (name: string | number) => Object(parsed)[name]
  if (Array.isArray(exact)) return exact.map((item, index) => round(item, member(index)))
  return Object.fromEntries(Object.entries(exact).map(([name, value]) => [name, round(value, member(name))]))
}

describe('numbers', () => {
  test.each<[literal: string, value: unknown]>([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['-9223372036854775808', -9223372036854775808n],
    ['7e6', 7000000],
    ['7000000.0', 7000000],
    ['-0', 0],
    ['0e-5', 0],
    ['0.10', 0.1],
    ['9007199254740993.5', Number.NaN],
    ['1e-400', Number.NaN],
    ['1e308', 10n ** 308n],
    ['1e309', Infinity],
    ['9'.repeat(310), Infinity],
    ['-1e999999999999', -Infinity],
  ])('%s is read as %s', (literal, value) => {
    expect(parseNumberLiteral(literal)).toStrictEqual(value)
  })

  test('every integer survives parsing and writing, in any notation', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), fc.nat(5), (integer, zeros) => {
        const literals = [
          `${integer}`,
          `${integer}.${'0'.repeat(zeros + 1)}`,
          `${integer}e0`,
          integer === 0n ? '0e9' : `${integer}${'0'.repeat(zeros)}e-${zeros}`,
        ]
        for (const literal of literals) expect(stringifyExactJson(parseExactJson(literal))).toBe(`${integer}`)
      }),
    )
  })

  test('a fraction never becomes an integer', () => {
    const fractions = fc.stringMatching(/^\d{0,30}[1-9]$/)
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }), fractions, (whole, fraction) => {
        expect(Number.isInteger(parseExactJson(`${whole}.${fraction}`))).toBe(false)
      }),
    )
  })

  test.each([14, 15, 16, 17, 30, 31, 32])('of 16 digits are exact at index %i', (index) => {
    const text = `${'[1,"'.padEnd(index - 2, 'x')}",9007199254740993]`
    expect(parseExactJson(text)).toHaveProperty('2', 9007199254740993n)
  })
})

describe('any text', () => {
  const texts = fc.oneof(
    fc.json(),
    fc.json().map((text) => text.slice(0, -1)),
    fc
      .tuple(fc.json(), fc.nat(), fc.string())
      .map(([text, at, more]) => text.slice(0, at % text.length) + more + text.slice(at % text.length)),
    fc.string(),
  )
  const parse = (text: string) => {
    try {
      return { value: JSON.parse(text) }
    } catch {
      return undefined
    }
  }

  test('is JSON if and only if JSON.parse accepts it, and has the same value', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const expected = parse(text)
        if (expected === undefined) expect(() => parseExactJson(text)).toThrow(JsonSyntaxError)
        else expect(round(parseExactJson(text), expected.value)).toEqual(expected.value)
      }),
      { numRuns: 1000, examples: [['5e-1324'], ['[{"id":-0,"price":1.00000000000000000001}]']] },
    )
  })

  test('has the same value with the exact parser', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: codePoint }), (value) => {
        const text = JSON.stringify(value)
        const [, exact] = parseExactJson(slow(text)) as unknown[]
        const parsed = JSON.parse(text)
        expect(round(exact, parsed)).toEqual(parsed)
      }),
    )
  })

  test('of any size and depth is parsed without a crash', () => {
    const depth = 100_000
    expect(() => parseExactJson(slow('['.repeat(depth) + ']'.repeat(depth)))).not.toThrow()
    expect(() => parseExactJson('['.repeat(depth))).toThrow(`line 1, column ${depth + 1}`)
    expect(parseExactJson(`"${'\\n'.repeat(1_000_000)}"`)).toHaveLength(1_000_000)
    expect(() => parseExactJson(`${'0'.repeat(1_000_000)}1`)).toThrow(JsonSyntaxError)
    expect(parseExactJson(`0.${'0'.repeat(1_000_000)}1`)).toBeNaN()
  })
})

test.each([
  ['', 'a value at line 1, column 1, found the end'],
  ['\t\r\n [1,]', 'a value at line 2, column 5, found "]"'],
  ['\ufeff{}', 'a value at line 1, column 1, found a byte order mark'],
  ['{1', 'a string at line 1, column 2, found "1"'],
  ['{"a"1', '":" at line 1, column 5, found "1"'],
  ['{"a":1 "', '"," or "}" at line 1, column 8, found "\\""'],
  ['[1 🌱', '"," or "]" at line 1, column 4, found "🌱"'],
  ['1 1', 'the end at line 1, column 3, found "1"'],
  ['"a\n', 'a valid character of a string at line 1, column 3, found "\\n"'],
  ['"\\x"', 'an escape at line 1, column 3, found "x"'],
  ['{"a":[{},{"b":null}],}', 'a string at line 1, column 22, found "}"'],
])('the mistake in %j: expected %s', (text, mistake) => {
  const parse = () => parseExactJson(text)
  expect(parse).toThrow(expect.objectContaining({ name: 'JsonSyntaxError', message: `expected ${mistake}` }))
})

describe('members', () => {
  test.each(['', ',"id":9007199254740993'])(
    '__proto__ is an ordinary one, and the last duplicate wins: %s',
    (more) => {
      const text = `{"__proto__":{"polluted":true},"a":1,"a":2${more}}`
      const value = parseExactJson(text) as Record<string, unknown>
      expect([Object.keys(value).slice(0, 2), value['a']]).toEqual([['__proto__', 'a'], 2])
      expect([value['polluted'], ({} as Record<string, unknown>)['polluted']]).toEqual([undefined, undefined])
    },
  )

  test('that are undefined are omitted, and are null in arrays, like with JSON.stringify', () => {
    expect(stringifyExactJson({ a: undefined, b: [undefined, 1n], c: new Date(0), '"': null })).toBe(
      '{"b":[null,1],"c":"1970-01-01T00:00:00.000Z","\\"":null}',
    )
  })
})
