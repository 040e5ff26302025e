import type { Contract, Operation, ParameterLists } from '../../../src/contract/contract.ts'

/** Makes the values that a request needs. */
function makeValues({ parameters }: Operation): ParameterLists {
  const values: ParameterLists = { path: {}, query: {}, header: {}, cookie: {} }
  for (const { isRequired, in: place, name, schema } of parameters)
    if (isRequired) values[place][place === 'header' ? name.toLowerCase() : name] = schema.example()
  return values
}

/** Says why an operation can't be served as it is described; undefined if it can. */
function findFault(contract: Contract, operation: Operation): string | undefined {
  const { path, query, headers } = operation.writeParameters(makeValues(operation))
  const match = contract.match(operation.method, `${path}?${query}`, headers)
  if (match.kind !== 'operation' || match.operation !== operation) return 'another operation has its requests'
  const { pathParameters } = match
  const [problem] = operation.readParameters({ pathParameters, query, headers }).problems
  if (problem !== undefined) return `the parameter ${problem.parameter.name} has no valid value`
  const [media] = operation.body?.media ?? []
  if (media !== undefined && media.kind !== 'xml') {
    const { body, contentType } = media.write(media.schema.example())
    if (media.schema.check(media.parse(body, contentType)).length > 0) return 'its body has no valid value'
  }
  const [response] = operation.responses.success?.media ?? []
  if (response === undefined) return undefined
  const value = response.schema.example()
  response.write(value)
  return response.schema.check(value).length > 0 ? 'its response has no valid value' : undefined
}

/** Lists what can't be served of a description, and counts its operations. */
export function countServed(contract: Contract): { operations: number; faults: string[] } {
  const { operations, warnings } = contract
  const hidden = warnings
    .filter(({ message }) => message.includes(' is the same as '))
    .map(({ message }) => message)
  const faults = operations.flatMap((operation) => {
    const fault = findFault(contract, operation)
    return fault === undefined ? [] : [`${operation.id}: ${fault}`]
  })
  return { operations: operations.length + hidden.length, faults: [...hidden, ...faults] }
}
