import { examplePlant } from '../../contract/example-plant.ts'
import { answerSchemas, createdStatus, operation } from '../../contract/generated/operation.ts'
import type { NewPlant } from '../../contract/schemas.ts'
import type { ExactInteger } from '../../json/exact-integer.ts'
import { parseExactJson } from '../../json/exact-json.ts'
import { judgeExchange } from '../../judge/judge-exchange.ts'
import { findSchemaProblems } from '../../judge/schema.ts'
import { isObject } from '../../options/is-object.ts'
import { bodyRefused, credentialsRefused, type Interaction, plantCreated } from '../consumer/interactions.ts'

/** A request with its response, as the journal of a mock keeps them; header names are in lower case. */
export interface RecordedExchange {
  request: { method: string; path: string; headers: Readonly<Record<string, string>>; body: string }
  /** Undefined while the request waits; `status` is 0 if the connection was dropped. */
  response: { status: number; headers: Readonly<Record<string, string>>; body: string } | undefined
  /** Why the mock rejected it. */
  failure?: string
  /** The fault that was injected. */
  fault?: string
}

/** The failures that a body can cause. */
const bodyFailures = new Set<string | undefined>([
  undefined,
  'missing-body',
  'malformed-body',
  'invalid-body',
])

/** The example for all ids that a JavaScript number can't hold. */
const largeId = { example: 9007199254740993n, words: 'an id beyond 2^53' }

function toTypical(value: unknown, typicalNumber: ExactInteger): unknown {
  if (value === null || Array.isArray(value)) return value && []
  const typical: Record<string, unknown> = { string: 'text', boolean: true, object: {} }
  return typical[typeof value] ?? typicalNumber
}

/** Replaces a body that isn't a NewPlant with the example for all bodies that are wrong in the same way. */
function toTypicalBody(body: unknown): unknown {
  if (!isObject(body)) return toTypical(body, 1)
  const { id, name, tag } = body
  const isRight = (member: Partial<Record<keyof NewPlant, unknown>>): boolean =>
    findSchemaProblems('NewPlant', { ...examplePlant, ...member }).length === 0
  const isFraction = Number.isNaN(id) || (Number.isFinite(id) && !Number.isInteger(id))
  const typicalId = toTypical(id, isFraction ? 1.5 : 9223372036854775808n)
  return {
    ...(id !== undefined && { id: isRight({ id }) ? examplePlant.id : typicalId }),
    ...(name !== undefined && { name: isRight({ name }) ? examplePlant.name : toTypical(name, 1) }),
    ...(!isRight({ tag }) && { tag: toTypical(tag, 1) }),
  }
}

/** Finds the interaction for an exchange, or says why there is none. The examples in the interaction don't depend on the values in the request. */
export function recognize({ request, response, failure, fault }: RecordedExchange): Interaction | string {
  const { method, body } = request
  if (response === undefined) return 'the request still waits for its response'
  if (fault !== undefined) return `the fault ${fault} was injected`
  if (method !== operation.method || !request.path.endsWith(operation.path))
    return `the request is not for the operation ${operation.method} ${operation.path}`
  const { status } = response
  const { authorization = '', 'content-type': type = '' } = request.headers
  // The specification doesn't name the status of these rejections.
  const isRejected = status >= 400 && status <= 499
  if (isRejected && failure === 'missing-credentials' && authorization === '')
    return credentialsRefused('missing')
  if (isRejected && failure === 'invalid-credentials' && /^bearer /i.test(authorization))
    return credentialsRefused('invalid')
  if (!Object.hasOwn(answerSchemas, status))
    return `the status must be ${Object.keys(answerSchemas).join(' or ')}, got ${status}`
  if (!bodyFailures.has(failure))
    return `the specification does not say how the service responds to ${failure}`
  // The journal has no tokens.
  const headers = [
    { name: 'authorization', value: authorization.replace('***', 'token') },
    { name: 'content-type', value: type },
  ]
  const isCreated = status === createdStatus
  const wrong = judgeExchange(
    { method, path: operation.path, headers, pieces: [Buffer.from(body)] },
    { version: '1.1', status, headers: Object.entries(response.headers), body: Buffer.from(response.body) },
    { id: 'free' },
  ).find(({ kind, place }) => kind === 'error' && (isCreated || !place.startsWith('/request/body')))
  if (wrong !== undefined) return wrong.problem
  if (body === '') return bodyRefused()
  let value: unknown
  try {
    value = parseExactJson(body)
  } catch {
    return "Pact's mock can't expect a body that is not JSON"
  }
  if (!isCreated) return bodyRefused(toTypicalBody(value))
  const { id, tag } = value as NewPlant
  return plantCreated({}, { hasTag: tag !== undefined, ...(typeof id === 'bigint' && { id: largeId }) })
}
