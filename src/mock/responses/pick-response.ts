import type { Operation, Response } from '../../contract/contract.ts'
import type { Outcome } from '../effects/context.ts'

/** What an operation did, as far as the status of its response depends on it. */
export type Deed = 'created' | 'removed' | 'other'

/** Says what an operation did. */
export function toDeed(outcome: Outcome): Deed {
  if (outcome.kind === 'removed') return 'removed'
  return outcome.kind === 'record' && outcome.isNew ? 'created' : 'other'
}

const pickExact = ({ responses }: Operation, status: number): Response | undefined =>
  responses.successes.find(({ name }) => name === `${status}`)

/** Picks the documented success of what an operation did, or will do if nothing is known yet. */
export function pickSuccess(operation: Operation, deed?: Deed): Response | undefined {
  const { success } = operation.responses
  if (deed === 'created') return pickExact(operation, 201) ?? success
  if (deed === 'other' && success?.name === '201')
    return pickExact(operation, 200) ?? pickExact(operation, 204) ?? success
  return success
}
