import type { Resource, Schema } from '../contract/contract.ts'
import { makeText } from '../contract/examples/make-text.ts'
import { createExampleRandom } from '../contract/examples/random.ts'
import { findParameter } from '../contract/find-parameter.ts'
import { listParameterNames } from '../contract/resources/group-paths.ts'
import type { Random } from '../probes/random.ts'
import { findPathOwner } from './find-operations.ts'
import type { RequestMaker } from './known-record.ts'

/** Makes a key that nobody has used, of those that a schema allows, and all places that it is sent in. */
export function makeKeyOfSchema(
  schema: Schema,
  random: Random,
  others: readonly Schema[] = [],
  isSmall = false,
): unknown {
  const isFine = (value: unknown): boolean =>
    [schema, ...others].every((one) => one.check(value).length === 0)
  const hex = (length: number): string => Array.from({ length }, () => random.below(16).toString(16)).join('')
  const candidates = [
    ...(isSmall ? [] : [Number(random.between(10n ** 12n, 2n ** 50n))]),
    Number(random.between(10n ** 8n, 2n ** 31n - 1n)),
    Number(random.between(1000n, 30_000n)),
    Number(random.between(10n, 100n)),
    Number(random.between(1n, 10n)),
    `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    `Key-${random.letters(10)}`,
    `K${random.letters(10)}`,
    random.letters(10).toLowerCase(),
    random.letters(6).toUpperCase(),
    random.letters(3).toUpperCase(),
  ]
  const found = candidates.find(isFine)
  if (found !== undefined) return found
  const seed = random.below(2 ** 30)
  // A documented example is always the same.
  const patterns = schema.parts().map(({ json }) => json['pattern'])
  const limits = { name: '', format: undefined, minLength: 0, maxLength: Number.POSITIVE_INFINITY }
  const drawn = makeText(
    { ...limits, patterns: patterns.filter((one) => typeof one === 'string') },
    createExampleRandom(seed),
  )
  return isFine(drawn) ? drawn : schema.example(seed)
}

const keySchemas = new WeakMap<Resource, Schema[]>()

/** Lists the schemas of the parameters that have the key of a resource. */
export function listKeySchemas(bench: Pick<RequestMaker, 'contract'>, resource: Resource): Schema[] {
  const known =
    keySchemas.get(resource) ??
    bench.contract.operations.flatMap((operation) => {
      const owner = findPathOwner(bench, operation)
      const name =
        owner?.resource === resource ? listParameterNames(operation.path)[owner.count - 1] : undefined
      return findParameter(operation, 'path', name)?.schema ?? []
    })
  keySchemas.set(resource, known)
  return known
}
