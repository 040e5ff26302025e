import { wasRefused, wasTaken } from '../http/exchange.ts'
import { isBroken, type Verdict } from '../judge/finding.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import { isIn } from '../judge/rules.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import type { RandomCheck } from './checks/random-requests.ts'
import type { Span } from './health.ts'
import { isLate } from './judge.ts'
import { runTrial, watchTrial, withNewConnections } from './run-trial.ts'
import { sendPlant } from './send-ask.ts'
import { isBrokenBy, type Session, type Trial } from './trial.ts'

/** How often a failing trial runs again, alone. */
const maxReruns = 3

/** How many trials before a failure may be its cause. */
const maxPast = 48

/** How many requests of the trials before it are shown. */
const maxShown = 6

/** How many requests may reproduce a failure that happens only under load. */
const maxRecurring = 120

/** A trial to run, and the check that it belongs to. */
export interface Planned {
  trial: Trial
  /** The rule of its check; undefined for random requests, which can break several rules. */
  rule?: RuleId
  random?: { check: RandomCheck; index: number; rule: RuleId }
}

/** A trial that ran, and when. */
export interface Past {
  trial: Trial
  span: Span
}

export type Failure = Planned & Past & { verdict: Verdict }

/** How a failure happens again: alone, after other trials, only under load; `once` means that it needn't happen again. */
export interface Confirmed {
  verdict: Verdict
  how: 'alone' | 'after' | 'load' | 'once'
  /** The trials that must run before it; none if it only takes a connection that stays open. */
  before?: readonly Trial[]
}

const findAgain = (verdicts: readonly Verdict[], { rule }: Verdict): Verdict | undefined =>
  verdicts.find((one) => isBroken(one) && one.rule === rule)

/** Runs a failing trial again, alone; returns a failure if most runs fail, since each run has other ids. */
async function confirmAlone({ trial, verdict }: Failure, session: Session): Promise<Verdict | undefined> {
  const fresh = withNewConnections(session)
  const isSlow = isLate(verdict)
  const wanted = isSlow ? maxReruns : isBrokenBy(verdict, 'timeout') ? 1 : 2
  let failed = 0
  for (let run = 0; run < maxReruns && run - failed <= maxReruns - wanted; run++) {
    // Other requests in between, a different number each time, show whether every n-th request is slow, whatever it is.
    for (let other = 0; isSlow && other < run; other++) await sendPlant(session, createPlainPlant(session))
    // The end of a connection, or of an answer without a length, shows only on a connection that stays open.
    const isKept = verdict.place === '/response/headers/connection' || (wanted === 1 && run === maxReruns - 1)
    const verdicts = await runTrial(trial, isKept ? session : fresh)
    // If the service doesn't recover, this trial brought it down.
    if (verdicts.length === 0 && (isBrokenBy(verdict, 'dropped') || isBrokenBy(verdict, 'gone')))
      return verdict
    const found = findAgain(verdicts, verdict)
    if (found !== undefined && ++failed === wanted) return found
    // The text of the first run is stored now, so a service with unique texts refuses it.
    const isStored = verdicts.some(({ exchanges }) => exchanges.some(wasRefused))
    if (isIn(verdict.rule, 'texts') && session.memory.hasUniqueTexts && isStored) return verdict
  }
  return undefined
}

/** Runs a failing trial after others, on connections that stay open; returns the failure with the requests before it. */
export async function runAfter(
  { trial, verdict }: Failure,
  before: readonly Trial[],
  session: Session,
): Promise<Verdict | undefined> {
  const sent: Verdict['exchanges'][number][] = []
  const watched: Session = {
    ...session,
    async send(request, how) {
      const exchange = await session.send(request, how)
      sent.push(exchange)
      return exchange
    },
  }
  session.reconnect()
  for (const one of before) await watchTrial(one, watched)
  const { length } = sent
  const found = findAgain((await watchTrial(trial, watched)).verdicts, verdict)
  if (found === undefined || session.signal.aborted) return undefined
  // A trial may send more requests than those that its verdict rests on.
  const earlier = before.length === 0 ? sent : sent.slice(0, length)
  const others = earlier.filter((one) => !found.exchanges.includes(one)).slice(-maxShown)
  return { ...found, exchanges: [...others, ...found.exchanges] }
}

/** A plain plant, which is the simplest cause of a failure after it. */
const plainPlant: Trial = {
  title: 'a plain plant on its connection',
  async run(session) {
    await sendPlant(session, createPlainPlant(session))
    return []
  },
}

/** Runs a failing trial after a plain plant, and after the trials of the run before it. */
async function confirmAfter(
  failure: Failure,
  history: readonly Past[],
  session: Session,
): Promise<Confirmed | undefined> {
  // Each search takes dozens of requests.
  if (session.memory.plan.isSlow || isBrokenBy(failure.verdict, 'timeout')) return undefined
  const past = history
    .filter(({ trial, span }) => trial !== failure.trial && span.from < failure.span.to)
    .sort((one, other) => one.span.from - other.span.from)
    .slice(-maxPast)
  for (const before of [[], [plainPlant], past.map(({ trial }) => trial)]) {
    const verdict = await runAfter(failure, before, session)
    // What happens only now and then isn't caused by what was before.
    if (verdict !== undefined && (await runAfter(failure, before, session)))
      return { verdict, how: 'after', before }
  }
  return undefined
}

/** Runs a trial several times at once, or one after another, since one lost answer may be bad luck. */
async function confirmUnderLoad(
  { trial, verdict }: Failure,
  isConcurrent: boolean,
  session: Session,
): Promise<Verdict | undefined> {
  const atOnce = isConcurrent ? session.concurrency : 1
  for (let sent = 0; sent < maxRecurring && !session.signal.aborted; ) {
    const runs = await Promise.all(Array.from({ length: atOnce }, () => runTrial(trial, session)))
    const verdicts = runs.flat()
    const found = findAgain(verdicts, verdict)
    // A service that is too slow for so many requests at once is slow, not wrong.
    if (found !== undefined && !isBrokenBy(found, 'timeout')) return found
    sent += Math.max(atOnce, new Set(verdicts.map(({ exchanges }) => exchanges.at(-1))).size)
  }
  return undefined
}

/** Returns whether a success has another name or tag than was sent, which no load explains. */
export const isWrongText = ({ place, exchanges }: Verdict): boolean =>
  /^\/response\/body\/(?:name|tag)$/.test(place) && exchanges.some(wasTaken)

/** Finds out how a failure happens again; undefined if it doesn't. */
export async function confirm(
  failure: Failure,
  session: Session,
  /** The trials of the run so far, and whether the trial ran at the same time as others; undefined if it has to fail alone. */
  among?: { history: readonly Past[]; isConcurrent: boolean },
): Promise<Confirmed | undefined> {
  const { verdict } = failure
  if (among === undefined) {
    const found = await confirmAlone(failure, session)
    return found && { verdict: found, how: 'alone' }
  }
  // Nobody promises that each answer is fast.
  if (isLate(verdict)) return undefined
  const after = await confirmAfter(failure, among.history, session)
  if (after !== undefined) return after
  // A request that was accepted once counts as accepted: its id may be stored the next time.
  if (isIn(verdict.rule, 'refuses')) return { verdict, how: 'once' }
  const found = await confirmUnderLoad(failure, among.isConcurrent, session)
  if (found !== undefined) return { verdict: found, how: 'load' }
  return isWrongText(verdict) && !session.ids.areFew ? { verdict, how: 'once' } : undefined
}
