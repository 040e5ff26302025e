import type { Operation, Parameter } from './contract.ts'

/** Finds the parameter of an operation that has a name in a place. */
export const findParameter = (
  operation: Operation | undefined,
  place: Parameter['in'],
  name: string | undefined,
): Parameter | undefined => operation?.parameters.find((one) => one.in === place && one.name === name)
