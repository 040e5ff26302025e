import type { Resource, Schema } from '../../contract/contract.ts'
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

/** Lists what a key has to match: its property in the record, and the path parameters of all operations on it. */
function listSchemas(resource: Resource, { contract, keySchemas }: EffectContext): readonly Schema[] {
  const known = keySchemas.get(resource)
  if (known !== undefined) return known
  const inPaths = contract.operations.flatMap(({ effect, parameters }) =>
    effect.kind !== 'none' && effect.resource === resource && effect.keyParameter !== undefined
      ? parameters.filter(({ name, in: place }) => place === 'path' && name === effect.keyParameter)
      : [],
  )
  // A record without its key has no schema for it.
  const own = resource.key.property === '' ? [] : [resource.key.schema]
  const schemas = [...own, ...inPaths.map(({ schema }) => schema)]
  keySchemas.set(resource, schemas)
  return schemas
}

/** Whether a value can be a key in the record and in paths. */
const fits = (key: unknown, resource: Resource, context: EffectContext): boolean =>
  listSchemas(resource, context).every((schema) => schema.check(key).length === 0)

/** The first integers that are tried, before a value of the schema. */
function firstInteger(resource: Resource, count: number, context: EffectContext): number | bigint {
  const next = count + 1
  if (fits(next, resource, context)) return next
  const example = listSchemas(resource, context)[0]?.example(next)
  return typeof example === 'number' || typeof example === 'bigint' ? example : next
}

/** How many values of schemas are tried. */
const maxExamples = 5

/**
 * Makes a key by its schema: the next integer, a UUID, or a short string.
 *
 * @param count how many records are stored
 * @param attempt how many keys were taken
 */
export function makeKey(resource: Resource, count: number, attempt: number, context: EffectContext): unknown {
  const [schema] = listSchemas(resource, context)
  if (schema === undefined) return makeShort(context.random)
  const { types, format, values } = schema.facts()
  if (values !== undefined) return values[(count + attempt) % values.length]
  if (!types.includes('string') && (types.includes('integer') || types.includes('number'))) {
    const last = context.lastKeys.get(resource.name)
    const next =
      last === undefined
        ? firstInteger(resource, count, context)
        : typeof last === 'bigint'
          ? last + 1n
          : last + 1
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
  // What was documented as an example is the same each time.
  const seeds = [
    1 + count + attempt,
    ...Array.from({ length: maxExamples }, () => Math.floor(context.random() * 2 ** 31)),
  ]
  for (const seed of attempt === 0 ? seeds : seeds.slice(1))
    for (const one of listSchemas(resource, context)) {
      const example = one.example(seed)
      if (fits(example, resource, context)) return example
    }
  return schema.example(1 + count + attempt)
}
