import type { Operation } from '../contract/contract.ts'
import { isPatch } from '../probes/body-edges.ts'
import type { Draft } from '../probes/draft.ts'
import type { RequestMaker } from './known-record.ts'

const bodies = new WeakMap<Operation, NonNullable<Draft['body']>[]>()

/** Lists the bodies that a plain request may have, the most usual first. */
export function listBodies(operation: Operation): readonly NonNullable<Draft['body']>[] {
  const known = bodies.get(operation) ?? makeBodies(operation)
  bodies.set(operation, known)
  return known
}

function makeBodies(operation: Operation): NonNullable<Draft['body']>[] {
  const media =
    operation.body?.media.toSorted(
      (one, other) => Number(other.kind === 'json') - Number(one.kind === 'json'),
    ) ?? []
  const usual = media.filter((one) => one.kind !== 'xml' && one.kind !== 'binary' && !isPatch(one))
  return (usual.length > 0 ? usual : media).slice(0, 1).flatMap((one) => {
    const values = [
      ...one.examples.values(),
      one.schema.example(),
      ...[1, 2, 3].map((seed) => one.schema.example(seed)),
    ]
    return values
      .filter((value) => one.schema.check(value).length === 0 || one.kind === 'binary' || one.kind === 'xml')
      .map((value) => ({ media: one, value }))
  })
}

interface KeptBody {
  index: number
  /** Whether it has only what is required. */
  isSmall: boolean
  /** Whether what may have to be unique is. */
  isVaried: boolean
  /** Whether its dates are later ones, all by the same time. */
  isShifted: boolean
  /** Whether the records that it names by their keys are its own. */
  isReferringAnew: boolean
}

const accepted = new WeakMap<RequestMaker, Map<Operation, KeptBody>>()

/** Returns which body of an operation was accepted; the first one until that is known. */
export const getBody = (bench: RequestMaker, operation: Operation): KeptBody =>
  accepted.get(bench)?.get(operation) ?? {
    index: 0,
    isSmall: false,
    isVaried: false,
    isShifted: false,
    isReferringAnew: false,
  }

/** Says which body of an operation was accepted, which later requests have, too. */
export function keepBody(bench: RequestMaker, operation: Operation, kept: KeptBody): void {
  const own = accepted.get(bench) ?? new Map()
  accepted.set(bench, own.set(operation, kept))
}

/**
 * Makes the bodies of an operation differ from now on, since the service rejects what another one had: first in what may
 * have to be unique, then in their dates, and then in the records that they name, such as a copy that can be lent once.
 */
export function makeBodiesDiffer(bench: RequestMaker, operation: Operation): void {
  const kept = getBody(bench, operation)
  keepBody(bench, operation, {
    ...kept,
    isVaried: true,
    isShifted: kept.isVaried,
    isReferringAnew: kept.isShifted,
  })
}
