import type { Contract, Resource, Schema } from '../../contract/contract.ts'
import { schemaAt } from '../../contract/schema-at.ts'
import { getAt, removeAt } from '../../json/at-path.ts'
import { toExactInteger } from '../../json/exact-integer.ts'
import { isObject } from '../../options/is-object.ts'
import { complete, fitToSchema } from '../responses/complete.ts'
import { hashText } from '../responses/pick-example.ts'
import type { StoredRecord } from '../storage/mock-storage.ts'
import { type EffectCall, type EffectContext, toAddress } from './context.ts'

/** The schema of the part of a request's body that is the record. */
const toSentSchema = ({ effect, media }: EffectCall): Schema | undefined =>
  media && schemaAt(media.schema, effect.requestPath)

/** Returns the part of a request's body that is the record, without what only the service makes, and with defaults. */
export function readSent(call: EffectCall, isPartial = false): unknown {
  const { effect, body, media } = call
  if (media === undefined || media.kind === 'xml') return {}
  const sent = getAt(body, effect.requestPath)
  const schema = toSentSchema(call)
  if (schema === undefined) return sent
  const projected = schema.project(sent)
  if (isPartial) return projected
  const filled = schema.fill(projected)
  const { property } = effect.resource.key
  // The default of a key would be the key of every record.
  return isObject(filled) && isObject(projected) && !Object.hasOwn(projected, property)
    ? removeAt(filled, [property])
    : filled
}

/** Writes the time as a property has it. */
function writeTime(schema: Schema | undefined, now: Date): unknown {
  const { types = [], format } = schema?.facts() ?? {}
  if (types.includes('string') || types.length === 0)
    return format === 'date' ? now.toISOString().slice(0, 10) : now.toISOString()
  const seconds = Math.floor(now.getTime() / 1000)
  return schema?.check(seconds).length === 0 ? seconds : now.getTime()
}

/** Converts the text of a path parameter to the type of a property. */
function toTyped(text: string, schema: Schema | undefined): unknown {
  const types = schema?.facts().types ?? []
  if (
    !types.includes('string') &&
    types.some((type) => type === 'integer' || type === 'number') &&
    /^-?\d+$/.test(text)
  )
    return toExactInteger(BigInt(text))
  return text
}

type MakeValue = (now: () => Date) => unknown

const usual = new WeakMap<Schema, ReadonlyMap<string, MakeValue>>()

/** Finds out what a service usually makes of a new record: no value yet, the current time, or the first state. */
function findUsual(schema: Schema): ReadonlyMap<string, MakeValue> {
  const { properties, required } = schema.facts()
  const made = new Map<string, MakeValue>()
  for (const name of new Set([...properties, ...required])) {
    const inner = schema.at(name)
    if (inner === undefined) continue
    const { isReadOnly, isWriteOnly, isNullable, hasDefault, format, values } = inner.facts()
    const { example, examples } = Object(inner.json) as { example?: unknown; examples?: unknown }
    const isMade = isReadOnly || required.includes(name)
    if (!isMade || isWriteOnly || hasDefault || (example ?? examples) !== undefined) continue
    if (isNullable) made.set(name, () => null)
    else if (values !== undefined) made.set(name, () => values[0])
    else if (format === 'date-time' || format === 'date') made.set(name, (now) => writeTime(inner, now()))
  }
  return made
}

/** Adds what a service makes of a record besides what is known: whose it is, its key, times, and of a new one what is usual. */
function addMade(
  record: Record<string, unknown>,
  { effect, scope }: Pick<EffectCall, 'effect' | 'scope'>,
  key: unknown,
  isNew: boolean,
  now: () => Date,
): void {
  const { schema, key: own, createdAt, updatedAt } = effect.resource
  for (const { name, property } of effect.scope)
    if (property !== undefined) record[property] = toTyped(scope[name] ?? '', schema.at(property))
  if (own.property !== '') record[own.property] = key
  if (isNew && createdAt !== undefined) record[createdAt] = writeTime(schema.at(createdAt), now())
  if (updatedAt !== undefined) record[updatedAt] = writeTime(schema.at(updatedAt), now())
  if (!isNew) return
  const found = usual.get(schema) ?? findUsual(schema)
  usual.set(schema, found)
  for (const [name, make] of found) if (!Object.hasOwn(record, name)) record[name] = make(now)
}

/** Makes a record of what was sent, and of what the service makes. */
export function makeRecord(
  call: Pick<EffectCall, 'effect' | 'scope'>,
  sent: unknown,
  key: unknown,
  kept: Readonly<Record<string, unknown>>,
  isNew: boolean,
  context: EffectContext,
): StoredRecord {
  const { effect, scope } = call
  const { resource } = effect
  const text = resource.isSingle ? '' : String(key)
  const address = toAddress(resource, scope, text)
  let time: Date | undefined
  const now = (): Date => {
    time ??= context.now()
    return time
  }
  const value = isObject(sent) ? { ...sent, ...kept } : sent
  if (isObject(value)) addMade(value, call, key, isNew, now)
  return { address, key: text, scope, value: complete(resource.schema, value, hashText(address)) }
}

/** Finds the example that the description has of a record, in the response of what reads it. */
function findExample({ operations }: Contract, resource: Resource): unknown {
  for (const { effect, responses } of operations) {
    if (effect.kind !== 'read' || effect.resource !== resource) continue
    const [example] = responses.success?.media.flatMap(({ examples }) => [...examples.values()]) ?? []
    const record = getAt(example, effect.responsePath ?? [])
    if (isObject(record)) return record
  }
  return undefined
}

/** Makes the single record that is there from the start: the documented example, or another value. */
export function makeSingle(call: EffectCall, context: EffectContext): StoredRecord {
  const { resource } = call.effect
  const { schema } = resource
  const example = findExample(context.contract, resource)
  const made = example ?? schema.example(hashText(resource.name))
  const record = makeRecord(call, isObject(made) ? made : {}, '', {}, true, context)
  return { ...record, value: fitToSchema(schema, example ?? record.value, 1) }
}

/** The properties of a stored record that a change leaves: the key, and what is `readOnly` and not in the request. */
export function keepOwn(call: EffectCall, stored: unknown, sent: unknown): Record<string, unknown> {
  if (!isObject(stored)) return {}
  const { schema, key, createdAt } = call.effect.resource
  const request = toSentSchema(call)
  // What is readOnly in a record may be writable in the schema of one operation, such as a status in that of a patch.
  const isSent = (name: string): boolean =>
    isObject(sent) &&
    Object.hasOwn(sent, name) &&
    request?.facts().properties.includes(name) === true &&
    request.at(name)?.facts().isReadOnly === false
  return Object.fromEntries(
    Object.entries(stored).filter(
      ([name]) =>
        name === key.property ||
        name === createdAt ||
        (schema.at(name)?.facts().isReadOnly === true && !isSent(name)),
    ),
  )
}
