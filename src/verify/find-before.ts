import type { Exchange } from '../http/exchange.ts'
import { isBroken, type Verdict } from '../judge/finding.ts'
import { type Ran, watchTrial } from './run-trial.ts'
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

/** A failure, and the trials that must run before it. */
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
    for (const one of before) await watchTrial(one, watched)
    const { verdicts } = await watchTrial(trial, session)
    const found = verdicts.filter(isBroken).find(({ rule }) => rule === verdict.rule)
    if (found === undefined || session.signal.aborted) return undefined
    return { verdict: { ...found, exchanges: [...earlier.slice(-maxShown), ...found.exchanges] }, before }
  }

  const past = history
    .filter((one) => one.trial !== trial && one.span.from < span.to)
    .sort((one, other) => one.span.from - other.span.from)
    .slice(-maxPast)
  // What fails alone on a reused connection isn't caused by other trials.
  if (await fail([])) return undefined
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
