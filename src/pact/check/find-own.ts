import type { PactInteraction } from '../reading/pact-interaction.ts'
import type { Found } from './found.ts'
import { judgeBodies } from './judge-bodies.ts'
import { findOtherOperation, judgeRequest } from './judge-request.ts'

/** What the kit finds itself; of another operation and of what goes another way, no more is said. */
export function findOwn(interaction: PactInteraction): Found[] {
  const { otherKind, pointer } = interaction
  if (otherKind !== undefined) {
    const problem = `it is ${otherKind}, and the specification has requests over HTTP alone`
    return [{ place: pointer, problem }]
  }
  const other = findOtherOperation(interaction)
  return other === undefined ? [...judgeRequest(interaction), ...judgeBodies(interaction)] : [other]
}
