import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { describeProblems, describeValue } from '../../src/options/problems.ts'
import {
  anyOf,
  anything,
  array,
  boolean,
  custom,
  fields,
  findProblems,
  integer,
  number,
  object,
  oneOf,
  range,
  string,
  text,
  type ValueSchema,
} from '../../src/options/schema.ts'

const describeWrong = (schema: ValueSchema, value: unknown, options: object = {}): string =>
  describeProblems(findProblems(value, schema), { whole: 'the value', ...options })

const secret = text('a token', /^\w+$/, true)
const small = integer(0, 9)
const big = integer(-9n, 9n)
const pot = object({ size: small, owner: object({ name: string }, ['name']) }, ['size'])
const names = fields('an object of names', true, (name) => (name === 'a' ? string : small))

const schemas: readonly [schema: ValueSchema, right: unknown[], wrong: unknown[]][] = [
  [string, [''], [5]],
  [boolean, [true, false], [null]],
  [anything, [undefined, null], []],
  [number(0, 1), [0, 0.5, 1], ['0', -0.1, 1.1, Number.NaN]],
  [small, [0, 9], [-1, 10, 0.5, 5n, '5']],
  [big, [-9, 9, -9n, 9n], [-10n, 10n, -10, 10]],
  [oneOf('a', false), ['a', false], ['b']],
  [oneOf(1, 2, 3), [1], [4]],
  [secret, ['abc'], ['a b']],
  [custom('left out', () => false, true), [], [5]],
  [
    range(small),
    [
      [0, 0],
      [1, 2],
    ],
    [[2, 1], [1], [1, 2, 3], [1, 10], 5],
  ],
  [anyOf(small, array(string)), [5, ['a']], ['x', ['a', 5]]],
  [array(secret, 2), [['a', 'b']], [['a'], 'a', ['a', '-', '-']]],
  [pot, [{ size: 1 }, { size: 1, owner: undefined }], [[], { owner: {} }, { size: 1, a: 1, 'b c': 2 }]],
  [object({}, [], true), [{ any: 1 }], [null]],
  [names, [{}, { a: 'x', b: 1 }], [{ a: 1, b: undefined }, new Map(), null]],
  [fields('an object', false, () => string), [{ a: undefined }], []],
]

test('schemas accept what they describe, and what is wrong with other values is as recorded', async () => {
  for (const [schema, right] of schemas)
    expect(right.map((value) => describeWrong(schema, value))).toEqual(right.map(() => ''))
  const lines = schemas.flatMap(([schema, , wrong]) =>
    wrong.map((value) => `${inspect(value)}: ${describeWrong(schema, value)}\n`),
  )
  // A whole thing has a name, and a credential is never shown.
  const value = { size: 'secret-token', owner: 5, 'secret-token': 1 }
  for (const options of [
    { whole: 'pot' },
    { whole: 'the options' },
    { whole: 'the pot', secret: 'secret-token' },
  ])
    lines.push(`${inspect(options)}: ${describeWrong(pot, value, options)}\n`)
  await expect(lines.join('')).toMatchFileSnapshot('recordings/schemas.txt')
})

test('at most five problems are described', () => {
  const description = describeWrong(array(small), Array(6).fill('x'), { whole: 'pots' })
  expect(description.split('; ')).toEqual(
    [0, 1, 2, 3, 4].map((index) => `pots[${index}] must be an integer from 0 to 9, got "x"`),
  )
  expect(describeProblems(undefined, { whole: 'the value' })).toBe('')
})

test.each<[value: unknown, shown: string, secret?: string]>([
  [undefined, 'nothing'],
  [null, 'null'],
  [true, 'true'],
  ['a "b"', '"a \\"b\\""'],
  ['x'.repeat(40), `"${'x'.repeat(40)}"`],
  ['x'.repeat(41), `"${'x'.repeat(40)}…" (41 characters)`],
  [`\u001b[31m\n${'x'.repeat(40)}`, `"\\u001b[31m\\n${'x'.repeat(34)}…" (46 characters)`],
  [12n ** 50n, `${String(12n ** 50n).slice(0, 40)}… (54 characters)`],
  [{}, 'an object'],
  [[1], 'an array'],
  [Number.NaN, 'a number with a fraction'],
  [Infinity, 'a number that is too large'],
  [2 ** 53, 'the number 9007199254740992, which is not exact; use a bigint'],
  [1.5, '1.5'],
  ['abcd', 'the credential', 'abcd'],
  ['a', 'the credential', 'a'],
  ['xabcdx', 'the credential', 'abcd'],
  ['xabcx', '"xabcx"', 'abc'],
  ['abc', '"abc"', ''],
])('describeValue(%o) is %s', (value, shown, secret) => {
  expect(describeValue(value, secret)).toBe(shown)
})
