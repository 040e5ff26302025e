import type { Resource } from '../../contract/contract.ts'
import type { EffectContext } from './context.ts'

const hex = (form: string, random: () => number): string =>
  form.replace(/x/g, () => Math.floor(random() * 16).toString(16))

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** The length of a short string: 41 random bits. */
const shortLength = 8

const makeShort = (random: () => number): string =>
  Array.from({ length: shortLength }, (_, index) => {
    // Begins with a letter, so that it isn't read as a number.
    const size = index === 0 ? 26 : letters.length
    return letters[Math.floor(random() * size)]
  }).join('')

/** Whether a value can be a key in the record, and in the paths of all operations on it. */
function fits(key: unknown, resource: Resource, { contract, keySchemas }: EffectContext): boolean {
  let schemas = keySchemas.get(resource)
  if (schemas === undefined) {
    const inPaths = contract.operations.flatMap(({ effect, parameters }) =>
      effect.kind !== 'none' && effect.resource === resource && effect.keyParameter !== undefined
        ? parameters.filter(({ name, in: place }) => place === 'path' && name === effect.keyParameter)
        : [],
    )
    schemas = [resource.key.schema, ...inPaths.map(({ schema }) => schema)]
    keySchemas.set(resource, schemas)
  }
  return schemas.every((schema) => schema.check(key).length === 0)
}

/** The first integers that are tried, before a value of the schema. */
function firstInteger(resource: Resource, count: number, context: EffectContext): number | bigint {
  const { schema } = resource.key
  const next = count + 1
  if (fits(next, resource, context)) return next
  const example = schema.example(next)
  return typeof example === 'number' || typeof example === 'bigint' ? example : next
}

/**
 * Makes a key by its schema: the next integer, a UUID, or a short string.
 *
 * @param count how many records are stored
 * @param attempt how many keys were taken
 */
export function makeKey(resource: Resource, count: number, attempt: number, context: EffectContext): unknown {
  const { schema } = resource.key
  const { types, format, values } = schema.facts()
  if (values !== undefined) return values[(count + attempt) % values.length]
  if (!types.includes('string') && (types.includes('integer') || types.includes('number'))) {
    const last = context.lastKeys.get(resource.name)
    const next =
      last === undefined ? firstInteger(resource, count, context) : typeof last === 'bigint' ? last + 1n : last + 1
    context.lastKeys.set(resource.name, next)
    return next
  }
  const short =
    format === 'uuid'
      ? hex('xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx', context.random)
      : makeShort(context.random)
  if (fits(short, resource, context)) return short
  const uuid = hex('xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx', context.random)
  for (const own of [uuid, uuid.replaceAll('-', ''), hex('xxxxxxxxxxxxxxxxxxxxxxxx', context.random)])
    if (fits(own, resource, context)) return own
  const { json } = schema
  const example = schema.example(1 + count + attempt)
  // What was documented as an example is the same each time.
  return attempt === 0 || typeof json === 'boolean'
    ? example
    : schema.example(Math.floor(context.random() * 2 ** 31))
}
