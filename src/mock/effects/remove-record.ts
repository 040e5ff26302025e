import type { Resource } from '../../contract/contract.ts'
import { type Steps, wait } from '../steps.ts'
import type { StoredRecord } from '../storage/mock-storage.ts'
import type { EffectContext } from './context.ts'
import { rememberKey } from './make-key.ts'

/** Removes a record; says whether it was there. Its key isn't made again. */
export function* removeRecord(
  resource: Resource,
  { address, key }: Pick<StoredRecord, 'address' | 'key'>,
  context: EffectContext,
): Steps<boolean> {
  const isRemoved = yield* wait(context.storage.resource(resource.name).remove(address))
  if (isRemoved) yield* rememberKey(resource, key, context)
  return isRemoved
}
