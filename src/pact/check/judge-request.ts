import { checkRequest, type RequestProblem } from '../../contract/check-request.ts'
import type { Contract, Operation, Schema } from '../../contract/contract.ts'
import { parseExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import type { Path } from '../../options/problems.ts'
import type { PactInteraction } from '../file/pact-interaction.ts'
import { type PactFinding, sayAt } from './pact-finding.ts'

/** A request with its operation. */
export interface Asked {
  operation: Operation
  /** The values of its path parameters, and of its body. */
  path: Readonly<Record<string, unknown>>
  value: unknown
  /** What the description forbids, and what it only doesn't mention. */
  problems: readonly PactFinding[]
  notes: readonly PactFinding[]
}

/** What generators send, and what matchers allow to send, in place of an example; other generators make strings. */
const replacements: Readonly<Record<string, unknown>> = {
  RandomInt: 1,
  RandomDecimal: 1.5,
  RandomBoolean: true,
  decimal: 1.5,
  number: 1.5,
}

/** Finds what generators and matchers of a body send in place of an example that is right, although their type is wrong. */
function findOtherTypes({ request }: PactInteraction, schema: Schema): PactFinding[] {
  return [...request.generators.body, ...request.rules.body].flatMap(({ steps, list }) =>
    list.matchers.flatMap(({ match, type }): PactFinding[] => {
      const name = match ?? type ?? ''
      const isString = match === undefined && type !== undefined && type !== 'ProviderState'
      const sent = replacements[name] ?? (isString ? 'x' : undefined)
      const own = steps.reduce<Schema | undefined>(
        (at, step) => at?.at(/^(?:\*|\d+)$/.test(step) ? 0 : step),
        schema,
      )
      const isWrong = sent !== undefined && own?.check(sent).some(({ keyword }) => keyword === 'type')
      if (own === undefined || !isWrong) return []
      const problem = `${name} makes a ${typeof sent}, but it must be ${own.facts().types.join(' or ')}`
      const place = ['/request/body', ...steps].join('/')
      // Consumers call integers numbers, but send no fractions.
      const kind = name === 'number' ? 'note' : 'error'
      return sayAt(place, own.pointer)(kind, problem, 'type')
    }),
  )
}

/** Reads a body as JSON; undefined if it isn't. */
function readJson(body: PactInteraction['request']['body']): unknown {
  try {
    return body && parseExactJson(body.bytes.toString())
  } catch {
    return undefined
  }
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
    const say = sayAt(`/request/body${where}`, schema.pointer)
    return Object.hasOwn(kept, name) ? [] : say('note', `${where} is not described`, 'properties')
  })
}

const convert = (kind: PactFinding['kind'], { rule, keyword, pointer, place, message }: RequestProblem) => {
  const isOfSchema = rule === 'rejects-invalid-body' || rule === 'rejects-invalid-parameter'
  return sayAt(`/request${place}`, pointer)(kind, message, isOfSchema ? keyword : rule)
}

/** Judges the request of an interaction; returns a finding if it asks for no operation. */
export function judgeRequest(contract: Contract, interaction: PactInteraction): Asked | PactFinding {
  const { method, path, headers, body } = interaction.request
  const sent = { method, path, headers, body: body?.bytes ?? '' }
  const checked = checkRequest(contract, sent)
  if (checked.kind !== 'operation')
    return {
      kind: 'error',
      place: `/request/${checked.kind === 'unknown-path' ? 'path' : 'method'}`,
      problem: `the description has no operation ${method} ${path.replace(/\?.*/s, '')}`,
      rule: checked.kind,
    }
  const { operation, unknown } = checked
  const type = headers['content-type']
  const media = operation.body?.pick(type) ?? operation.body?.media[0]
  const ofType = checked.problems.find(({ rule }) => rule === 'unsupported-media-type')
  // Many services read JSON whatever its type is called: another type is a note if the body is right.
  const retyped =
    ofType && checkRequest(contract, { ...sent, headers: { ...headers, 'content-type': media?.contentType } })
  const wrong = [...(retyped?.kind === 'operation' ? retyped : checked).problems]
  const isRight = media?.kind === 'json' && wrong.length === 0
  const found = [
    ...unknown.flatMap((name) => {
      const say = sayAt(`/request/query/${name}`, operation.pointer)
      return say('note', `the query parameter ${name} is not described`, 'parameters')
    }),
    ...(ofType === undefined
      ? []
      : convert(isRight ? 'note' : 'error', type === undefined ? { ...ofType, place: '/headers' } : ofType)),
    ...wrong.flatMap((one) => convert('error', one)),
    ...(body?.problem === undefined ? [] : sayAt('/request/body')('error', body.problem, 'malformed-body')),
    ...(media === undefined ? [] : findOtherTypes(interaction, media.schema)),
  ]
  const problems = found.filter(({ kind }) => kind === 'error')
  const notes = found.filter(({ kind }) => kind === 'note')
  const value = readJson(body)
  const others = media?.kind === 'json' && problems.length === 0 ? findUnknown(value, media.schema) : []
  const match = contract.match(method, path)
  const read = operation.readParameters(match.kind === 'operation' ? match : {})
  return { operation, path: read.path, value, problems, notes: [...notes, ...others] }
}
