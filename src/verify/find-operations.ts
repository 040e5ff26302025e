import type { Contract, Operation, Resource } from '../contract/contract.ts'
import { toPathShape } from '../contract/resources/group-paths.ts'

interface WithContract {
  contract: Contract
}

const isOf = (resource: Resource, operation: Operation): boolean =>
  operation.effect.kind !== 'none' && operation.effect.resource === resource

export const findOperation = (
  { contract }: WithContract,
  resource: Resource,
  kind: Exclude<Operation['effect']['kind'], 'none'>,
): Operation | undefined =>
  contract.operations.find((operation) => isOf(resource, operation) && operation.effect.kind === kind)

/** The path of the record in the body of an operation. */
export const getRequestPath = ({ effect }: Operation): readonly string[] =>
  effect.kind === 'none' ? [] : effect.requestPath

/** Finds the operation that creates records: one that is made for it, or a replace that creates. */
export function findCreate(bench: WithContract, resource: Resource): Operation | undefined {
  const create = findOperation(bench, resource, 'create')
  if (create !== undefined) return create
  const put = findOperation(bench, resource, 'replace')
  return put?.effect.kind === 'replace' && put.effect.creates === true ? put : undefined
}

/** Says whether an operation creates its record by a replace, since nothing else does. */
export const createsByReplace = (bench: WithContract, operation: Operation): boolean =>
  operation.effect.kind === 'replace' &&
  !operation.effect.resource.isSingle &&
  findCreate(bench, operation.effect.resource) === operation

const owners = new WeakMap<Operation, { resource: Resource; count: number } | null>()

/** Finds the resource that the path of an operation leads through last, and how many parameters lead to it. */
export function findPathOwner(
  bench: WithContract,
  operation: Operation,
): { resource: Resource; count: number } | undefined {
  const known = owners.get(operation)
  if (known !== undefined) return known ?? undefined
  const found = searchOwner(bench, operation)
  owners.set(operation, found ?? null)
  return found
}

function searchOwner(
  { contract }: WithContract,
  { path }: Operation,
): { resource: Resource; count: number } | undefined {
  const shape = `${toPathShape(path)}/`
  return contract.resources
    .filter(
      ({ itemPath, isSingle }) =>
        itemPath !== undefined && !isSingle && shape.startsWith(`${toPathShape(itemPath)}/`),
    )
    .map((resource) => ({ resource, count: (resource.itemPath?.split('{').length ?? 1) - 1 }))
    .sort((one, other) => other.count - one.count)[0]
}
