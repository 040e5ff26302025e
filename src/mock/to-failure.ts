import type { Mistake, FailureName as StoreFailureName } from '../store/failures.ts'
import { Failure, type FailureName, failures } from './failure.ts'

/** What failures of the plant store are called here. */
const names: Partial<Record<StoreFailureName | Mistake, FailureName>> = {
  'invalid-token': 'invalid-credentials',
  'malformed-json': 'malformed-body',
  'invalid-plant': 'invalid-body',
  'forced-error': 'forced',
  'duplicate-id': 'duplicate-key',
}

const isFailureName = (name: string): name is FailureName => Object.hasOwn(failures, name)

/** Makes the failure that a fault or a server names as the plant store does. */
export function toFailure(name: StoreFailureName | Mistake, detail?: string): Failure {
  const own = names[name] ?? (isFailureName(name) ? name : 'invalid-body')
  return new Failure(
    own,
    detail ?? `a fault asks for this response: ${own}`,
    own === 'forced' ? { status: 400 } : {},
  )
}
