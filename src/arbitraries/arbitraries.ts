import * as fc from 'fast-check'
import { createLimitsCheck, type IdLimits, type Limits, type TextLimits } from '../contract/limits.ts'
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
  /** The body as text, because it may not be JSON, and numbers can't hold every id. */
  body: string
  /** What is wrong with it, in the words of a store's answer. */
  reason: string
}

const lowest = -(2n ** 63n)
const highest = 2n ** 63n - 1n

function createId({ minimum = lowest, maximum = highest, enum: ids }: IdLimits): fc.Arbitrary<ExactInteger> {
  if (ids !== undefined) return fc.constantFrom(...ids)
  const [min, max] = [BigInt(minimum), BigInt(maximum)]
  const all = fc.bigInt({ min, max })
  const isSmall = min <= 1n && max >= 1000n
  return (isSmall ? fc.oneof(fc.bigInt({ min: 1n, max: 1000n }), all) : all).map(toExactInteger)
}

function createText({ minLength = 0, maxLength, pattern, enum: texts }: TextLimits): fc.Arbitrary<string> {
  if (texts !== undefined) return fc.constantFrom(...texts)
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'))
  const lengths = { minLength, ...(maxLength !== undefined && { maxLength }) }
  // Limits count code points, like these units.
  return fc.oneof(
    fc.string({ unit: 'grapheme-ascii', ...lengths }),
    fc.string({ unit: codePoint, ...lengths }),
  )
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
  const { id = {}, name = {}, tag = {} } = limits
  return fc
    .record(
      { id: createId(id), name: createText(name), tag: createText(tag) },
      { requiredKeys: ['id', 'name'] },
    )
    .filter((plant) => findProblem(plant) === undefined)
}

/** Returns the problem that a store would report for a body; undefined for a NewPlant. */
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

/** The body of a NewPlant with the JSON of one member replaced; `undefined` leaves it out. */
const withMember = (
  member: keyof NewPlant,
  literal: fc.Arbitrary<string | undefined>,
): fc.Arbitrary<string> =>
  fc.tuple(newPlant(), literal).map(([plant, replaced]) => {
    const members = Object.entries({ tag: 'fern', ...plant }).map(
      ([name, value]): [string, string | undefined] => [
        name,
        name === member ? replaced : stringifyExactJson(value),
      ],
    )
    const pairs = members.filter(([, value]) => value !== undefined)
    return `{${pairs.map(([name, value]) => `"${name}":${value}`).join(',')}}`
  })

/** A body that is not a NewPlant, and why: a member is missing or wrong, it is another value, or it is not JSON. */
export function invalidBody(): fc.Arbitrary<InvalidBody> {
  const cutOff = newPlant()
    .map((plant) => stringifyExactJson(plant))
    .chain((text) => fc.integer({ min: 1, max: text.length - 1 }).map((length) => text.slice(0, length)))
  const bodies = fc.oneof(
    withMember('id', fc.oneof(fc.constant(undefined), fraction, beyondInt64, json)),
    withMember('name', fc.oneof(fc.constant(undefined), json)),
    withMember('tag', json),
    json,
    cutOff,
  )
  return bodies
    .map((body) => ({ body, reason: findReason(body) }))
    .filter((made): made is InvalidBody => made.reason !== undefined)
}

/** A bearer token that can be sent (RFC 6750 section 2.1). A store without `tokens` accepts it. */
export const token = (): fc.Arbitrary<string> =>
  fc.stringMatching(/^[A-Za-z0-9\-._~+/]{1,60}={0,2}$/).filter((text) => text !== 'invalid-token')
