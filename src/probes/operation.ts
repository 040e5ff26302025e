import type { Schema } from '../contract/contract.ts'
import { getAt, setAt } from '../json/at-path.ts'
import { isSame } from '../json/is-same.ts'
import { isObject } from '../options/is-object.ts'
import { isPatch } from './body-edges.ts'
import type { Draft } from './draft.ts'
import type { ListProbes, Probe } from './probe.ts'

/** Leaves out every property of a value that is valid without it, as deep as `depth` says. */
function makeSmallest(schema: Schema, whole: unknown, path: readonly string[] = [], depth = 3): unknown {
  const value = getAt(whole, path)
  if (!isObject(value) || depth === 0) return whole
  return Object.keys(value).reduce((least, name) => {
    const { [name]: _left, ...others } = getAt(least, path) as Record<string, unknown>
    const next = setAt(least, path, others)
    return schema.check(next).length === 0 ? next : makeSmallest(schema, least, [...path, name], depth - 1)
  }, whole)
}

/** Makes a body of only what is required; undefined if that is no valid body, or nothing less. */
export function toSmallest({ body }: Draft): unknown {
  if (body === undefined || !isObject(body.value)) return undefined
  const { schema } = body.media
  const smallest = schema.check(body.value).length > 0 ? body.value : makeSmallest(schema, body.value)
  return isSame(Object.keys(smallest as object), Object.keys(body.value)) ? undefined : smallest
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
