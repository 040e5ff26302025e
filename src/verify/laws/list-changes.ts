import type { Schema } from '../../contract/contract.ts'
import { getAt, setAt } from '../../json/at-path.ts'
import { isSame } from '../../json/is-same.ts'
import { isObject } from '../../options/is-object.ts'
import type { Draft } from '../../probes/draft.ts'
import { toSentSchema } from '../judge-echo.ts'

export function listOthers(schema: Schema, value: unknown): unknown[] {
  const { values, types } = schema.facts()
  const candidates = [
    ...(values ?? []),
    ...(typeof value === 'boolean' ? [!value] : []),
    ...(typeof value === 'number' && types.some((type) => type === 'number' || type === 'integer')
      ? [value + 1, value - 1]
      : []),
    ...(Array.isArray(value) ? [[...value, schema.at(value.length)?.example(11)]] : []),
    ...[11, 12, 13].map((seed) => schema.example(seed)),
    ...(typeof value === 'string' ? [`${value} changed`] : []),
  ]
  return candidates.filter((one) => one !== null && !isSame(one, value) && schema.check(one).length === 0)
}

export function listChanges(draft: Draft): { name: string; body: unknown; value: unknown }[] {
  const { body, operation } = draft
  const { effect } = operation
  if (body === undefined || effect.kind === 'none') return []
  const record = getAt(body.value, effect.requestPath)
  const schema = toSentSchema(draft)
  if (!isObject(record) || schema === undefined) return []
  // What is unique may be taken.
  const { unique } = effect.resource
  const names = Object.keys(record).toSorted(
    (one, other) => Number(unique.includes(one)) - Number(unique.includes(other)),
  )
  return names.flatMap((name) => {
    const inner = schema.at(name)
    const shown = effect.resource.schema.at(name)
    if (inner === undefined || shown === undefined || name === effect.resource.key.property) return []
    if (
      inner.facts().isReadOnly ||
      shown.facts().isWriteOnly ||
      shown.facts().isReadOnly ||
      /(?:Id|_id)s?$/.test(name)
    )
      return []
    const value = listOthers(inner, record[name]).find((one) => shown.check(one).length === 0)
    return value === undefined
      ? []
      : [{ name, value, body: setAt(body.value, [...effect.requestPath, name], value) }]
  })
}

/** Gives what has a default another value, also in objects, so that a change that brings the default back shows. */
export function departFromDefaults(draft: Draft): Draft {
  const { effect } = draft.operation
  const schema = toSentSchema(draft)
  if (effect.kind === 'none' || schema === undefined) return draft
  return depart(draft, schema, effect.requestPath, effect.resource.key.property)
}

function depart(draft: Draft, schema: Schema, at: readonly string[], key?: string): Draft {
  return schema.facts().properties.reduce((departed, name) => {
    const path = [...at, name]
    const inner = schema.at(name)
    const { hasDefault, default: preset, isReadOnly } = inner?.facts() ?? {}
    const own = getAt(departed.body?.value, path)
    if (inner === undefined || isReadOnly || name === key) return departed
    if (isObject(own)) return depart(departed, inner, path)
    if (!hasDefault || (own !== undefined && !isSame(own, preset))) return departed
    const [other] = listOthers(inner, preset)
    const changed =
      other === undefined ? undefined : withBody(departed, setAt(departed.body?.value, path, other))
    return changed ?? departed
  }, draft)
}

/** Gives a draft another body; undefined if that would be invalid. */
export const withBody = (draft: Draft, value: unknown): Draft | undefined =>
  draft.body !== undefined && draft.body.media.schema.check(value).length === 0
    ? { ...draft, body: { ...draft.body, value } }
    : undefined
