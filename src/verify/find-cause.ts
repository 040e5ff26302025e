import { type Exchange, isSuccess, joinPieces, wasTaken } from '../http/exchange.ts'
import type { Verdict } from '../judge/finding.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import { type Members, readObject, readPlant, readSent } from '../judge/read-body.ts'
import { isIn } from '../judge/rules.ts'
import type { Trial } from './trial.ts'

/** Rules that every request tries, so the request itself distinguishes their causes. */
const byRequest: ReadonlySet<RuleId> = new Set([
  'refused-body-no-5xx',
  'refused-credentials-no-5xx',
  'answers-every-request',
])

/** How many characters of a message are compared. */
const maxCompared = 2000

/** Removes what differs each time from a text: numbers, values in quotes, and words of the request. */
const generalize = (text: string, sent: string): string =>
  text
    .slice(0, maxCompared)
    .replaceAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)/gs, '""')
    .replaceAll(/[\w.-]{4,}/g, (word) => (sent.includes(word) ? '@' : word))
    .replaceAll(/\d+/g, '#')

function describeShape({ outcome }: Exchange, sent: string, hasMessage: boolean): string {
  if (outcome.kind !== 'answer') return outcome.kind
  const { status } = outcome.answer
  const body = readObject(outcome.answer)
  if ('problem' in body || isSuccess(status)) return `${status}`
  const { message } = body.value
  const words = hasMessage && typeof message === 'string' ? generalize(message, sent) : ''
  return `${status} ${Object.keys(body.value).sort().join()} ${words}`
}

/** Describes how a service changed the texts of a plant: the removed and the added characters. */
function describeChange(exchange: Exchange): string | undefined {
  const [sent, got] = [readSent(exchange), readPlant(exchange)]
  if (!wasTaken(exchange) || sent['name'] === undefined || Object.keys(got).length === 0) return undefined
  const toSigns = ({ name, tag = '' }: Members): string[] => [...new Set(`${name}${tag}`)].sort()
  const [from, to] = [toSigns(sent), toSigns(got)]
  const without = (signs: string[], others: string[]): string =>
    signs.filter((sign) => !others.includes(sign)).join('')
  return `${without(from, to)} > ${without(to, from)}`
}

/** Names the cause of a failure by the request and the answer, so that all failures of one mistake have one cause. */
export function findCause(failure: { trial: Trial; rule?: RuleId; verdict: Verdict }): string {
  const { trial, rule: own, verdict } = failure
  const { rule, problem, exchanges } = verdict
  const last = exchanges.at(-1)
  const sent = last === undefined ? '' : joinPieces(last.request).toString()
  const isOwn = rule === own || isIn(rule, 'refuses')
  const isPlain = rule === 'created-status'
  const isText = rule === own && isIn(rule, 'texts') && !isPlain
  const change = last !== undefined && isText ? describeChange(last) : undefined
  const ofTrial = isOwn && !isPlain ? (trial.kind ?? trial.title) : byRequest.has(rule) ? own : ''
  const what = change ?? ofTrial
  const words = change === undefined ? generalize(problem, sent) : ''
  const shape = last && describeShape(last, sent, isOwn || isPlain)
  return [what, words, shape].join(' | ')
}
