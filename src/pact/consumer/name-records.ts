import type { Operation } from '../../contract/contract.ts'
import { isObject } from '../../options/is-object.ts'
import { getAt } from '../get-at.ts'
import { noRecord, type RecordState, recordExists } from '../states.ts'

/** Returns the record that a response shows, if it is one that was stored before. */
function findShown({ effect }: Operation, body: unknown): object | undefined {
  if (effect.kind !== 'list' && effect.kind !== 'read') return undefined
  const { list, responsePath } = effect
  const path = list ? [...list.itemsPath, 0, ...list.itemPath] : responsePath
  const shown = getAt(body, path)
  return isObject(shown) ? shown : undefined
}

/** Names the records that an interaction needs: those that its own belongs to, and its own, which is there unless the status says something else. */
export function nameRecords(
  operation: Operation,
  path: Readonly<Record<string, unknown>>,
  sent: unknown,
  expected: unknown,
  status: number,
): RecordState[] {
  const { effect } = operation
  if (effect.kind === 'none') return []
  const { resource, scope, keyParameter, kind } = effect
  const { property, schema } = resource.key
  const owners = scope.flatMap(({ parameter, resource: owner }, at) => {
    const example = owner?.schema.example()
    if (owner === undefined || !isObject(example)) return []
    const own = { [owner.key.property]: path[parameter] }
    // Without a key of its own, what isn't found is the record that it belongs to.
    const isMissing = status === 404 && keyParameter === undefined && at === scope.length - 1
    return [isMissing ? noRecord(owner.name, own) : recordExists(owner.name, { ...example, ...own })]
  })
  const key = keyParameter === undefined ? getAt(sent, [property]) : path[keyParameter]
  const isKeyless = key === undefined ? kind === 'create' : schema.check(key).length > 0
  if (isKeyless || (status === 404 && keyParameter === undefined)) return owners
  const exists = status === 409 || (status !== 404 && kind !== 'create')
  if (!exists) return [...owners, noRecord(resource.name, { [property]: key })]
  const ofOwners = scope.flatMap((one) => (one.property ? [[one.property, path[one.parameter]]] : []))
  return [
    ...owners,
    recordExists(resource.name, {
      ...(resource.schema.example() as object),
      ...Object.fromEntries(ofOwners),
      ...findShown(operation, expected),
      ...(key !== undefined && property !== '' && { [property]: key }),
    }),
  ]
}
