import type { Operation, ParameterPlace, Schema, WrittenParameters } from '../../contract/contract.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import { getAt } from '../get-at.ts'
import { fromState, match, pick, type Template, toTemplate } from './to-template.ts'
import type { Interaction } from './write-pact.ts'

/** What a consumer sends; each part has exactly the values that are named. */
export interface RequestOptions {
  path?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string>>
  /** The body; `null` sends none. */
  body?: unknown
  /** Which credentials it has; `valid` by default. */
  credentials?: 'valid' | 'missing' | 'invalid'
}

/** Says whether a request names a parameter; a deep object has a name for each of its properties. */
const isNamed = (name: string, given: object = {}): boolean =>
  Object.keys(given).some((one) => one.toLowerCase() === name.toLowerCase() || name.startsWith(`${one}[`))

/** The values of parameters: those that are named, and examples of other required ones; a request that has to be wrong has only what is named. */
function toValues(
  { parameters }: Operation,
  place: ParameterPlace,
  given: Readonly<Record<string, unknown>> | undefined,
  isValid = true,
): Record<string, unknown> {
  const isFilled = isValid || given === undefined
  // Names of headers may be in any case.
  const toKey = (name: string): string => (place === 'header' ? name.toLowerCase() : name)
  const named = Object.fromEntries(Object.entries(given ?? {}).map(([name, one]) => [toKey(name), one]))
  const sent = parameters.filter(
    (one) => one.in === place && (toKey(one.name) in named || (one.isRequired && isFilled)),
  )
  return Object.fromEntries(
    sent.map(({ name, examples, schema }) => [
      toKey(name),
      named[toKey(name)] ?? [...examples.values()][0] ?? schema.example(),
    ]),
  )
}

/** The values of a request. */
interface FilledRequest {
  path: Readonly<Record<string, unknown>>
  parameters: WrittenParameters
  /** The schema of its body. */
  schema: Schema | undefined
  /** The header of its type. */
  type: Readonly<Record<string, string>>
  /** Whether it has a body. */
  isSent: boolean
  body: unknown
}

/** The values of a request: those that are named, and examples of other required ones. */
export function fillRequest(operation: Operation, request: RequestOptions, isValid: boolean): FilledRequest {
  const path = toValues(operation, 'path', request.path)
  const parameters = operation.writeParameters({
    path,
    query: toValues(operation, 'query', request.query, isValid),
    header: toValues(operation, 'header', request.headers),
  })
  const described = operation.body
  const media = described?.pick(request.headers?.['content-type']) ?? described?.media[0]
  const isSent = request.body === undefined ? described?.isRequired === true : request.body !== null
  const schema = media?.schema.as('request')
  const isFilled = isValid || request.body === undefined
  const filled = isFilled ? pick(schema?.example(), schema, request.body) : request.body
  const type: FilledRequest['type'] =
    isSent && media !== undefined ? { 'Content-Type': media.contentType } : {}
  return { path, parameters, schema, type, isSent, body: isSent ? filled : undefined }
}

const anyText = (value: string): Template => match('regex', value, { regex: '.+' })

/** Templates of any credential of the schemes of an operation, in headers and query parameters. */
function toCredentials({ security }: Operation, which: 'valid' | 'missing' | 'invalid') {
  const headers: Record<string, Template> = {}
  const query: Record<string, Template[]> = {}
  for (const { scheme } of which === 'missing' ? [] : (security[0] ?? [])) {
    // The verification replaces them with real ones.
    const written = scheme.write(scheme.kind === 'basic' ? `user:${which}` : `${which}-token`)
    for (const [name, value] of Object.entries(written.headers ?? {})) {
      const isToken = name === 'authorization'
      headers[isToken ? 'Authorization' : name] = isToken
        ? match('regex', value, { regex: `${value.split(' ')[0]} [A-Za-z0-9._~+/-]+=*` })
        : anyText(value)
    }
    if (written.query !== undefined) query[scheme.parameter] = [anyText(`${which}-token`)]
  }
  return { headers, query }
}

/** Writes the path: exact values that are named, any other value for the rest, which a provider state may replace. */
function writePath(
  { effect, parameters, writeParameters }: Operation,
  values: Readonly<Record<string, unknown>>,
  named: object,
): Template {
  const { path: value } = writeParameters({ path: values })
  const free = parameters.filter((one) => one.in === 'path' && !(one.name in named)).map(({ name }) => name)
  if (free.length === 0) return value
  const mark = (text: string): string => {
    const marked = Object.fromEntries(free.map((name) => [name, 'FREE']))
    return writeParameters({ path: { ...values, ...marked } }).path.replaceAll('FREE', text)
  }
  const matcher = match('regex', value, { regex: mark('[^/]+') })
  const isKey = effect.kind !== 'none' && free.length === 1 && free[0] === effect.keyParameter
  return isKey ? fromState(matcher, mark(`\${${effect.resource.key.property}}`)) : matcher
}

/** Makes the template of a request's body. A provider state may replace the key that a client gives. */
function toRequestTemplate({ effect }: Operation, body: unknown, schema: Schema | undefined, exact: unknown) {
  const template = toTemplate(body, schema, exact)
  if (effect.kind !== 'create' || effect.resource.key.from !== 'client' || !isObject(template))
    return template
  const { property } = effect.resource.key
  const matcher = template[property]
  if (!isObject(matcher)) return template
  const dataType = typeof getAt(body, [property]) === 'string' ? 'STRING' : 'INTEGER'
  return { ...template, [property]: { ...fromState(matcher, `\${${property}}`), dataType } }
}

/** Writes the request of an interaction: what is named exactly as it is; if it is loose, what is right is only an example. */
export function toRequest(
  operation: Operation,
  request: RequestOptions,
  { path, parameters, schema, type, isSent, body }: FilledRequest,
  isLoose: boolean,
  exact: unknown,
): Interaction['request'] {
  const { headers, query } = toCredentials(operation, request.credentials ?? 'valid')
  const sentQuery = new URLSearchParams(parameters.query)
  const ofQuery = [...sentQuery.keys()].map((one): [string, Template[]] => [
    one,
    sentQuery.getAll(one).map((value) => (isNamed(one, request.query) ? value : anyText(value))),
  ])
  const free = Object.entries(parameters.headers).filter(([one]) => !isNamed(one, request.headers))
  const ofParameters = Object.fromEntries(free.map(([one, value]) => [one, anyText(value)]))
  return {
    method: operation.method,
    path: writePath(operation, path, isLoose ? {} : (request.path ?? {})),
    query: { ...query, ...Object.fromEntries(ofQuery) },
    headers: { ...headers, ...ofParameters, ...request.headers, ...type },
    ...(isSent && { body: stringifyExactJson(toRequestTemplate(operation, body, schema, exact)) }),
    // With an empty text, Pact accepts no body. Without a body, it would accept any.
    ...(request.body === null && { body: '' }),
  }
}
