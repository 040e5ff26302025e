import type { Schema } from '../contract/contract.ts'
import { isObject } from '../options/is-object.ts'
import { isPatch } from './body-edges.ts'
import type { Draft } from './draft.ts'
import type { ListProbes, Probe } from './probe.ts'

/** Leaves out every property of a value that a schema doesn't require, as deep as `depth` says. */
function keepRequired(schema: Schema, value: unknown, depth = 3): unknown {
  if (!isObject(value) || depth === 0) return value
  const { required } = schema.facts()
  const kept = Object.entries(value).filter(([name]) => required.includes(name))
  return Object.fromEntries(
    kept.map(([name, inner]) => {
      const own = schema.at(name)
      return [name, own === undefined ? inner : keepRequired(own, inner, depth - 1)]
    }),
  )
}

/** Makes a body of only what is required; undefined if that is no valid body, or nothing less. */
export function toSmallest({ body }: Draft): unknown {
  if (body === undefined || !isObject(body.value)) return undefined
  const smallest = keepRequired(body.media.schema, body.value)
  const isSmaller =
    JSON.stringify(Object.keys(smallest as object)) !== JSON.stringify(Object.keys(body.value))
  return isSmaller && body.media.schema.check(smallest).length === 0 ? smallest : undefined
}

/** Lists what is sent once to each operation: bodies with all that is optional and without it, each media type, and no body. */
export const listOperationProbes: ListProbes = (plain) => {
  const { operation, body } = plain
  const described = operation.body
  if (described === undefined || body === undefined) return []
  const common = { operation, reason: 'body' as const, place: body.media.pointer }
  const accept = (tried: string, toBody: (draft: Draft) => Draft['body']): Probe => ({
    ...common,
    kind: 'accept',
    rule: 'accepts-valid-body',
    tried,
    change(draft) {
      const changed = toBody(draft)
      return changed === undefined || changed.media.schema.check(changed.value).length > 0
        ? undefined
        : { ...draft, body: changed }
    },
  })
  const { schema } = body.media
  // An empty body may be read as an empty object.
  const isEmptyInvalid = [{}, null].every((value) => schema.check(value).length > 0)
  return [
    accept('a body with only required properties', (draft) => {
      const value = toSmallest(draft)
      return value === undefined || draft.body === undefined ? undefined : { ...draft.body, value }
    }),
    accept('a body with all properties', (draft) =>
      isObject(draft.body?.value) && isObject(schema.example())
        ? { media: body.media, value: { ...(schema.example() as object), ...draft.body.value } }
        : undefined,
    ),
    ...described.media
      .filter((media) => media !== body.media && media.kind !== 'xml' && !isPatch(media))
      .map((media) => ({
        ...accept(`a body of ${media.name}`, () => ({
          media,
          value: [...media.examples.values()][0] ?? media.schema.example(),
        })),
        place: media.pointer,
      })),
    ...(described.isRequired && (isEmptyInvalid || body.media.kind !== 'json')
      ? [
          {
            ...common,
            kind: 'reject' as const,
            // Without a body, there is no content type either.
            reason: 'media' as const,
            rule: 'rejects-missing-body' as const,
            place: `${described.pointer}/required`,
            tried: 'no body',
            change: ({ body: _body, ...draft }: Draft): Draft => draft,
          },
        ]
      : []),
  ]
}
