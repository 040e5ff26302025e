import type { Resource, Schema } from '../../contract/contract.ts'
import { toExactInteger } from '../../json/exact-integer.ts'
import { type Steps, wait } from '../steps.ts'
import type { EffectContext } from './context.ts'

/** Replaces each x of a form with a random hexadecimal digit. */
export const hex = (form: string, random: () => number): string =>
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

/** Whether made keys are integers that follow each other. */
function isCounted(resource: Resource, context: EffectContext): boolean {
  const { types = [], values } = listSchemas(resource, context)[0]?.facts() ?? {}
  return (
    values === undefined &&
    !types.includes('string') &&
    (types.includes('integer') || types.includes('number'))
  )
}

const next = (key: number | bigint): number | bigint => toExactInteger(BigInt(key) + 1n)

const toInteger = (key: unknown): number | bigint | undefined =>
  /^\d{1,19}$/.test(String(key)) ? toExactInteger(BigInt(String(key))) : undefined

const toStateAddress = ({ name }: Resource): string => `removed ${name}`

/** Remembers the key of a record that is removed, so that it isn't made again, not even after a restart. */
export function* rememberKey(resource: Resource, key: string, context: EffectContext): Steps<void> {
  const integer = toInteger(key)
  if (integer === undefined || !isCounted(resource, context)) return
  const address = toStateAddress(resource)
  const highest = (yield* wait(context.state.get(address)))?.value
  if (highest === undefined || integer > (highest as number | bigint))
    yield* wait(context.state.put({ address, key: address, scope: {}, value: integer }))
}

/**
 * Learns which key was the last one, of this process and of others that share the storage; returns how many records are
 * stored, if that matters.
 *
 * @param isBehind whether others have made keys meanwhile
 */
export function* learnKeys(resource: Resource, context: EffectContext, isBehind = false): Steps<number> {
  const { lastKeys, state, storage } = context
  const { name } = resource
  const records = storage.resource(name)
  if (!isCounted(resource, context)) return yield* wait(records.count())
  const learn = (key: number | bigint | undefined): void => {
    const last = lastKeys.get(name)
    if (key !== undefined && (last === undefined || key > last) && fits(next(key), resource, context))
      lastKeys.set(name, key)
  }
  learn(toInteger((yield* wait(state.get(toStateAddress(resource))))?.value))
  if (lastKeys.has(name) && !isBehind) return 0
  const count = yield* wait(records.count())
  const [newest] = count === 0 ? [] : yield* wait(records.list(count - 1, 1))
  learn(toInteger(newest?.key))
  if (count > 0) learn(count)
  return count
}

/** The first integers that are tried, before a value of the schema. */
function firstInteger(resource: Resource, count: number, context: EffectContext): number | bigint {
  const first = count + 1
  if (fits(first, resource, context)) return first
  const example = listSchemas(resource, context)[0]?.example(first)
  return typeof example === 'number' || typeof example === 'bigint' ? example : first
}

/** How many values of schemas are tried. */
const maxExamples = 5

/**
 * Makes a key by its schema: the next integer, a UUID, or a short string.
 *
 * @param count how many records are stored
 * @param attempt how many keys were taken
 */
export function makeKey(resource: Resource, count: number, attempt: number, given: EffectContext): unknown {
  // After a restart, and in another process, the same seed gives the same keys again.
  const context = attempt === 0 ? given : { ...given, random: Math.random }
  const [schema] = listSchemas(resource, context)
  if (schema === undefined) return makeShort(context.random)
  const { format, values } = schema.facts()
  if (values !== undefined) return values[(count + attempt) % values.length]
  if (isCounted(resource, context)) {
    const last = context.lastKeys.get(resource.name)
    const key = last === undefined ? firstInteger(resource, count, context) : next(last)
    context.lastKeys.set(resource.name, key)
    return key
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
