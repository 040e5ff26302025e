import type { Refuse } from './answers.ts'
import type { PlantAnswer } from './exchange.ts'
import type { FaultName } from './failures.ts'

/** Makes the answer that makes a door drop the connection. */
export const dropConnection = (): PlantAnswer => ({
  status: 0,
  headers: {},
  body: '',
  fault: 'dropped-connection',
})

/** Whether a fault changes the body of the usual answer. */
export const breaksBody = (fault: FaultName | undefined): fault is 'cut-off-body' | 'not-json-body' =>
  fault === 'cut-off-body' || fault === 'not-json-body'

/** The answer that a fault gives instead of the usual one; undefined if the request is handled as usual. */
export function replaceAnswer(fault: FaultName | undefined, refuse: Refuse): PlantAnswer | undefined {
  if (fault === undefined || breaksBody(fault)) return undefined
  return fault === 'dropped-connection' ? dropConnection() : { ...refuse(fault), fault }
}

/** Carries out a fault of the body on the usual answer. */
export const breakAnswer = (usual: PlantAnswer, fault: FaultName | undefined): PlantAnswer => ({
  ...usual,
  ...(fault === 'not-json-body' && { body: '<html><body>Bad Gateway</body></html>' }),
  ...(fault && { fault }),
})
