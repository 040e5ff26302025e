import type { Schema } from '../contract/contract.ts'
import { getAt, setAt } from '../json/at-path.ts'
import { escapeRegExp } from '../options/escape-regexp.ts'
import { isObject } from '../options/is-object.ts'
import type { ListProbes, Probe } from './probe.ts'
import { isFitting } from './values.ts'

const day = 86_400_000

/** Makes a number or time that comes before or after another one; undefined of anything else. */
function toNeighbor(value: unknown, isLater: boolean): unknown {
  const sign = isLater ? 1 : -1
  if (typeof value === 'number') return value + sign
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(time)) return undefined
  return new Date(time + sign * day).toISOString().slice(0, String(value).length > 10 ? undefined : 10)
}

const lower = 'before|earlier|less|lower|smaller|below|shorter'
const higher = 'after|later|greater|higher|larger|more|above|exceed|longer'

/** Says on which side of another property a text forbids one, as in "`end` must not be before `start`"; undefined if it says nothing. */
function readForbidden(text: string, one: string, other: string): 'before' | 'after' | undefined {
  const names = [one, other].map((name) => `[\`'"]?${escapeRegExp(name)}[\`'"]?`)
  const found = new RegExp(
    `(?<![\\w.])${names[0]} (?:must|may|can|has to|should|shall|needs to|is)([^.;,]*?)\\b(${lower}|${higher})\\w*( than)?(?: or equal to| the| its)* ${names[1]}(?![\\w])`,
    'i',
  ).exec(text)
  if (found === null) return undefined
  const [, between = '', word = ''] = found
  const isLower = new RegExp(`^(?:${lower})$`, 'i').test(word)
  const isNegated = /\bnot\b|\bnever\b|n't\b/i.test(`${between}`) || /cannot/i.test(found[0])
  return isLower === isNegated ? 'before' : 'after'
}

/** Lists bodies in which two properties are in an order that the description forbids. */
export const listOrderProbes: ListProbes = ({ operation, body }) => {
  if (body === undefined || body.media.kind !== 'json' || operation.effect.kind === 'none') return []
  const { media } = body
  const { requestPath } = operation.effect
  const schema = requestPath.reduce<Schema | undefined>((found, name) => found?.at(name), media.schema)
  const properties = schema?.facts().properties ?? []
  const describe = (one: Schema | undefined): string =>
    (one?.parts() ?? []).map(({ json }) => String(json['description'] ?? '')).join('. ')
  const said = `${operation.description ?? ''}. ${describe(schema)}`
  return properties.flatMap((name) =>
    properties.flatMap((other): Probe[] => {
      const text = `${said}. ${describe(schema?.at(name))}`
      const forbidden = name === other ? undefined : readForbidden(text, name, other)
      if (forbidden === undefined) return []
      const path = [...requestPath, name]
      return [
        {
          operation,
          kind: 'reject',
          rule: 'rejects-invalid-body',
          place: schema?.at(name)?.pointer ?? media.pointer,
          tried: `/${name} is ${forbidden} /${other}`,
          reason: 'body',
          path,
          change(draft) {
            if (draft.body === undefined || !isObject(getAt(draft.body.value, requestPath))) return undefined
            const against = getAt(draft.body.value, [...requestPath, other]) ?? schema?.at(other)?.example()
            const wrong = toNeighbor(against, forbidden === 'after')
            const both = setAt(setAt(draft.body.value, [...requestPath, other], against), path, wrong)
            return wrong !== undefined && isFitting(media, both)
              ? { ...draft, body: { ...draft.body, value: both } }
              : undefined
          },
        },
      ]
    }),
  )
}
