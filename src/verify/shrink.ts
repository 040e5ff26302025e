import * as fc from 'fast-check'
import { isBroken, type Verdict } from '../judge/finding.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import { isIn } from '../judge/rules.ts'
import { type Confirmed, type Failure, runAfter } from './confirm.ts'
import { runTrial, withNewConnections } from './run-trial.ts'
import { isBrokenBy, type Session } from './trial.ts'

/** How many requests may make a random one smaller. */
const maxShrinks = 150

const isRelated = (one: RuleId, other: RuleId): boolean =>
  (['texts', 'refuses'] as const).some((group) => isIn(one, group) && isIn(other, group))

/** Makes a random request smaller. */
async function shrinkRequest({ random }: Failure, verdict: Verdict, session: Session): Promise<Verdict> {
  if (random === undefined || isBrokenBy(verdict, 'timeout')) return verdict
  const { check, index } = random
  const alone = withNewConnections(session)
  let smallest = verdict
  let left = maxShrinks
  const property = fc.asyncProperty(check.arbitrary, async (value) => {
    if (left-- <= 0) return true
    const found = (await runTrial(check.toTrial(value), alone)).filter(isBroken)
    // Another rule about texts may fit the smaller request better.
    const match =
      found.find(({ rule }) => rule === verdict.rule) ??
      found.find(({ rule }) => isRelated(rule, verdict.rule))
    smallest = match ?? smallest
    return match === undefined
  })
  await fc.check(property, { seed: session.seed, path: String(index), numRuns: 1 })
  return smallest
}

/** Makes what shows a failure smaller: a random request, or the trials that must run before it. */
export async function shrink(failure: Failure, confirmed: Confirmed, session: Session): Promise<Confirmed> {
  const { how, verdict, before = [] } = confirmed
  if (how === 'alone') return { how, verdict: await shrinkRequest(failure, verdict, session) }
  if (before.length < 2) return confirmed
  const middle = Math.floor(before.length / 2)
  for (const half of [before.slice(middle), before.slice(0, middle)]) {
    const found = await runAfter(failure, half, session)
    if (found !== undefined) return shrink(failure, { how, verdict: found, before: half }, session)
  }
  // It takes trials of both halves.
  return confirmed
}
