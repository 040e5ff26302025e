import type { Operation } from '../contract/contract.ts'
import { getAt } from '../json/at-path.ts'
import { toExactInteger } from '../json/exact-integer.ts'
import { withValueAt } from '../probes/body-edges.ts'
import type { Draft } from '../probes/draft.ts'
import type { DiffCase } from './case.ts'
import { isAccepted } from './look.ts'
import type { Results, Side } from './side.ts'

const largestBody = 2 ** 21

/** Makes the length of a body of JSON another one with white space. */
const padBody = (draft: Draft, size: number): Draft => ({
  ...draft,
  bytes: String(draft.body?.media.write(draft.body.value).body).padEnd(size),
})

/** Lists bodies around the largest one of a side. */
export const listSizeCases = (operation: Operation, maxBody: number): DiffCase[] =>
  ['the largest body', 'a larger body'].flatMap((tried, more): DiffCase[] => {
    const size = Math.min(maxBody, largestBody) + more
    const change = (draft: Draft): Draft => padBody(draft, size)
    return size > largestBody ? [] : [{ operation, kind: 'open', tried, change, option: 'maxBody' }]
  })

/** The length of a string, or an integer. */
function toSize(value: unknown): bigint | undefined {
  if (typeof value === 'string') return BigInt(value.length)
  return typeof value === 'bigint' || Number.isInteger(value) ? BigInt(value as number) : undefined
}

/** Gives the special place of a request another size. */
function resize(draft: Draft, { option, path = [] }: DiffCase, size: bigint): Draft {
  if (option === 'maxBody') return padBody(draft, Number(size))
  const old = getAt(draft.body?.value, path)
  const next = typeof old === 'string' ? old.slice(0, Number(size)) : toExactInteger(size)
  return withValueAt(draft, path, next)
}

/** Finds the largest size that a side accepts in the special place of a case; undefined if the case has none beyond the usual. */
async function findLimit(one: DiffCase, { body }: Draft, side: Side): Promise<bigint | undefined> {
  const { option, path = [] } = one
  const isBody = option === 'maxBody'
  if (!isBody && path.length === 0) return undefined
  const [low, high] = isBody
    ? [1024n, BigInt(largestBody)]
    : [body?.media.schema.example(), body?.value].map((whole) => toSize(getAt(whole, path)))
  async function isTaken(size: bigint): Promise<boolean> {
    const seen = await side.ask(one, (draft) => resize(draft, one, size))
    // A key that is stored is a valid one.
    return seen !== undefined && (isAccepted(seen) || (seen.status === 409 && !isBody))
  }
  if (low === undefined || high === undefined || low >= high || !(await isTaken(low))) return undefined
  if (await isTaken(high)) return high
  let [taken, rejected] = [low, high]
  while (rejected - taken > 1n) {
    const middle = (taken + rejected) / 2n
    if (await isTaken(middle)) taken = middle
    else rejected = middle
  }
  return taken
}

/** Adds the limits for which a service rejects what the mock accepts, or because of which it accepts larger bodies. */
export async function addLimits(service: Results, mock: Results, side: Side): Promise<Results> {
  const limited = new Map(service)
  for (const [one, theirs] of service) {
    const ours = mock.get(one)
    if (ours === undefined || isAccepted(theirs) === isAccepted(ours)) continue
    if (isAccepted(ours) || one.option === 'maxBody')
      limited.set(one, { ...theirs, limit: await findLimit(one, theirs.draft, side) })
  }
  return limited
}
