import { build } from 'esbuild'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { generateSchemas } from '../../src/contract/generate/generate-schemas.ts'
import type { Schemas } from '../../src/contract/generate/open-api.ts'
import { root } from '../../src/contract/generate/root.ts'
import { validateError, validateNewPlant, validatePlant } from '../../src/contract/validators.ts'
import { toExactInteger } from '../../src/json/exact-integer.ts'
import { createFindProblems, findSchemaProblems } from '../../src/judge/schema.ts'
import { describeProblems, type Validate } from '../../src/options/problems.ts'

const edges = [31n, 53n, 63n].flatMap((bits) => [
  2n ** bits,
  2n ** bits - 1n,
  -(2n ** bits),
  -(2n ** bits) - 1n,
])

/** Numbers as exact JSON has them: an integer that a number can't hold is a bigint. */
const integer = fc
  .oneof(fc.constantFrom(...edges), fc.bigInt({ min: -30n, max: 30n }), fc.bigInt())
  .map(toExactInteger)
const number = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((made) => (Number.isInteger(made) ? toExactInteger(BigInt(made)) : made))
const scalar = fc.oneof(
  integer,
  number,
  fc.string({ maxLength: 6, unit: 'grapheme' }),
  fc.constantFrom('tree', 'A', 'Ab', null, true, false),
)
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(
    fc.constantFrom('id', 'name', 'tag', 'error', 'message', 'a', 'b'),
    fc.oneof(scalar, fc.array(scalar)),
  ),
)

const own: [name: 'NewPlant' | 'Plant' | 'Error', validate: Validate][] = [
  ['NewPlant', validateNewPlant],
  ['Plant', validatePlant],
  ['Error', validateError],
]

test.each(own)('the judge and the fake find the same problems of a %s', (name, validate) => {
  fc.assert(
    fc.property(value, (made) => {
      const found = findSchemaProblems(name, made)
      expect(validate(made)).toBe(found.length === 0)
      const describe = (problems: Validate['errors']) =>
        describeProblems(problems, { whole: 'the body' }).split('; ').sort()
      expect(describe(found)).toEqual(describe(validate.errors))
    }),
    { numRuns: 500 },
  )
})

const bound = fc.integer({ min: -20, max: 20 })
const ofScalar = fc.oneof(
  fc.record(
    {
      type: fc.constant('string'),
      minLength: fc.nat(3),
      maxLength: fc.integer({ min: 3, max: 5 }),
      pattern: fc.constantFrom('^[A-Z]', 'b'),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    { type: fc.constantFrom('integer', 'number'), minimum: bound, maximum: bound },
    { requiredKeys: ['type'] },
  ),
  fc.record({ type: fc.constant('integer'), format: fc.constantFrom('int32', 'int64') }),
  fc.constantFrom(
    { type: 'boolean' },
    { type: 'null' },
    { type: ['string', 'null'] },
    { type: ['integer', 'null'] },
  ),
  fc.constantFrom({ enum: ['tree', 5, null] }, { const: true }),
  fc.constantFrom(
    { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    { oneOf: [{ const: 1 }, { const: 'A' }] },
  ),
)
const ofAny = fc.oneof(
  { weight: 3, arbitrary: ofScalar },
  fc.record(
    { type: fc.constant('array'), items: ofScalar, minItems: fc.nat(2) },
    { requiredKeys: ['type', 'items'] },
  ),
  fc.record({
    type: fc.constant('object'),
    properties: fc.record({ a: ofScalar, b: ofScalar }),
    required: fc.subarray(['a', 'b']),
    additionalProperties: fc.boolean(),
  }),
)

/** Loads the fake's checks of some schemas, from code that is generated for them. */
async function loadChecks(schemas: Schemas): Promise<(name: string, value: unknown) => boolean> {
  const names = Object.keys(schemas)
  const checks = names.map((name) => `${name}: createValidate(${name.toLowerCase()}Schema)`)
  const contents = [
    generateSchemas(schemas, names).replaceAll('../../options', './src/options'),
    `import { createValidate } from './src/options/schema.ts'`,
    `export const checks = { ${checks.join(', ')} }`,
  ].join('\n')
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
  })
  const { checks: loaded } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`
  )
  return (name, value) => loaded[name](value)
}

test('the judge and the fake agree on schemas of every kind', async () => {
  const made = fc
    .sample(ofAny, { seed: 7, numRuns: 60 })
    .map((schema, index) => [`S${index}`, schema] as const)
  const schemas: Schemas = Object.fromEntries(made)
  const findProblems = createFindProblems(schemas)
  const isValid = await loadChecks(schemas)
  const counts = { true: 0, false: 0 }
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(schemas)), value, (name, tried) => {
      const isRight = isValid(name, tried)
      counts[`${isRight}`]++
      expect([schemas[name], findProblems(name, tried).length === 0]).toEqual([schemas[name], isRight])
    }),
    { numRuns: 3000 },
  )
  // Both verdicts were compared many times.
  expect(Math.min(counts.true, counts.false)).toBeGreaterThan(100)
})
