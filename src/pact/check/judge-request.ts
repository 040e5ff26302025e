import { checkRequest, type RequestProblem } from '../../contract/check-request.ts'
import type { Contract, MediaType, Operation, Schema } from '../../contract/contract.ts'
import { isObject } from '../../options/is-object.ts'
import type { Path } from '../../options/problems.ts'
import type { Matcher, MatchingRules } from '../file/matching-rules.ts'
import { type PactInteraction, readJson } from '../file/pact-interaction.ts'
import { find, type PactFinding } from './pact-finding.ts'

/** A request with its operation. */
export interface Asked {
  operation: Operation
  value: unknown
  /** What the description forbids, and what it only doesn't mention. */
  problems: readonly PactFinding[]
  notes: readonly PactFinding[]
}

/** The types of what generators make in place of examples. */
const generated: Readonly<Record<string, string>> = {
  RandomInt: 'integer',
  RandomDecimal: 'number',
  RandomBoolean: 'boolean',
  ...Object.fromEntries(
    ['RandomString', 'RandomHexadecimal', 'Regex', 'Uuid', 'Date', 'Time', 'DateTime'].map((one) => [
      one,
      'string',
    ]),
  ),
}

/** Finds what generators and matchers of a body allow that the description forbids, although the example is right. */
function judgeAllowed(
  rules: MatchingRules,
  schema: Schema,
  toType: (one: Matcher) => string | undefined,
): PactFinding[] {
  return rules.body.flatMap(({ steps, list }) =>
    list.matchers.flatMap((one) => {
      const type = toType(one)
      const own = steps.reduce<Schema | undefined>(
        (at, step) => at?.at(/^(?:\*|\d+)$/.test(step) ? 0 : step),
        schema,
      )
      const types = own?.facts().types ?? []
      const isFit =
        own === undefined ||
        type === undefined ||
        types.includes(type) ||
        (type === 'integer' && types.includes('number'))
      const problem = `the pact allows a ${type}, but it must be ${types.join(' or ')}`
      // Consumers call integers numbers, but send no fractions.
      return isFit
        ? []
        : [
            find(
              one.match === 'number' ? 'note' : 'error',
              ['/request/body', ...steps].join('/'),
              problem,
              'type',
              own.pointer,
            ),
          ]
    }),
  )
}

/** Lists the properties of a value that its schema doesn't name, although it names some. */
function findUnknown(value: unknown, schema: Schema, path: Path = []): PactFinding[] {
  if (Array.isArray(value))
    return value.flatMap((one, at) => findUnknown(one, schema.at(at) ?? schema, [...path, at]))
  if (!isObject(value) || schema.facts().properties.length === 0) return []
  const kept = schema.as('request').project(value) as object
  return Object.entries(value).flatMap(([name, inner]): PactFinding[] => {
    const own = schema.at(name)
    if (own !== undefined) return findUnknown(inner, own, [...path, name])
    const where = `/${[...path, name].join('/')}`
    return Object.hasOwn(kept, name)
      ? []
      : [find('note', `/request/body${where}`, `${where} is not described`, 'properties', schema.pointer)]
  })
}

const convert = (
  kind: PactFinding['kind'],
  { rule, keyword, pointer, place, message }: RequestProblem,
): PactFinding =>
  find(
    kind,
    `/request${place}`,
    message,
    /^rejects-invalid-(?:body|parameter)$/.test(rule) ? keyword : rule,
    pointer,
  )

/** Many services read JSON whatever its type is called, or without a type: another type is a note if the body is right. */
function judgeType(
  contract: Contract,
  { request }: PactInteraction,
  problem: RequestProblem,
  media: MediaType | undefined,
): PactFinding[] {
  const { method, path, headers, body } = request
  const own = { ...headers, 'content-type': media?.contentType }
  const again = checkRequest(contract, { method, path, headers: own, body: body?.bytes ?? '' })
  const wrong = again.kind === 'operation' ? again.problems : []
  const isRight = media?.kind === 'json' && wrong.length === 0
  const at = headers['content-type'] === undefined ? { ...problem, place: '/headers' } : problem
  return [convert(isRight ? 'note' : 'error', at), ...wrong.map((one) => convert('error', one))]
}

/** Judges the request of an interaction; returns a finding if it asks for no operation. */
export function judgeRequest(contract: Contract, interaction: PactInteraction): Asked | PactFinding {
  const { method, path, headers, body, rules, generators } = interaction.request
  const checked = checkRequest(contract, { method, path, headers, body: body?.bytes ?? '' })
  if (checked.kind !== 'operation') {
    const problem = `the description has no operation ${method} ${path.replace(/\?.*/s, '')}`
    return find(
      'error',
      `/request/${checked.kind === 'unknown-path' ? 'path' : 'method'}`,
      problem,
      checked.kind,
    )
  }
  const { operation, unknown } = checked
  const media = operation.body?.pick(headers['content-type']) ?? operation.body?.media[0]
  const value = readJson(body)?.value
  const found = [
    ...unknown.map((name) =>
      find(
        'note',
        `/request/query/${name}`,
        `the query parameter ${name} is not described`,
        'parameters',
        operation.pointer,
      ),
    ),
    ...checked.problems.flatMap((one) =>
      one.rule === 'unsupported-media-type'
        ? judgeType(contract, interaction, one, media)
        : convert('error', one),
    ),
    ...(body?.problem === undefined ? [] : [find('error', '/request/body', body.problem, 'malformed-body')]),
    ...(media === undefined
      ? []
      : [
          ...judgeAllowed(
            generators,
            media.schema,
            (one) => generated[String((one as { type?: unknown }).type)],
          ),
          ...judgeAllowed(rules, media.schema, ({ match }) =>
            match === 'decimal' || match === 'number' ? 'number' : undefined,
          ),
        ]),
  ]
  const problems = found.filter(({ kind }) => kind === 'error')
  const notes = found.filter(({ kind }) => kind === 'note')
  const others = media?.kind === 'json' && problems.length === 0 ? findUnknown(value, media.schema) : []
  return { operation, value, problems, notes: [...notes, ...others] }
}
