import type { Operation, Parameter } from '../../contract/contract.ts'
import { getAt } from '../../json/at-path.ts'
import { isObject } from '../../options/is-object.ts'
import { noRecord, type RecordState, recordExists } from '../states.ts'

/** A parameter with its value; one that isn't exact may have any other value. */
export interface SentParameter {
  parameter: Parameter
  value: unknown
  isExact: boolean
}

/** Names the records that an interaction needs: those that its own belongs to, and its own, which is there unless the status says something else. */
export function nameRecords(
  { effect }: Operation,
  parameters: readonly SentParameter[],
  sent: unknown,
  expected: unknown,
  status: number,
): RecordState[] {
  if (effect.kind === 'none') return []
  const { resource, scope, keyParameter, kind } = effect
  const ofPath = parameters.filter(({ parameter }) => parameter.in === 'path')
  const path = Object.fromEntries(ofPath.map(({ parameter, value }) => [parameter.name, value]))
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
  if (status === 404 || (status !== 409 && kind === 'create'))
    return [...owners, noRecord(resource.name, { [property]: key })]
  // What the response shows is stored, unless the request writes it.
  const { list, responsePath = [] } = effect
  const inList = list && [...list.itemsPath, 0, ...list.itemPath]
  const isRead = kind === 'list' || kind === 'read'
  const shown = isRead ? getAt(expected, inList ?? responsePath) : undefined
  const ofOwners = scope.flatMap((one) => (one.property ? [[one.property, path[one.parameter]]] : []))
  return [
    ...owners,
    recordExists(resource.name, {
      ...(resource.schema.example() as object),
      ...Object.fromEntries(ofOwners),
      ...(isObject(shown) && shown),
      ...(key !== undefined && property !== '' && { [property]: key }),
    }),
  ]
}
