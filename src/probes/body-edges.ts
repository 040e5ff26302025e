import type { Edge, MediaType } from '../contract/contract.ts'
import { listEdges } from '../contract/edges.ts'
import { describePath } from '../contract/pointer.ts'
import { schemaAt } from '../contract/schema-at.ts'
import { getAt, setAt } from '../json/at-path.ts'
import { isSame } from '../json/is-same.ts'
import type { RuleId } from '../judge/rules.ts'
import { isObject } from '../options/is-object.ts'
import { describeValue } from '../options/problems.ts'
import type { Draft } from './draft.ts'
import type { ListProbes, Probe } from './probe.ts'

/** A draft with another value at a path of its body, if it has one. */
export const withValueAt = (draft: Draft, path: Edge['path'], value: unknown): Draft =>
  draft.body === undefined
    ? draft
    : { ...draft, body: { ...draft.body, value: setAt(draft.body.value, path, value) } }

/** Says whether a path begins with another one. */
export const isPathWithin = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.every((step, at) => step === other[at])

/** Gives an object what tells another one from an example: other properties, more, and fewer. */
function changeLike(
  own: Record<string, unknown>,
  example: Record<string, unknown>,
  changed: Record<string, unknown>,
): unknown {
  const names = [...new Set([...Object.keys(own), ...Object.keys(changed)])]
  const isLeft = (name: string): boolean => !Object.hasOwn(changed, name) && Object.hasOwn(example, name)
  return Object.fromEntries(
    names
      .filter((name) => !isLeft(name))
      .map((name) => [name, isSame(example[name], changed[name]) ? own[name] : changed[name]]),
  )
}

/**
 * Puts the special part of an edge into the body of a plain request, whose other parts are known to be accepted: with as
 * many of its properties as possible, and as the edge has it, since it may depend on other properties.
 */
function applyEdge({ branch, path, value }: Edge, media: MediaType, plain: Draft): Draft[] {
  const at = branch ?? path
  if (plain.body === undefined || getAt(plain.body.value, at.slice(0, -1)) === undefined) return []
  const whole = plain.body.value
  const [own, example, changed] = [whole, media.schema.example(), value].map((one) => getAt(one, at))
  const isLike = branch === undefined && isObject(own) && isObject(example) && isObject(changed)
  const specials = isLike ? [changeLike(own, example, changed), changed] : [changed]
  return specials.map((special) => ({ ...plain, body: { media, value: setAt(whole, at, special) } }))
}

/** Says whether a body is invalid in every reading: as a value, and as it comes back from its text. */
function isInvalid({ media, value }: NonNullable<Draft['body']>): boolean {
  if (media.schema.check(value).length === 0) return false
  if (media.kind === 'json') return true
  try {
    const { body, contentType } = media.write(value)
    return media.schema.check(media.parse(body, contentType)).length > 0
  } catch {
    return false
  }
}

function toRule(edge: Edge, plain: Draft): RuleId {
  const { keyword, path, description } = edge
  if (keyword === 'format' && description.startsWith('no ')) return 'rejects-invalid-format'
  const parent = plain.body?.media.schema
  const owner = path.slice(0, -1).reduce((schema, step) => schema?.at(step), parent)
  const isOptional = path.length > 0 && !owner?.facts().required.includes(String(path.at(-1)))
  return isOptional && getAt(edge.value, path) === null ? 'rejects-null' : 'rejects-invalid-body'
}

/** Says whether a body is a list of changes (RFC 6902), which depend on the record. */
export const isPatch = ({ name }: MediaType): boolean => name.startsWith('application/json-patch')

/** Says whether null removes a property that the record may have to have (RFC 7396). */
function removes({ value, path }: Edge, { effect }: Draft['operation']): boolean {
  if (effect.kind !== 'merge' || path.length === 0 || getAt(value, path) !== null) return false
  const own = schemaAt(effect.resource.schema, path)
  return own?.facts().isNullable !== true
}

/** Lists bodies next to the limits of each keyword of their schema. Whether null may remove what a record has to have is open. */
export const listBodyEdges: ListProbes = (plain) => {
  const { operation } = plain
  return (operation.body?.media ?? []).flatMap((media): Probe[] => {
    if (plain.body === undefined || media.kind === 'xml' || media.kind === 'binary') return []
    if (media !== plain.body.media && (media.schema === plain.body.media.schema || isPatch(media))) return []
    const edges = listEdges(media.schema)
    // What isn't an object can't be written as a form.
    const isForm = media.kind === 'form' || media.kind === 'multipart'
    const outside = edges.outside.filter(
      ({ path, keyword }) => !isForm || path.length > 0 || keyword !== 'type',
    )
    const toProbe = (edge: Edge, kind: Probe['kind']): Probe => ({
      operation,
      kind,
      rule: kind === 'reject' ? toRule(edge, plain) : 'accepts-valid-body',
      place: edge.pointer,
      tried: `${describePath(edge.path)} is ${describeEdge(edge)}`,
      reason: 'body',
      path: edge.path,
      change(draft) {
        const own = media === draft.body?.media ? draft : { ...draft, body: { media, value: edge.value } }
        return applyEdge(edge, media, own).find(({ body }) => {
          if (body === undefined) return false
          return kind === 'reject' ? isInvalid(body) : media.schema.check(body.value).length === 0
        })
      },
    })
    return [
      ...edges.inside.map((edge) => toProbe(edge, removes(edge, operation) ? 'open' : 'accept')),
      ...outside.map((edge) => toProbe(edge, 'reject')),
    ]
  })
}

function describeEdge(edge: Edge): string {
  const value = getAt(edge.value, edge.path)
  const shown = typeof value === 'object' && value !== null ? '' : ` (${describeValue(value)})`
  return `${edge.description}${shown}`
}
