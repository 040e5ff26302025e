import { type Exchange, isSuccess, joinPieces, wasTaken } from '../http/exchange.ts'
import type { Verdict } from '../judge/finding.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import { readObject, readPlant, readSent } from '../judge/read-body.ts'
import { getRule, isIn } from '../judge/rules.ts'
import type { Confirmed, Failure } from './confirm.ts'
import type { Found, Ledger, Tried } from './ledger.ts'

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
  if (!wasTaken(exchange) || sent.name === undefined || Object.keys(got).length === 0) return undefined
  const texts = (['name', 'tag'] as const).filter(
    (member) => typeof sent[member] === 'string' && typeof got[member] === 'string',
  )
  const [from = [], to = []] = [sent, got].map((one) => [
    ...new Set(texts.map((member) => one[member]).join('')),
  ])
  const without = (signs: string[], others: string[]): string =>
    signs
      .filter((sign) => !others.includes(sign))
      .sort()
      .join('')
  return `${without(from, to)} > ${without(to, from)}`
}

/** Names the cause of a failure by the request and the answer, so that all failures of one mistake have one cause. */
export function findCause({
  trial,
  rule: own,
  verdict,
}: Pick<Failure, 'trial' | 'rule' | 'verdict'>): string {
  const { rule, problem, exchanges } = verdict
  const last = exchanges.at(-1)
  const sent = last === undefined ? '' : joinPieces(last.request).toString()
  const isOwn = rule === own || isIn(rule, 'refuses')
  const isPlain = rule === 'created-status'
  const isText = rule === own && isIn(rule, 'texts') && !isPlain
  const change = last !== undefined && isText ? describeChange(last) : undefined
  const ofTrial = isOwn && !isPlain ? (trial.kind ?? trial.title) : byRequest.has(rule) ? own : ''
  const words = change === undefined ? generalize(problem, sent) : ''
  const shape = last && describeShape(last, sent, isOwn || isPlain)
  return [change ?? ofTrial, words, shape].join(' | ')
}

/** Returns the broken rule that explains a failure. */
export function findGround({ verdict, trial }: Failure, ledger: Ledger): RuleId | undefined {
  const { restsOn = [] } = getRule(verdict.rule)
  const grounds = trial.restsOn === undefined ? restsOn : [trial.restsOn, ...restsOn]
  // A service that creates plants with another status can be judged by everything else.
  const isTaken = verdict.exchanges.slice(-1).some(wasTaken)
  return ledger.findGround(grounds.filter((ground) => ground !== 'created-status' || !isTaken))
}

/** Says what a verdict means that needs other requests, or that didn't come again. */
function describeProblem({ how, verdict: { problem, rule } }: Confirmed, flakyRule: RuleId): string {
  if (how === 'alone' || how === 'after' || (how === 'once' && isIn(rule, 'refuses'))) return problem
  return `${problem}, but not ${how === 'load' && rule === flakyRule ? 'each time' : 'when tried again alone'}`
}

/** Names the trial of a failure, with what shows it. */
export const toTried = ({ trial, verdict: shown }: Failure): Tried => ({ ...trial, shown })

/** Makes the finding of a confirmed failure and of others with the same cause. */
export function explain(
  failure: Failure,
  confirmed: Confirmed,
  { alike, ledger, flakyRule }: { alike: readonly Failure[]; ledger: Ledger; flakyRule: RuleId },
): Found {
  const { verdict, how, before = [] } = confirmed
  const [only] = before
  const what = before.length === 1 && only !== undefined ? only.title : `${before.length} trials of the run`
  const when = only === undefined ? 'on one connection' : `after ${what}`
  const { trial, rule: check = failure.random?.rule } = failure
  const shown = how === 'after' ? { ...trial, title: `${trial.title}, ${when}` } : trial
  const rule = how === 'load' ? flakyRule : verdict.rule
  const found: Verdict = { ...verdict, rule, problem: describeProblem(confirmed, flakyRule) }
  return {
    ...found,
    check,
    cause: findCause(failure),
    trials: [shown, ...alike.map(toTried)],
    hiddenBy: findGround({ ...failure, verdict: found }, ledger),
    ...(how === 'after' && { after: before.flatMap(({ planned }) => planned?.check ?? []) }),
    ...((how === 'load' || how === 'once') && { isRare: true }),
  }
}
