import * as fc from 'fast-check'
import type { Limits } from '../contract/generated/limits.ts'
import { memberSchemas } from '../contract/generated/members.ts'
import { newPlantMembers, requiredMembers } from '../contract/generated/operation.ts'
import type { IdLimits, TextLimits } from '../contract/limit-keywords.ts'
import { createLimitsCheck, type LimitedMember } from '../contract/limits.ts'
import { narrowLimits } from '../contract/narrow-limits.ts'
import type { NewPlant } from '../contract/schemas.ts'
import { usableLimits } from '../contract/usable-limits.ts'
import { validateNewPlant } from '../contract/validators.ts'
import { type ExactInteger, toExactInteger } from '../json/exact-integer.ts'
import { parseExactJson, stringifyExactJson } from '../json/exact-json.ts'
import { check } from '../options/check.ts'
import { describeProblems } from '../options/problems.ts'
import { codePoint } from './code-point.ts'

/** A body that is not a NewPlant. */
export interface InvalidBody {
  /** The body as a string, because it may not be JSON, and numbers can't hold every id. */
  body: string
  /** What is wrong with it. */
  reason: string
}

const lowest = -(2n ** 63n)
const highest = 2n ** 63n - 1n

type Schema = Readonly<Record<string, unknown>>

const createId = ({ minimum = lowest, maximum = highest }: IdLimits): fc.Arbitrary<ExactInteger> => {
  const [min, max] = [BigInt(minimum), BigInt(maximum)]
  const all = fc.bigInt({ min, max })
  const isSmall = min <= 1n && max >= 1000n
  return (isSmall ? fc.oneof(fc.bigInt({ min: 1n, max: 1000n }), all) : all).map(toExactInteger)
}

function createText({ minLength = 0, maxLength, pattern }: TextLimits): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'))
  const lengths = { minLength, ...(maxLength !== undefined && { maxLength }) }
  // Limits count code points, like these units.
  return fc.oneof(
    fc.string({ unit: 'grapheme-ascii', ...lengths }),
    fc.string({ unit: codePoint, ...lengths }),
  )
}

const createNumber = ({ minimum, maximum }: { minimum?: number; maximum?: number }): fc.Arbitrary<number> =>
  fc.double({
    noNaN: true,
    noDefaultInfinity: true,
    ...(minimum !== undefined && { min: minimum }),
    ...(maximum !== undefined && { max: maximum }),
  })

function createInteger({ format, ...bounds }: IdLimits & { format?: string }): fc.Arbitrary<ExactInteger> {
  const edge = 2n ** (format === 'int32' ? 31n : format === 'int64' ? 63n : 53n)
  return createId({ minimum: -edge, maximum: edge - 1n, ...bounds })
}

function createObject({
  properties = {},
  required = [],
}: {
  properties?: Record<string, Schema>
  required?: string[]
}) {
  const members = Object.entries(properties).map(([name, schema]) => [name, fromSchema(schema)])
  return fc.record<Record<string, unknown>>(Object.fromEntries(members), { requiredKeys: required })
}

/** Makes the values of a schema without references. */
function fromSchema(schema: Schema): fc.Arbitrary<unknown> {
  const { anyOf, oneOf = anyOf, enum: values = 'const' in schema ? [schema['const']] : undefined } = schema
  if (values !== undefined) return fc.constantFrom(...(values as unknown[]))
  if (oneOf !== undefined) return fc.oneof(...(oneOf as Schema[]).map(fromSchema))
  const kinds: Readonly<Record<string, () => fc.Arbitrary<unknown>>> = {
    string: () => createText(schema),
    integer: () => createInteger(schema),
    number: () => createNumber(schema),
    boolean: () => fc.boolean(),
    null: () => fc.constant(null),
    array: () =>
      fc.array(fromSchema(schema['items'] as Schema), { minLength: Number(schema['minItems'] ?? 0) }),
    object: () => createObject(schema),
  }
  const types = [schema['type'] ?? 'object'].flat() as string[]
  return fc.oneof(...types.map((type) => kinds[type]?.() ?? fc.constant(null)))
}

