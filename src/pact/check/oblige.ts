import { operation } from '../../contract/generated/operation.ts'
import { type HttpAnswer, type HttpRequest, isLimiting, isSuccess } from '../../http/exchange.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { judgeExchange, type Known } from '../../judge/judge-exchange.ts'
import { findOtherOperation } from '../../judge/judge-request.ts'
import { readObject } from '../../judge/read-body.ts'
import { isObject } from '../../options/is-object.ts'
import { expectsSuccess, type PactInteraction } from '../file/pact-interaction.ts'

const toAnswer = (
  status: number,
  headers: Iterable<readonly [string, string]>,
  body: string,
): HttpAnswer => ({
  version: '1.1',
  status,
  headers: [...headers],
  body: Buffer.from(body),
})

/** The answer that an interaction expects, as it is. */
export const toExpected = ({ response: { status, headers, body } }: PactInteraction): HttpAnswer =>
  toAnswer(status, headers, body?.text ?? '')

/** The members that an answer has anyway: what was sent comes back, whatever the example of the pact is. */
function readOwn(isCreated: boolean, usual: HttpAnswer): Record<string, unknown> {
  const read = readObject(usual)
  return { ...(!isCreated && { error: 1, message: 'refused' }), ...('value' in read && read.value) }
}

type Expected = Pick<PactInteraction['response'], 'status' | 'headers' | 'body'>

/** Completes what a consumer reads of an answer to a whole one: a pact may list only some members and headers. */
function complete(
  { status, headers, body }: Expected,
  own: Record<string, unknown>,
  isCreated: boolean,
): HttpAnswer {
  const value = body === undefined ? {} : body.value
  const all = new Map([
    ['content-type', operation.contentType],
    ...(status === 401 ? [['www-authenticate', 'Bearer'] as const] : []),
    ...headers,
  ])
  const members = isObject(value) && { ...own, ...value, ...(isCreated && own) }
  return toAnswer(status, all, members ? stringifyExactJson(members) : (body?.text ?? ''))
}

/** Answers what an interaction expects as far as the specification allows it, and else as usual. */
export function oblige(
  interaction: PactInteraction,
  request: HttpRequest,
  usual: HttpAnswer,
  known: Known,
): HttpAnswer {
  const isCreated = expectsSuccess(interaction) && isSuccess(usual.status)
  const own = readOwn(isCreated, usual)
  const answer = complete(interaction.response, own, isCreated)
  // The specification promises nothing in another state, such as that the service is down.
  const isElsewhere = answer.status >= 500 && interaction.states.some(({ own }) => own === undefined)
  if (isLimiting(answer) || isElsewhere) return answer
  const [path = ''] = request.path.split('?')
  // The specification lists no other operation, so a pact can't rely on the success of one.
  if (findOtherOperation(request.method, path)) return isSuccess(answer.status) ? usual : answer
  const isLegal = (one: HttpAnswer): boolean =>
    judgeExchange(request, one, known).every(
      ({ kind, place }) => kind !== 'error' || !place.startsWith('/response/'),
    )
  // If only the status is legal, the rest of the answer shows what is wrong.
  const bare = complete({ status: answer.status, headers: new Map(), body: undefined }, own, isCreated)
  return [answer, bare].find(isLegal) ?? usual
}
