import type { IdLimits } from '../contract/limit-keywords.ts'
import { toExactInteger } from '../json/exact-integer.ts'
import type { Session } from '../verify/trial.ts'
import { bisect } from './bisect.ts'
import type { LimitFinder, Shown } from './limit-finder.ts'
import { writePlain } from './write-plain.ts'

const highest = 2n ** 63n - 1n
const lowest = -(2n ** 63n)

/** The end of int64 that is tried; not its very last id, which earlier runs may have stored. */
const nearEnd = 1_000_000n

/** Bounds of ids that services often have. */
const likelyIds = [2n ** 31n - 1n, 2n ** 32n - 1n, 2n ** 53n - 1n, 2n ** 53n]

/** Learns the limits of ids. */
export async function learnIds(
  session: Session,
  { isInside }: LimitFinder,
): Promise<Shown<IdLimits> | undefined> {
  // An earlier run may have stored the id of an edge.
  const takes = (id: bigint, title = `the id ${id}`) =>
    isInside(title, writePlain(session, { id }), { id: 'stored' })
  const good = session.ids.take()
  const top = highest - session.random.between(0n, nearEnd)
  const bottom = lowest + session.random.between(0n, nearEnd)
  const takesTop = await takes(top, 'an id near the largest int64')
  const takesBottom = await takes(bottom, 'an id near the smallest int64')
  const [maximum, minimum] = await Promise.all([
    takesTop ? undefined : bisect(good, top, likelyIds, takes),
    takesBottom ? undefined : bisect(good, bottom, [1n, 0n, ...likelyIds.map((id) => -id)], takes),
  ])
  if (maximum === undefined && minimum === undefined) return undefined
  const by = [
    ...(minimum === undefined ? [] : [`${minimum} was accepted and ${minimum - 1n} refused`]),
    ...(maximum === undefined ? [] : [`${maximum} was accepted and ${maximum + 1n} refused`]),
  ].join('; ')
  return {
    value: {
      ...(minimum !== undefined && { minimum: toExactInteger(minimum) }),
      ...(maximum !== undefined && { maximum: toExactInteger(maximum) }),
    },
    by,
  }
}
