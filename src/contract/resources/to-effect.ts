import type { Operation, Resource, ResourceEffect, ScopeParameter } from '../contract.ts'
import type { Action } from './find-actions.ts'
import { listParameterNames } from './group-paths.ts'
import { readList } from './read-list.ts'
import { findListSchema, findRecordSchema, getRequestSchema, getSuccessSchema } from './shapes.ts'

const createsByPut = (put: Operation, hasPost: boolean): boolean =>
  !hasPost || put.responses.all.some(({ name }) => name === '201')

/** Makes the effect of an operation by its schemas; what descriptions say in prose is added later. */
export function toEffect(
  { operation, kind, reason }: Action,
  resource: Resource,
  scope: readonly ScopeParameter[],
  name: string,
  hasPost: boolean,
): ResourceEffect {
  const success = getSuccessSchema(operation)
  const found = findRecordSchema(success, name)
  // A response without any property of the record only says that it worked.
  const isRecord =
    found?.schema.facts().possible.some((property) => resource.schema.at(property) !== undefined) === true
  const list = kind === 'list' ? findListSchema(success, name) : undefined
  const keyParameter = listParameterNames(operation.path)[scope.length]
  return {
    kind,
    resource,
    reason,
    ...(!resource.isSingle && keyParameter !== undefined && { keyParameter }),
    scope,
    keepers: [],
    rejects: {},
    ordered: [],
    references: [],
    requestPath: findRecordSchema(getRequestSchema(operation), name)?.path ?? [],
    ...(isRecord && found !== undefined && kind !== 'list' && { responsePath: found.path }),
    ...(list !== undefined && { list: readList(operation, list, resource.schema, name) }),
    ...(kind === 'replace' && { creates: resource.isSingle || createsByPut(operation, hasPost) }),
  }
}