/**
 * A NewPlant that the specification allows (section 2), including ids up to the edges of int64 and all of Unicode.
 *
 * @param limits what your service accepts, if it doesn't accept all of them
 *
 * @throws {OptionsError} if the limits are not valid
 */
export function newPlant(limits: Limits = {}): fc.Arbitrary<NewPlant> {
  check(limits, usableLimits, 'limits')
  const findProblem = createLimitsCheck(limits)
  const narrowed = narrowLimits(limits)
  const schemas = Object.entries(memberSchemas).map(([member, schema]) => [
    member,
    fromSchema({ ...schema, ...narrowed[member as LimitedMember] }),
  ])
  const plants: fc.Arbitrary<unknown> = fc.record<Record<string, unknown>>(Object.fromEntries(schemas), {
    requiredKeys: [...requiredMembers],
  })
  return (plants as fc.Arbitrary<NewPlant>).filter(
    (plant) => findProblem(plant) === undefined && validateNewPlant(plant),
  )
}

/** Says what is wrong with a body; undefined for a NewPlant. */
function findReason(body: string): string | undefined {
  let value: unknown
  try {
    value = parseExactJson(body)
  } catch (error) {
    return `the body is not JSON: ${(error as Error).message}`
  }
  if (validateNewPlant(value)) return undefined
  return describeProblems(validateNewPlant.errors, { whole: 'the body' })
}

const json = fc.jsonValue({ maxDepth: 2 }).map((value) => stringifyExactJson(value))
const fraction = fc.integer({ min: 1, max: 999 }).map((part) => `7.${part}5`)
const beyondInt64 = fc
  .oneof(fc.bigInt({ min: highest + 1n, max: 2n ** 70n }), fc.bigInt({ min: -(2n ** 70n), max: lowest - 1n }))
  .map(String)

/** The body of a NewPlant with the JSON of one property replaced; `undefined` leaves it out. */
const withProperty = (
  member: keyof NewPlant,
  literal: fc.Arbitrary<string | undefined>,
): fc.Arbitrary<string> =>
  fc.tuple(newPlant(), literal).map(([plant, replaced]) => {
    const members = Object.entries({ [member]: undefined, ...plant }).map(
      ([name, value]): [string, string | undefined] => [
        name,
        name === member ? replaced : stringifyExactJson(value),
      ],
    )
    const pairs = members.filter(([, value]) => value !== undefined)
    return `{${pairs.map(([name, value]) => `"${name}":${value}`).join(',')}}`
  })

/** A body that is not a NewPlant, and why: a property is missing or wrong, it is another value, or it is not JSON. */
export function invalidBody(): fc.Arbitrary<InvalidBody> {
  const cutOff = newPlant()
    .map((plant) => stringifyExactJson(plant))
    .chain((text) => fc.integer({ min: 1, max: text.length - 1 }).map((length) => text.slice(0, length)))
  const others = newPlantMembers.filter((member) => member !== 'id')
  const bodies = fc.oneof(
    withProperty('id', fc.oneof(fc.constant(undefined), fraction, beyondInt64, json)),
    ...others.map((member) =>
      withProperty(member, requiredMembers.includes(member) ? fc.oneof(fc.constant(undefined), json) : json),
    ),
    json,
    cutOff,
  )
  return bodies
    .map((body) => ({ body, reason: findReason(body) }))
    .filter((made): made is InvalidBody => made.reason !== undefined)
}

/** A bearer token that can be sent (RFC 6750 section 2.1). A mock without `credentials` accepts it. */
export const token = (): fc.Arbitrary<string> =>
  fc.stringMatching(/^[A-Za-z0-9\-._~+/]{1,60}={0,2}$/).filter((text) => text !== 'invalid-token')
