import { describeAnswerProblems, type ReceivedAnswer } from '../../contract/check-answer.ts'
import { operation } from '../../contract/generated/operation.ts'
import { createReceiverError, type MatcherContext, type MatcherResult, toResult } from './matcher.ts'

const name = 'toSatisfyContract'
const wanted = 'The received value must be a Response, or a result with status, headers and data as of axios.'

interface Headers {
  get?: (name: string) => unknown
  [name: string]: unknown
}

/** Reads a header of WHATWG's Headers, of axios' own or of a plain object. */
function readContentType(headers: Headers): string | undefined {
  const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === 'content-type') ?? ''
  const value = typeof headers.get === 'function' ? headers.get('content-type') : headers[key]
  return typeof value === 'string' ? value : undefined
}

async function readAnswer(context: MatcherContext, received: unknown): Promise<ReceivedAnswer> {
  const fail = (reason: string): never => {
    throw createReceiverError(context, name, reason, received)
  }
  if (typeof received !== 'object' || received === null) return fail(wanted)
  if (received instanceof Promise) return fail('The received value is a promise: await it first.')
  const { status, headers } = received as { status?: unknown; headers?: Headers | null }
  if (typeof status !== 'number' || typeof headers !== 'object' || headers === null) return fail(wanted)
  const contentType = readContentType(headers)
  if (received instanceof Response) {
    if (received.bodyUsed)
      return fail('The body was read already: pass the response first, or a clone of it.')
    return { status, contentType, body: { text: await received.clone().text() } }
  }
  if (!('data' in received)) return fail(wanted)
  const { data } = received
  return { status, contentType, body: typeof data === 'string' ? { text: data } : { value: data } }
}

/**
 * Checks that an answer is one that the operation can have (specification section 4): status, content type and body.
 * It gives a promise, as the body of a Response is read (of a clone, so that it stays unread).
 */
export async function toSatisfyContract(this: MatcherContext, received: unknown): Promise<MatcherResult> {
  const answer = await readAnswer(this, received)
  const problems = describeAnswerProblems(answer)
  return toResult(this, name, {
    pass: problems.length === 0,
    expected: () => `an answer of ${operation.method} ${operation.path}`,
    received: ({ utils }) =>
      `${answer.status} ${'text' in answer.body ? answer.body.text : utils.printReceived(answer.body.value)}`,
    problems: () => problems,
  })
}
