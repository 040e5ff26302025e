import { type MockResponse, noResponse } from '../exchange.ts'
import { Failure } from '../failure.ts'
import { failures } from '../failures.ts'
import { type FaultKind, type FaultLabel, faultKinds } from './fault-kinds.ts'
import { faultMessage, type Strike } from './strike.ts'

/** Finds what a fault does to the usual response; undefined if it replaces the response. */
export const kindOf = (fault: FaultLabel | undefined): (typeof faultKinds)[FaultKind] | undefined =>
  faultKinds[fault as FaultKind]

export const breakResponse = (usual: MockResponse, fault: FaultLabel | undefined): MockResponse =>
  fault === undefined ? usual : { ...usual, ...kindOf(fault), fault, callbacks: undefined }

/** Makes the response that makes an adapter drop the connection. */
export const dropConnection = (fault: FaultLabel = 'dropped-connection'): MockResponse =>
  breakResponse(noResponse, fault)

function toFailure(name: FaultLabel): Failure {
  const own = Object.hasOwn(failures, name) ? (name as keyof typeof failures) : 'internal-error'
  return new Failure(own, `${faultMessage}: ${own}`, own === 'forced' ? { status: 400 } : {})
}

/** The response that a fault gives instead of the usual one; undefined if the request is carried out as usual. */
export function replaceResponse(
  { fault, response }: Pick<Strike, 'fault' | 'response'>,
  reject: (failure: Failure) => MockResponse,
): MockResponse | undefined {
  if (fault === undefined) return undefined
  if (response?.isUsual) {
    const failure = new Failure('forced', faultMessage, { status: response.status, number: 0 })
    const { status, headers, body } = reject(failure)
    return { status, headers: { ...headers, ...response.headers }, body, fault }
  }
  if (response !== undefined) return { ...response, fault }
  const kind = kindOf(fault)
  if (kind === undefined) return { ...reject(toFailure(fault)), fault }
  return kind.delivery === 'drop' ? dropConnection(fault) : undefined
}
