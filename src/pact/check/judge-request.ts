import { checkRequest } from '../../contract/check-request.ts'
import type { Contract, Operation, Schema } from '../../contract/contract.ts'
import { toPointer } from '../../contract/pointer.ts'
import { schemaAt } from '../../contract/schema-at.ts'
import { isContainer } from '../../options/is-object.ts'
import type { Path } from '../../options/problems.ts'
import type { ShownFinding } from '../../reports/report.ts'
import type { PactInteraction } from '../file/pact-interaction.ts'
import { sayAt } from './say-at.ts'

export interface JudgedRequest {
  operation: Operation
  /** The values of its path parameters, and of its body. */
  path: Readonly<Record<string, unknown>>
  value: unknown
  /** What the description forbids, and what it only doesn't mention. */
  problems: readonly ShownFinding[]
  notes: readonly ShownFinding[]
}

/** What generators send, and what matchers allow to send, in place of an example; other generators make strings. */
const replacements: Readonly<Record<string, unknown>> = {
  RandomInt: 1,
  RandomDecimal: 1.5,
  RandomBoolean: true,
  ProviderState: undefined,
  decimal: 1.5,
  number: 1.5,
}

/** Finds what generators and matchers of a body send in place of an example that is right, although their type is wrong. */
function findOtherTypes({ rules, generators }: PactInteraction['request'], schema: Schema): ShownFinding[] {
  return [...generators.body, ...rules.body].flatMap(({ steps, matchers }) => {
    const path = steps.map((step) => (/^(?:\*|\d+)$/.test(step) ? 0 : step))
    const own = schemaAt(schema, path)
    return matchers.flatMap(({ match, type }): ShownFinding[] => {
      const name = match ?? type ?? 'ProviderState'
      const sent = name in replacements || match !== undefined ? replacements[name] : 'x'
      const isWrong = sent !== undefined && own?.check(sent).some(({ keyword }) => keyword === 'type')
      if (own === undefined || !isWrong) return []
      const problem = `${name} makes a ${typeof sent}, but it must be ${own.facts().types.join(' or ')}`
      // Consumers call integers numbers, but send no fractions.
      const kind = name === 'number' ? 'note' : 'error'
      return sayAt(`/request/body${toPointer(...steps)}`, own.pointer)(kind, problem, 'type')
    })
  })
}

/** Lists what a value has, but not its projection: the properties that its schema doesn't name. */
function findUnknown(value: unknown, projected: unknown, path: Path = []): ShownFinding[] {
  if (!isContainer(value) || !isContainer(projected)) return []
  return Object.entries(value).flatMap(([name, one]) => {
    const at = [...path, name]
    if (Object.hasOwn(projected, name)) return findUnknown(one, projected[name], at)
    return sayAt(`/request/body${toPointer(...at)}`)(
      'note',
      `${toPointer(...at)} is not described`,
      'properties',
    )
  })
}

/** Judges the request of an interaction; returns what is wrong if it asks for no operation. */
export function judgeRequest(
  contract: Contract,
  { request }: PactInteraction,
): JudgedRequest | ShownFinding[] {
  const { method, path, headers, body } = request
  const match = contract.match(method, path)
  if (match.kind !== 'operation') {
    const problem = `the description has no operation ${method} ${path.replace(/\?.*/s, '')}`
    const place = match.kind === 'unknown-path' ? '/request/path' : '/request/method'
    return sayAt(place)('error', problem, match.kind)
  }
  const { operation, pathParameters } = match
  const { 'content-type': type = 'none' } = headers
  const media = operation.body?.pick(type) ?? operation.body?.media[0]
  const isJson = media?.kind === 'json' && body !== undefined && body.bytes.length > 0
  // Many services read JSON whatever its type is called: another type is a note if the body is right.
  const sent = isJson ? { ...headers, 'content-type': media.contentType } : headers
  const checked = checkRequest(contract, { method, path, headers: sent, body: body?.bytes ?? '' })
  const { problems: wrong = [], unknown = [] } = checked.kind === 'operation' ? checked : {}
  const say = sayAt('/request/headers/content-type', operation.body?.pointer)
  const found = [
    ...wrong.flatMap(({ rule, keyword, pointer, place, message }) => {
      const isOfSchema = rule === 'rejects-invalid-body' || rule === 'rejects-invalid-parameter'
      return sayAt(`/request${place}`, pointer)('error', message, isOfSchema ? keyword : rule)
    }),
    ...unknown.flatMap((name) => {
      const problem = `the query parameter ${name} is not described`
      return sayAt(`/request/query/${name}`, operation.pointer)('note', problem, 'parameters')
    }),
    ...(isJson && operation.body?.pick(type) === undefined
      ? say('note', `the content type must be ${media.name}, got ${type}`, 'unsupported-media-type')
      : []),
    ...(body?.problem === undefined ? [] : sayAt('/request/body')('error', body.problem, 'malformed-body')),
    ...(media === undefined ? [] : findOtherTypes(request, media.schema)),
  ]
  const problems = found.filter(({ kind }) => kind === 'error')
  const value = isJson && problems.length === 0 ? media.parse(body.bytes) : undefined
  const notes = found.filter(({ kind }) => kind === 'note')
  const others = findUnknown(value, media?.schema.project(value))
  const { path: inPath } = operation.readParameters({ pathParameters })
  return { operation, path: inPath, value, problems, notes: [...notes, ...others] }
}
