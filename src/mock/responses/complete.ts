import type { Schema, SchemaFacts } from '../../contract/contract.ts'
import { schemaAt } from '../../contract/schema-at.ts'
import { getAt, removeAt, setAt } from '../../json/at-path.ts'
import { isContainer, isObject } from '../../options/is-object.ts'

interface PropertyPlan {
  name: string
  schema: Schema
  /** Whether a value is made if there is none. */
  isNeeded: boolean
  facts: SchemaFacts
}

const plans = new WeakMap<Schema, readonly PropertyPlan[]>()

/** Lists the properties of an object; worked out once for each schema. */
function toPlan(schema: Schema): readonly PropertyPlan[] {
  let plan = plans.get(schema)
  if (plan === undefined) {
    const { properties, required } = schema.facts()
    plan = [...new Set([...properties, ...required])].flatMap((name) => {
      const inner = schema.at(name)
      if (inner === undefined) return []
      const facts = inner.facts()
      const isNeeded = !facts.isWriteOnly && (required.includes(name) || facts.isReadOnly || facts.hasDefault)
      return { name, schema: inner, isNeeded, facts }
    })
    plans.set(schema, plan)
  }
  return plan
}

/** A cycle of required objects never ends by itself. */
const maxDepth = 8

/** Items of lists, with the schema that they are complete for. */
const completeItems = new WeakMap<object, Schema>()

/** Completes an item of a list, which nobody changes afterwards, so that it needn't be done again in the list. */
export function completeItem(schema: Schema, value: unknown, seed: number): unknown {
  const whole = complete(schema, value, seed)
  if (isContainer(whole)) completeItems.set(whole, schema)
  return whole
}

/** Adds everything that a response has to have besides: required and `readOnly` properties, and defaults; copies a value that lacks something. */
export function complete(schema: Schema, value: unknown, seed: number, depth = 0): unknown {
  if (depth > maxDepth) return value
  if (Array.isArray(value)) {
    const items = schema.at(0)
    return items === undefined || !value.some(isContainer)
      ? value
      : value.map((item) => complete(items, item, seed, depth + 1))
  }
  if (!isObject(value) || completeItems.get(value) === schema) return value
  let whole = value
  for (const { name, schema: inner, isNeeded, facts } of toPlan(schema)) {
    const own = Object.hasOwn(value, name) ? value[name] : undefined
    let next = own
    if (own !== undefined) {
      if (isContainer(own)) next = complete(inner, own, seed, depth + 1)
    } else if (isNeeded) next = facts.hasDefault ? facts.default : inner.example(seed)
    if (next === own) continue
    if (whole === value) whole = { ...value }
    whole[name] = next
  }
  return whole
}

const undescribed = new Set(['additionalProperties', 'unevaluatedProperties', 'writeOnly', 'propertyNames'])

/** How often a value is mended: each time may uncover another problem. */
const maxRounds = 5

/** Mends what doesn't match a schema, and leaves everything else as it is. */
export function fitToSchema(schema: Schema, value: unknown, seed: number): unknown {
  let problems = schema.check(value)
  if (problems.length === 0) return value
  let mended = value
  for (let round = 0; round < maxRounds && problems.length > 0; round++) {
    for (const { path, keyword } of problems) {
      const inner = schemaAt(schema, path)
      if (path.length > 0 && (undescribed.has(keyword) || inner === undefined))
        mended = removeAt(mended, path)
      else if (path.length > 0 && inner !== undefined)
        mended = setAt(mended, path, inner.example(seed + round))
    }
    problems = schema.check(mended)
  }
  if (problems.length === 0) return mended
  const made = schema.example(seed)
  return isObject(made) && isObject(mended) ? keepWhatFits(schema, made, mended) : made
}

/** Puts the properties of a value that doesn't match into one that does, as far as it still matches. */
function keepWhatFits(
  schema: Schema,
  made: Record<string, unknown>,
  value: Record<string, unknown>,
): unknown {
  if (schema.check(made).length > 0) return value
  let whole: unknown = made
  const keep = (path: readonly string[], own: Record<string, unknown>): void => {
    for (const [name, inner] of Object.entries(own)) {
      const at = [...path, name]
      const next = setAt(whole, at, inner)
      if (schema.check(next).length === 0) whole = next
      else if (isObject(inner) && isObject(getAt(whole, at)) && at.length < maxDepth) keep(at, inner)
    }
  }
  keep([], value)
  return whole
}
