import type { Operation, Response } from '../../contract/contract.ts'
import type { Outcome } from '../effects/context.ts'

const pickExact = ({ responses }: Operation, status: number): Response | undefined =>
  responses.successes.find(({ name }) => name === `${status}`)

/** Picks the documented success of what an operation did, or will do if nothing is known yet. */
export function pickSuccess(operation: Operation, outcome?: Outcome): Response | undefined {
  const { success } = operation.responses
  if (outcome?.kind === 'record' && outcome.isNew) return pickExact(operation, 201) ?? success
  if (outcome?.kind === 'removed') return success
  if (outcome !== undefined && success?.name === '201')
    return pickExact(operation, 200) ?? pickExact(operation, 204) ?? success
  return success
}
