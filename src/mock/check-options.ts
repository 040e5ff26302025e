import { OptionsError } from '../options/options-error.ts'
import { describeValue } from '../options/problems.ts'
import type { MockOptions } from './options.ts'

/**
 * Checks the names in the options.
 *
 * @throws {OptionsError} if there is no such scheme, operation, or resource, or if the storage is a promise
 */
export function checkMockOptions({
  contract,
  credentials = {},
  respond = {},
  seed = {},
  storage,
}: MockOptions): void {
  if (storage !== undefined && typeof Object(storage).resource !== 'function')
    throw new OptionsError('must be an awaited storage', ['storage'])
  const list = (names: readonly string[]): string => names.join(', ') || 'none'
  for (const name of Object.keys(credentials)) {
    const known = contract.securitySchemes.map((scheme) => scheme.name)
    if (!known.includes(name))
      throw new OptionsError(`is no security scheme; the schemes are ${list(known)}`, ['credentials', name])
  }
  for (const name of Object.keys(respond))
    if (contract.operation(name) === undefined)
      throw new OptionsError(`is no operation, got ${describeValue(name)}`, ['respond', name])
  for (const name of Object.keys(seed)) {
    const known = contract.resources.map((resource) => resource.name)
    if (!known.includes(name))
      throw new OptionsError(`is no resource; the resources are ${list(known)}`, ['seed', name])
  }
}
