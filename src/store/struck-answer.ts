import type { Refuse } from './answers.ts'
import type { PlantAnswer } from './exchange.ts'
import type { FailureName, FaultName } from './failures.ts'
import { type FaultKind, faultKinds } from './fault-kinds.ts'

/** Finds what a fault does to the usual answer; undefined if it refuses the request instead. */
export const kindOf = (fault: FaultName | undefined): (typeof faultKinds)[FaultKind] | undefined =>
  faultKinds[fault as FaultKind]

/** Carries out a fault on the usual answer. */
export const breakAnswer = (usual: PlantAnswer, fault: FaultName | undefined): PlantAnswer =>
  fault === undefined ? usual : { ...usual, ...kindOf(fault), fault }

/** Makes the answer that makes a door drop the connection. */
export const dropConnection = (fault: FaultName = 'dropped-connection'): PlantAnswer =>
  breakAnswer({ status: 0, headers: {}, body: '' }, fault)

/** The answer that a fault gives instead of the usual one; undefined if the request is handled as usual. */
export function replaceAnswer(fault: FaultName | undefined, refuse: Refuse): PlantAnswer | undefined {
  const kind = kindOf(fault)
  if (kind?.delivery === 'drop') return dropConnection(fault)
  return fault === undefined || kind ? undefined : { ...refuse(fault as FailureName), fault }
}
