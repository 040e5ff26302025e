import { Failure } from './failure.ts'
import { type FailureName, failures } from './failures.ts'

const isFailureName = (name: string): name is FailureName => Object.hasOwn(failures, name)

/** Makes the failure that a fault or a server names; a mistake that only the plant store tells apart is one of the body. */
export function toFailure(name: string, detail?: string): Failure {
  const own = isFailureName(name) ? name : 'invalid-body'
  return new Failure(
    own,
    detail ?? `a fault asks for this response: ${own}`,
    own === 'forced' ? { status: 400 } : {},
  )
}
