import { operation, plantMistakes } from '../contract/generated/operation.ts'
import { type FailureName as MockFailureName, failures as mockFailures } from '../mock/failures.ts'
import type { FaultKind } from '../mock/faults/fault-kinds.ts'

/** The failures of the plant store. */
export type FailureName = Exclude<
  MockFailureName,
  'invalid-parameter' | 'not-acceptable' | 'unknown-record' | 'precondition-failed' | 'reused-idempotency-key'
>

/**
 * The decisions about refusals that the specification leaves open (sections 5, 7 and 8), in the order of the checks.
 *
 * The status is that of the preset `http`; the preset `documented` always uses 400. The error is the status with the
 * number as its last two digits. If a check can say exactly what is wrong with a request, its message replaces the one in this table.
 */
export const failures: Readonly<
  Record<FailureName, readonly [status: number, number: number, message: string]>
> = {
  'malformed-request': [400, 0, 'the request is not valid HTTP'],
  'headers-too-large': [431, 1, 'the headers are too large'],
  'request-timeout': [408, 1, 'the request did not arrive in time'],
  'unknown-path': [404, 1, 'there is nothing at this path'],
  'method-not-allowed': [405, 1, `the method must be ${operation.method}`],
  'missing-credentials': [401, 1, 'the header Authorization must be "Bearer <token>"'],
  'invalid-credentials': [401, 2, 'the bearer token is not valid'],
  'unsupported-media-type': [415, 1, `the header Content-Type must be ${operation.contentType}`],
  'unsupported-encoding': [415, 2, 'the body must be sent without a content coding'],
  'body-too-large': [413, 1, 'the body is too large'],
  'missing-body': [400, 1, 'the body is missing; it must be a NewPlant as JSON'],
  'malformed-body': [400, 2, 'the body is not JSON'],
  'invalid-body': [400, 3, 'the body is not a NewPlant'],
  forced: [400, 4, 'the header Prefer: code=400 asks for this error'],
  'duplicate-key': [409, 1, 'a plant with this id is already stored'],
  'internal-error': [500, 1, 'the storage of the plant store failed'],
}

const limits = ['8. Limits', 'Limits: not shown.'] as const
const credentials = ['5. Authentication', 'Response to a missing or invalid token: not shown.'] as const
const createPlant = '4. Endpoints, Create plant'
const contentType = [createPlant, 'Content type: application/json'] as const

/** When each refusal is given, and the section of the specification that it comes from or that leaves it open; for people. */
export const decisions: Readonly<
  Record<FailureName, readonly [when: string, source: readonly [section: string, says: string]]>
> = {
  'malformed-request': [
    'invalid HTTP, or not exactly one valid `Host`',
    ['1. What the service does', 'Clients add plants to the store over HTTP with JSON payloads.'],
  ],
  'headers-too-large': ['headers over 16 KiB', limits],
  'request-timeout': ["the request doesn't arrive in time", limits],
  'unknown-path': ['any path other than `/plants`', ['4. Endpoints', 'Other endpoints: not shown.']],
  'method-not-allowed': ['a method other than POST', [createPlant, 'Method: POST']],
  'missing-credentials': ['no credentials, or a scheme other than Bearer', credentials],
  'invalid-credentials': ['a token that is empty, malformed, or not valid', credentials],
  'unsupported-media-type': ['a content type other than `application/json`', contentType],
  'unsupported-encoding': ['a `Content-Encoding` other than `identity`', contentType],
  'body-too-large': ['more than 1 MiB (`--max-body`)', limits],
  'missing-body': ['no body, with or without a content type', [createPlant, 'Body: Required']],
  'malformed-body': ["the body isn't JSON", contentType],
  'invalid-body': [
    'the body is JSON but not a NewPlant',
    [
      '2. Resources and their fields',
      'A NewPlant requires both id (integer, format int64) and name (string). tag (string) is optional.',
    ],
  ],
  forced: [
    '`Prefer: code=400`',
    [
      createPlant,
      'When the request fails with the documented error, the service answers 400 with an Error body.',
    ],
  ],
  'duplicate-key': [
    'the id is stored, unless `--on-duplicate` is `replace` or `keep`',
    ['7. Errors', 'Conditions that produce 400: not shown.'],
  ],
  'internal-error': [
    "the store can't keep the plant, as with a full disk",
    ['7. Errors', 'Status codes other than 200 and 400: not shown.'],
  ],
}

/** The named reasons to refuse a request, in the order of the checks. */
export const failureNames: readonly FailureName[] = /* @__PURE__ */ Object.keys(failures) as FailureName[]

/** What is wrong with a plant. Each can have an answer of its own; without one, it is that of `invalid-body`. */
export type PlantMistake = (typeof plantMistakes)[number]

/**
 * The row whose answer a mistake gets if it has none of its own; that of a plant gets `invalid-body`. The last ones are
 * refused only if the option `refuses` has a pattern for them.
 */
export const parents = {
  'empty-credentials': 'missing-credentials',
  'other-scheme': 'missing-credentials',
  'empty-token': 'invalid-credentials',
  'malformed-token': 'invalid-credentials',
  'fractional-id': 'invalid-id',
  'id-out-of-range': 'invalid-id',
  'deep-nesting': 'malformed-body',
  'repeated-member': 'malformed-body',
  'unexpected-query': 'unknown-path',
} as const

/** What is wrong with a request, more exactly than its failure. */
export type Mistake = PlantMistake | keyof typeof parents

/** The names of all rows of the table of answers. */
export const rowNames: readonly (FailureName | Mistake)[] = /* @__PURE__ */ [
  ...failureNames,
  ...plantMistakes,
  .../* @__PURE__ */ (Object.keys(parents) as Mistake[]),
]

const isFailure = (name: FailureName | Mistake): name is FailureName => name in failures

/** Names the row whose answer a mistake gets if it has none of its own. */
export const toParent = (mistake: Mistake): FailureName | Mistake =>
  (parents as Partial<Record<Mistake, FailureName | Mistake>>)[mistake] ?? 'invalid-body'

/** Names the failure that a mistake is a part of. */
export const toFailure = (name: FailureName | Mistake): FailureName =>
  isFailure(name) ? name : toFailure(toParent(name))

/** A failure that the plant store doesn't have by itself; a fault can ask for it. */
export type OtherFailure = Exclude<MockFailureName, FailureName>

/** Says whether a name is that of such a failure. */
export const isOther = (name: MockFailureName | Mistake): name is OtherFailure =>
  name in mockFailures && !(name in failures)

/** The status, number, and message of a failure. */
export function toFailureRow(
  name: MockFailureName | Mistake,
): readonly [status: number, number: number, message: string] {
  if (!isOther(name)) return failures[toFailure(name as FailureName | Mistake)]
  const { statuses, number, title } = mockFailures[name]
  return [statuses[0] ?? 400, number, title.toLowerCase()]
}

/** The name of a fault: a named failure of any mock, or a fault of the connection or the body. */
export type FaultName = MockFailureName | FaultKind

/** What an answer and the journal call a fault: its name, or the status of an answer that a fault gave. */
export type FaultLabel = FaultName | `${number}`
