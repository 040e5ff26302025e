import type { Exchange } from '../http/exchange.ts'
import { isBroken, type Verdict } from '../judge/finding.ts'
import { isIn } from '../judge/rules.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import { type Ran, watchTrial } from './run-trial.ts'
import { sendPlant } from './send-ask.ts'
import type { Session, Trial } from './trial.ts'

/** A trial that ran, and when. */
export interface Past {
  trial: Trial
  span: Ran['span']
}

/** How many trials before a failure may be its cause. */
const maxPast = 48

/** How many requests of the trials before it are shown. */
const maxShown = 6

/** A plain plant, which is the simplest cause of a failure after it. */
export const plainPlant: Trial = {
  title: 'a plain plant on its connection',
  async run(session) {
    await sendPlant(session, createPlainPlant(session))
    return []
  },
}

/** A failure, and the trials that must run before it; none if it only takes a connection that stays open. */
export interface FoundBefore {
  verdict: Verdict
  before: readonly Trial[]
}

/**
 * Searches for the trials that must run before a trial that doesn't fail alone: those of the run, one after another, and
 * then fewer and fewer of them.
 *
 * @param history the trials of the run so far
 */
export async function findBefore(
  { trial, verdict, span }: Past & { verdict: Verdict },
  history: readonly Past[],
  session: Session,
): Promise<FoundBefore | undefined> {
  async function fail(before: readonly Trial[]): Promise<FoundBefore | undefined> {
    const earlier: Exchange[] = []
    const watched: Session = {
      ...session,
      async send(request, how) {
        const exchange = await session.send(request, how)
        earlier.push(exchange)
        return exchange
      },
    }
    session.reconnect()
    for (const one of before) await watchTrial(one, watched)
    const { length: own } = earlier
    const { verdicts } = await watchTrial(trial, watched)
    const found = verdicts.filter(isBroken).find(({ rule }) => rule === verdict.rule)
    if (found === undefined || session.signal.aborted) return undefined
    // A trial may send more requests than those that its verdict rests on.
    const sent = before.length === 0 ? earlier : earlier.slice(0, own)
    const others = sent.filter((one) => !found.exchanges.includes(one)).slice(-maxShown)
    return { verdict: { ...found, exchanges: [...others, ...found.exchanges] }, before }
  }

  const past = history
    .filter((one) => one.trial !== trial && one.span.from < span.to)
    .sort((one, other) => one.span.from - other.span.from)
    .slice(-maxPast)
  // A trial that fails alone on an open connection needs no other trials. Only credentials that stick explain what is accepted.
  const isAccepted = isIn(verdict.rule, 'credentials') && isIn(verdict.rule, 'refuses')
  if (await fail([])) return isAccepted ? fail([]) : undefined
  const afterPlain = await fail([plainPlant])
  if (afterPlain) return fail(afterPlain.before)
  let found = await fail(past.map((one) => one.trial))
  while (found !== undefined && found.before.length > 1) {
    const middle = Math.floor(found.before.length / 2)
    const smaller = (await fail(found.before.slice(middle))) ?? (await fail(found.before.slice(0, middle)))
    // It takes trials of both halves.
    if (smaller === undefined) break
    found = smaller
  }
  // What happens only now and then isn't caused by what was before.
  return found && (await fail(found.before)) && found
}
