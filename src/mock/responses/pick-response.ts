import type { Operation, Response } from '../../contract/contract.ts'
import type { Outcome } from '../effects/context.ts'

export type SuccessKind = 'created' | 'removed' | 'other'

export function toSuccessKind(outcome: Outcome): SuccessKind {
  if (outcome.kind === 'removed') return 'removed'
  return outcome.kind === 'record' && outcome.isNew ? 'created' : 'other'
}

const pickExact = ({ responses }: Operation, status: number): Response | undefined =>
  responses.successes.find(({ name }) => name === `${status}`)

/** Picks the documented success of what an operation did, or will do if nothing is known yet. */
export function pickSuccess(operation: Operation, kind?: SuccessKind): Response | undefined {
  const { success } = operation.responses
  if (kind === 'created') return pickExact(operation, 201) ?? success
  if (kind === 'other' && success?.name === '201')
    return pickExact(operation, 200) ?? pickExact(operation, 204) ?? success
  return success
}
