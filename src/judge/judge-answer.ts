import { describeContentType } from '../contract/content-type.ts'
import { type Exchange, type HttpAnswer, isLimiting, readHeader } from '../http/exchange.ts'
import type { Session, Verdict } from '../verify/trial.ts'
import type { RuleId } from './generated/rules.ts'

const traces = [
  /^\s+at .+[(:]\S*:\d+(?::\d+)?\)?$/m,
  /\\n\s+at [^"]*:\d+/,
  /\.java:\d+\)/,
  /Traceback \(most recent call last\)/,
  /File \\?"[^"]+\\?", line \d+/,
  /goroutine \d+ \[/,
  /thread '[^']*' panicked at/,
  /\.(?:rb|php|cs|go|py)(?::|\(|:line )\d+/,
  /Stack trace:|stackTrace|"stack"\s*:\s*"/,
]

/** The one rule that a service breaks where it takes no connections any more. */
const lastRule: RuleId = 'still-answers'

/** A shorter token may be in an answer by chance. */
const minSecret = 6

/** Makes a verdict of a problem that there may be. */
export const toVerdict = (rule: RuleId, exchange: Exchange, problem: string | undefined): Verdict => ({
  rule,
  exchanges: [exchange],
  ...(problem !== undefined && { problem }),
})

/** Judges the Content-Type of an answer with a body (specification section 4, Responses). */
export const judgeContentType = (rule: RuleId, exchange: Exchange, answer: HttpAnswer): Verdict =>
  toVerdict(rule, exchange, describeContentType(readHeader(answer, 'content-type')))

/**
 * Gives the answer where there is a whole one; the verdicts say so, or why there is none.
 *
 * @param rule to which it belongs that an answer comes
 */
export function judgeDelivery(
  exchange: Exchange,
  rule: RuleId = 'answers-every-request',
): { answer?: HttpAnswer; verdicts: Verdict[] } {
  const { outcome } = exchange
  // Limits are not shown, so a service that goes on to ask for fewer requests tells nothing else.
  if (outcome.kind === 'answer' && isLimiting(outcome.answer)) return { verdicts: [] }
  if (outcome.kind === 'answer')
    return { answer: outcome.answer, verdicts: [toVerdict(rule, exchange, undefined)] }
  // A request that was never sent tells nothing of the service.
  const isGone = outcome.kind === 'gone' && rule !== lastRule
  if (outcome.kind === 'stopped' || isGone) return { verdicts: [] }
  return { verdicts: [toVerdict(rule, exchange, outcome.message)] }
}

/** Judges what holds for every answer: that it does not repeat the token. */
export function judgeSecrecy({ token }: Session, exchange: Exchange, answer: HttpAnswer): Verdict[] {
  if (token.length < minSecret) return []
  const head = answer.headers.some(([, value]) => value.includes(token))
  const problem = head || answer.body.includes(token) ? 'the answer repeats the token' : undefined
  return [toVerdict('refusal-hides-token', exchange, problem)]
}

/** Judges what holds for every refusal: that it shows no stack trace. */
export function judgeDiscretion(exchange: Exchange, answer: HttpAnswer): Verdict[] {
  const text = answer.body.toString()
  const problem = traces.some((trace) => trace.test(text)) ? 'the body shows a stack trace' : undefined
  return [toVerdict('refusal-hides-internals', exchange, problem)]
}

/** Tells whether a status is one of success. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Tells whether a request was answered with success. */
export const wasTaken = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'answer' && isSuccess(outcome.answer.status)
