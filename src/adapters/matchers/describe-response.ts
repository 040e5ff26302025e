import type { MediaType, Operation } from '../../contract/contract.ts'
import { describeProblems, describeValue } from '../../options/problems.ts'

/** A response of a service: its body as a string, as the value that a client parsed, or the reason why it could not be read. */
export interface ReceivedResponse {
  status: number
  contentType: string | undefined
  body: { text: string } | { value: unknown } | { failure: string }
}

function describeBody({ kind, name, parse, schema }: MediaType, body: ReceivedResponse['body']): string[] {
  if ('failure' in body) return [`the body could not be read: ${body.failure}`]
  // A client has parsed only JSON, a string has lost bytes, and events are text.
  if ('value' in body ? kind !== 'json' : kind === 'binary' || kind === 'events') return []
  let value: unknown
  try {
    value = 'text' in body ? parse(body.text) : body.value
  } catch (error) {
    return [`the body is not valid ${name}: ${(error as Error).message}`]
  }
  const problems = schema.check(value)
  return problems.length === 0 ? [] : [describeProblems(problems, { whole: 'the body' })]
}

/**
 * Lists what is wrong with a response: its status, its content type, its body. The list is empty if the operation can give
 * this response.
 */
export function describeResponseProblems(
  { responses }: Operation,
  { status, contentType, body }: ReceivedResponse,
): string[] {
  const documented = responses.pick(status)
  if (documented === undefined) {
    const names = responses.all.map(({ name }) => name).join(' or ')
    return [`the status must be ${names}, got ${describeValue(status)}`]
  }
  const { media } = documented
  if (media.length === 0) return []
  const picked = documented.pick(contentType)
  const [only] = media.length === 1 ? media : []
  const judged = picked ?? only
  const names = media.map(({ name }) => name).join(' or ')
  return [
    ...(picked ? [] : [`the header Content-Type must be ${names}, got ${describeValue(contentType)}`]),
    ...(judged ? describeBody(judged, body) : []),
  ]
}
