import { describe, expect, test } from 'vitest'
import { describeProblems, describeValue } from '../../src/contract/problems.ts'
import { validateError, validateNewPlant, validatePlant } from '../../src/contract/validators.ts'

const int64 = 'an integer from -9223372036854775808 to 9223372036854775807'

describe('validateNewPlant', () => {
  test.each([
    { id: 0, name: '' },
    { id: -9223372036854775808n, name: 'Fern', tag: 'green' },
    { id: 9223372036854775807n, name: 'Fern', color: 1 },
    { id: 5n, name: 'Fern' },
  ])('accepts %o', (plant) => {
    expect(validateNewPlant(plant)).toBe(true)
  })

  test.each<[value: unknown, message: string]>([
    [{ id: 9223372036854775808n, name: 'Fern' }, `id must be ${int64}, got 9223372036854775808`],
    [
      { id: 2 ** 53, name: 'Fern' },
      `id must be ${int64}, got the number 9007199254740992, which is not exact; use a bigint`,
    ],
    [{ id: Number.NaN, name: 'Fern' }, `id must be ${int64}, got a number with a fraction`],
    [{ id: '1', name: 5 }, `id must be ${int64}, got "1"; name must be a string, got 5`],
    [{}, 'id is missing; name is missing'],
    [null, 'the plant must be an object, got null'],
    [[], 'the plant must be an object, got an array'],
  ])('says of %o what is wrong, once', (value, message) => {
    expect(validateNewPlant(value)).toBe(false)
    expect(describeProblems(validateNewPlant.errors, value, { whole: 'the plant' })).toBe(message)
  })
})

test.each([
  [{ name: 'Fern' }, true],
  [{ name: 'Fern', tag: 'green', id: 1 }, true],
  [{ tag: 'green' }, false],
  [{ name: 'Fern', tag: null }, false],
])('validatePlant(%o) is %s', (value, expected) => {
  expect(validatePlant(value)).toBe(expected)
})

test.each([
  [{ error: 2147483647, message: '' }, true],
  [{ error: 2147483648, message: '' }, false],
  [{ error: -2147483649, message: '' }, false],
  [{ error: 1.5, message: '' }, false],
  [{ error: 1 }, false],
  [{ message: '' }, false],
])('validateError(%o) is %s', (value, expected) => {
  expect(validateError(value)).toBe(expected)
})

test.each<[value: unknown, shown: string]>([
  [undefined, 'nothing'],
  [null, 'null'],
  [true, 'true'],
  ['a "b"', '"a \\"b\\""'],
  ['x'.repeat(41), `"${'x'.repeat(40)}…" (41 characters)`],
  [`\u001b[31m\n${'x'.repeat(40)}`, `"\\u001b[31m\\n${'x'.repeat(34)}…" (46 characters)`],
  [12n ** 50n, `${String(12n ** 50n).slice(0, 40)}… (54 characters)`],
  [{}, 'an object'],
  [[1], 'an array'],
])('describeValue(%o) is %s', (value, shown) => {
  expect(describeValue(value)).toBe(shown)
})
