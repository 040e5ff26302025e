import * as fc from 'fast-check'
import type { Limits } from '../contract/generated/limits.ts'
import { newPlantMembers, requiredMembers } from '../contract/generated/operation.ts'
import { createLimitsCheck } from '../contract/limits.ts'
import { narrowLimits } from '../contract/narrow-limits.ts'
import { plantStore } from '../contract/plant-store.ts'
import type { NewPlant } from '../contract/schemas.ts'
import { usableLimits } from '../contract/usable-limits.ts'
import { validateNewPlant } from '../contract/validators.ts'
import { parseExactJson, stringifyExactJson } from '../json/exact-json.ts'
import { check } from '../options/check.ts'
import { describeProblems } from '../options/problems.ts'
import { fromParts } from './arbitrary-of.ts'
import { toPart } from './parts.ts'

export { arbitraryOf } from './arbitrary-of.ts'

/** A body that is not a NewPlant. */
export interface InvalidBody {
  /** The body as a string, because it may not be JSON, and numbers can't hold every id. */
  body: string
  /** What is wrong with it. */
  reason: string
}

const lowest = -(2n ** 63n)
const highest = 2n ** 63n - 1n

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
  const parts = plantStore().schemas.get('NewPlant')?.as('request').parts() ?? []
  const plants = fromParts([...parts, toPart({ properties: narrowLimits(limits) })], 'request')
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
