import { newPlantMembers, plantMistakes } from '../../contract/generated/operation.ts'
import type { AnswersOption, Refusal } from '../../store/answers.ts'
import { type FailureName, failureNames, type PlantMistake } from '../../store/failures.ts'
import type { PlantStoreOptions } from '../../store/options.ts'

/** The names of {@link variants}. */
export type VariantName = keyof typeof variants

type Row = FailureName | PlantMistake

const schemaMistakes: ReadonlySet<Row> = new Set([
  'missing-body',
  'malformed-body',
  'invalid-body',
  // Limits are not in the schema, and unknown members are allowed.
  ...plantMistakes.filter(
    (name) =>
      name === 'id-out-of-range' ||
      !['unknown', ...newPlantMembers].some((member) => name.startsWith(`${member}-`)),
  ),
])

/** A mistake of a body, to which the specification documents a 400 as the answer (section 4, rule 3). */
const isOfBody = (name: Row): boolean => schemaMistakes.has(name)

const toRows = (toRow: (name: Row) => Partial<Refusal>): AnswersOption =>
  Object.fromEntries([...failureNames, ...plantMistakes].map((name) => [name, toRow(name)]))

const json = { 'content-type': 'application/json; charset=utf-8' }
const challenge = { 'www-authenticate': 'Bearer' }

/** Texts that no service refuses: neither empty, blank, long, nor with control characters. */
const usual = { pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cn}\\p{Cs}]{1,100}$' }

/** Other statuses than those of HTTP, and nothing that reads like an Error. */
function toOtherRow(name: Row): Partial<Refusal> {
  if (isOfBody(name)) return { error: 0, message: 'Bad Request' }
  const isOfCredentials = name === 'missing-credentials' || name === 'invalid-credentials'
  return { status: isOfCredentials ? 404 : 422, body: 'Refused', headers: { 'content-type': 'text/plain' } }
}

/**
 * Services that keep the specification and differ in what it leaves open: statuses, error numbers and texts, more members
 * and headers, parameters of the content type, stored ids, limits of texts and bodies, and unknown members. `obliging` does what a
 * pact expects, wherever that is legal.
 */
export const variants = {
  obliging: { onDuplicate: 'replace' },
  other: { onDuplicate: 'keep', answers: toRows(toOtherRow) },
  strict: {
    unknownMembers: 'refuse',
    limits: { name: usual, tag: usual },
    answers: {
      preset: 'documented',
      created: { members: { links: { self: '/plants/{id}' } }, headers: { ...json, 'x-request-id': '1' } },
      ...(toRows(() => ({
        error: -(2 ** 31),
        message: '',
        members: { details: [] },
        headers: { ...json, ...challenge, 'x-request-id': '1' },
      })) as object),
    },
  },
} as const satisfies Record<string, PlantStoreOptions>

/** The names of {@link variants}, in their order. */
export const variantNames = Object.keys(variants) as [VariantName, ...VariantName[]]
