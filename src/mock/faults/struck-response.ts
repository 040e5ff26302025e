import type { Refuse } from '../../store/answers.ts'
import { noAnswer, type PlantAnswer } from '../../store/exchange.ts'
import type { FailureName, FaultLabel } from '../../store/failures.ts'
import { type FaultKind, faultKinds } from './fault-kinds.ts'
import type { Strike } from './strike.ts'

/** Finds what a fault does to the usual answer; undefined if it replaces the answer. */
export const kindOf = (fault: FaultLabel | undefined): (typeof faultKinds)[FaultKind] | undefined =>
  faultKinds[fault as FaultKind]

/** Carries out a fault on the usual answer. */
export const breakAnswer = (usual: PlantAnswer, fault: FaultLabel | undefined): PlantAnswer =>
  fault === undefined ? usual : { ...usual, ...kindOf(fault), fault }

/** Makes the answer that makes a door drop the connection. */
export const dropConnection = (fault: FaultLabel = 'dropped-connection'): PlantAnswer =>
  breakAnswer(noAnswer, fault)

/** The answer that a fault gives instead of the usual one; undefined if the request is handled as usual. */
export function replaceAnswer(
  { fault, answer }: Pick<Strike, 'fault' | 'answer'>,
  refuse: Refuse,
): PlantAnswer | undefined {
  if (fault === undefined) return undefined
  if (answer !== undefined) {
    const { isUsual: _, ...whole } = answer
    return { ...whole, fault }
  }
  const kind = kindOf(fault)
  if (kind === undefined) return { ...refuse(fault as FailureName), fault }
  return kind.delivery === 'drop' ? dropConnection(fault) : undefined
}
