import { schemaAt } from '../contract/schema-at.ts'
import { getAt, setAt } from '../json/at-path.ts'
import { toOrder } from '../json/to-order.ts'
import type { ListProbes, Probe } from './probe.ts'
import { isFitting } from './values.ts'

const day = 86_400_000

/** Makes a number or time that comes before or after another one; undefined of anything else. */
export function toNeighbor(value: unknown, isLater: boolean): unknown {
  const sign = isLater ? 1 : -1
  if (typeof value === 'number') return value + sign
  const time = toOrder(value)
  if (time === undefined) return undefined
  return new Date(time + sign * day).toISOString().slice(0, String(value).length > 10 ? undefined : 10)
}

/** Lists bodies in which two properties are in an order that the description forbids. */
export const listOrderProbes: ListProbes = ({ operation, body }) => {
  const { effect } = operation
  if (body === undefined || body.media.kind !== 'json' || effect.kind === 'none') return []
  const { media } = body
  const schema = schemaAt(media.schema, effect.requestPath)
  return effect.ordered.map(({ property, other, forbidden }): Probe => {
    const path = [...effect.requestPath, property]
    const otherPath = [...effect.requestPath, other]
    return {
      operation,
      kind: 'reject',
      rule: 'rejects-invalid-body',
      place: schema?.at(property)?.pointer ?? media.pointer,
      tried: `/${property} is ${forbidden} /${other}`,
      reason: 'body',
      path,
      change(draft) {
        if (draft.body === undefined) return undefined
        const against = getAt(draft.body.value, otherPath) ?? schema?.at(other)?.example()
        const wrong = toNeighbor(against, forbidden === 'after')
        const both = setAt(setAt(draft.body.value, otherPath, against), path, wrong)
        return wrong !== undefined && isFitting(media, both)
          ? { ...draft, body: { ...draft.body, value: both } }
          : undefined
      },
    }
  })
}
