import {
  type Exchange,
  type HttpAnswer,
  type HttpRequest,
  isLimiting,
  isSuccess,
  joinPieces,
  readSentHeader,
  type SentPlant,
} from '../http/exchange.ts'
import { toVerdict, type Verdict, withExchanges } from './finding.ts'
import type { RuleId } from './generated/rules.ts'
import { type CreatedExpectation, judgeCreated } from './judge-created.ts'
import { judgeHead } from './judge-head.ts'
import { judgeRefusal, judgeRefused, type RefusedExpectation } from './judge-refused.ts'
import { isErrorBody, readObject } from './read-body.ts'
import { isIn, toServerErrorRule } from './rules.ts'

/**
 * What the specification says about the answer: the service creates the plant, refuses the request, or decides itself;
 * `nothing` means that it decides itself what is there, but creates no plant.
 */
export type Promised = 'plant' | 'refusal' | 'open' | 'nothing'

/** What is known about the answer to a request. */
export interface Expectation extends CreatedExpectation {
  promise: Promised
  /** The plant that comes back; that of the request by default. */
  plant?: SentPlant
  /** The rule that is broken if there is no complete answer. */
  deliveryRule?: RuleId
  /** Whether a server in front of the service may answer it. */
  isForHttpLayer?: boolean
  /** Whether something else than the operation may answer it, so that only the plant shows that it was created. */
  isElsewhere?: boolean
}

/** The rules that a service breaks when it no longer accepts connections. */
const lastRules: readonly RuleId[] = ['survives-cut-off-request', 'still-answers']

/** Judges whether a complete answer came. If the request has its own rule for this, an answer alone doesn't show that the rule is kept. */
function judgeDelivery({ outcome }: Exchange, rule: RuleId = 'answers-every-request'): Verdict[] {
  if (outcome.kind === 'answer') return rule === 'answers-every-request' ? [toVerdict(rule, '/response')] : []
  // A request that was never sent says nothing about the service.
  const isUnsent = outcome.kind === 'stopped' || (outcome.kind === 'gone' && !lastRules.includes(rule))
  return isUnsent ? [] : [toVerdict(rule, '/response', outcome.message)]
}

const readName = (answer: HttpAnswer): unknown => {
  const body = readObject(answer)
  return 'value' in body ? body.value['name'] : undefined
}

/** Returns whether an answer has the name of a plant, or an id that isn't there by chance, nor from the address. */
const showsPlant = (answer: HttpAnswer, { name, id }: SentPlant, path: string): boolean =>
  [name, String(id)].some((text) => text.length > 7 && !path.includes(text) && answer.body.includes(text))

/** Judges what anything but the operation must not do. */
function judgeNothing(answer: HttpAnswer, plant: SentPlant | undefined): Verdict[] {
  const { status } = answer
  const isTaken = plant !== undefined && isSuccess(status) && readName(answer) === plant.name
  const problem = isTaken
    ? `the service must not create a plant here, got ${status}`
    : isSuccess(status) && isErrorBody(answer)
      ? `an Error must come with a 4xx, got ${status}`
      : undefined
  const failure = status >= 500 && status !== 501 ? `the status must not be a 5xx, got ${status}` : undefined
  const [place, actual] = ['/response/status', { actual: `${status}` }] as const
  return [
    toVerdict('creates-nothing-elsewhere', place, problem, actual),
    toVerdict('no-5xx-elsewhere', place, failure, actual),
  ]
}

/** Says what a request has as credentials, in any place in which a service may look for them. */
function findSent(request: HttpRequest, rule: RuleId, token: string): RefusedExpectation['sent'] {
  const authorization = readSentHeader(request, 'authorization')
  // The bytes of a connection may leave out what these fields say.
  const isWrong = isIn(rule, 'credentials') && rule !== 'refuses-missing-credentials'
  if (authorization !== undefined)
    return isWrong && /^bearer +[\w.~+/-]+=*$/i.test(authorization) ? 'token' : undefined
  const values = request.headers.map(({ value }) => value)
  const isElsewhere = [request.path, ...values, joinPieces(request).toString()].some((text) =>
    text.includes(token),
  )
  return isElsewhere ? undefined : 'nothing'
}

/** Shorter tokens may be in an answer by chance. */
const minSecret = 6

/** Judges the rule for every answer that it doesn't repeat the token. */
function judgeSecrecy({ headers, body }: HttpAnswer, token: string): Verdict[] {
  if (token.length < minSecret) return []
  const isRepeated = headers.some(([, value]) => value.includes(token)) || body.includes(token)
  const problem = isRepeated ? 'the answer must not contain the token' : undefined
  return [toVerdict('refusal-hides-token', '/response', problem)]
}

/** Judges the content of an answer. */
function judgeContent(
  request: HttpRequest,
  answer: HttpAnswer,
  expectation: Expectation,
  token: string,
): Verdict[] {
  const {
    promise,
    rule = 'created-status',
    isElsewhere,
    isForHttpLayer,
    serverErrorRule,
    textRule,
  } = expectation
  const { plant = request.plant } = expectation
  const { status } = answer
  if (promise === 'nothing') return judgeNothing(answer, plant)
  if (promise === 'plant') return plant === undefined ? [] : judgeCreated(answer, plant, expectation)
  if (promise === 'refusal') {
    const isShown = plant !== undefined && showsPlant(answer, plant, request.path)
    // Whatever else answers there with success, a redirect, or 501 has neither created the plant nor shown one.
    if (isElsewhere && (status < 400 || status === 501) && !isShown) return []
    const sent = findSent(request, rule, token)
    return judgeRefused(answer, { ...expectation, rule, serverErrorRule: toServerErrorRule(rule), sent })
  }
  if (!isSuccess(status))
    return judgeRefusal(answer, {
      ...(isForHttpLayer && { isForHttpLayer }),
      ...(serverErrorRule && { serverErrorRule }),
    })
  const isOther = isElsewhere && readName(answer) !== plant?.name
  return plant === undefined || isOther ? [] : judgeCreated(answer, plant, textRule ? { textRule } : {})
}

/** Judges the outcome of a request with a valid token, or with other credentials: whether an answer came, its head, and, if it is known what it must be, its content. */
export function judgeAnswer(exchange: Exchange, token: string, expectation?: Expectation): Verdict[] {
  const { request, outcome } = exchange
  // The specification shows no rate limits, so an answer that asks for fewer requests says nothing else.
  if (outcome.kind === 'answer' && isLimiting(outcome.answer)) return []
  const delivery = judgeDelivery(exchange, expectation?.deliveryRule)
  if (outcome.kind !== 'answer') {
    const isOpen = expectation?.promise === 'open' && expectation.isForHttpLayer
    return isOpen ? [] : withExchanges(delivery, exchange)
  }
  const at = exchange.startedAt === undefined ? Date.now() : Date.parse(exchange.startedAt)
  const { answer } = outcome
  const verdicts = [
    ...delivery,
    ...judgeHead(request, answer, at),
    ...judgeSecrecy(answer, token),
    ...(expectation ? judgeContent(request, answer, expectation, token) : []),
  ]
  return withExchanges(verdicts, exchange)
}
