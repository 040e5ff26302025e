import type { Operation, Schema } from '../../contract/contract.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import { type RecordState, wrongCredentials } from '../states.ts'
import { nameRecords, type SentParameter } from './name-records.ts'
import { fromState, type Template, toMatcher, toTemplate } from './to-template.ts'
import { addToPact, type Interaction } from './write-pact.ts'

export type CredentialChoice = 'valid' | 'missing' | 'invalid'

/** A body with its media type; what is also in `exact` has no matchers. */
export interface TypedBody {
  type: string | undefined
  value: unknown
  schema: Schema | undefined
  exact?: unknown
}

export interface InteractionParts {
  description: string
  states?: readonly RecordState[] | undefined
  credentials: CredentialChoice
  parameters: readonly SentParameter[]
  headers?: Readonly<Record<string, string>> | undefined
  /** Undefined if nothing is said about it, null if there must be none. */
  body: TypedBody | undefined | null
  status: number
  /** Whether every client error will do. */
  isAny4xx: boolean
  response: { headers?: Readonly<Record<string, string>> | undefined; body: TypedBody | undefined }
}

const anyText = (value: string): Template => toMatcher('regex', value, { regex: '.+' })

/** Adds templates of any credentials to headers and query parameters; verifying replaces them with real ones. */
function addCredentials(
  { headers, query }: Interaction['request'],
  { security }: Operation,
  which: CredentialChoice,
): Pick<Interaction['request'], 'headers' | 'query'> {
  const schemes = which === 'missing' ? [] : (security[0] ?? [])
  const written = schemes.map(({ scheme }) =>
    scheme.write(scheme.kind === 'basic' ? `user:${which}` : `${which}-token`),
  )
  const toHeader = ([name, value]: [string, string]): [string, Template] =>
    name === 'authorization'
      ? ['Authorization', toMatcher('regex', value, { regex: `${value.split(' ')[0]} [A-Za-z0-9._~+/-]+=*` })]
      : [name, anyText(value)]
  const ofQuery = written.flatMap((one) => [...new URLSearchParams(one.query)])
  return {
    headers: {
      ...Object.fromEntries(written.flatMap((one) => Object.entries(one.headers ?? {}).map(toHeader))),
      ...headers,
    },
    query: { ...Object.fromEntries(ofQuery.map(([name, value]) => [name, [anyText(value)]])), ...query },
  }
}

/** Writes the path: exact values, and any other values for the rest, of which a provider state may replace the key. */
function toPath({ path, effect }: Operation, parameters: readonly SentParameter[]): Template {
  const ofPath = parameters.filter(({ parameter }) => parameter.in === 'path')
  const write = (toText: (one: SentParameter) => string): string =>
    path.replaceAll(/\{([^{}]+)\}/g, (whole, name) => {
      const found = ofPath.find(({ parameter }) => parameter.name === name)
      return found === undefined ? whole : toText(found)
    })
  const toText = ({ parameter, value }: SentParameter): string => parameter.write(value)
  const value = write(toText)
  const [free, ...others] = ofPath.filter(({ isExact }) => !isExact)
  if (free === undefined) return value
  const writeFree = (text: string): string => write((one) => (one.isExact ? toText(one) : text))
  const matcher = toMatcher('regex', value, { regex: writeFree('[^/]+') })
  const isKey = effect.kind !== 'none' && free.parameter.name === effect.keyParameter && others.length === 0
  return isKey ? fromState(matcher, writeFree(`\${${effect.resource.key.property}}`)) : matcher
}

/** Lets a provider state replace the key that a client gives. */
function withFreeKey(template: Template, { effect }: Operation): Template {
  if (effect.kind !== 'create' || effect.resource.key.from !== 'client' || !isObject(template))
    return template
  const { property } = effect.resource.key
  const matcher = template[property]
  if (!isObject(matcher)) return template
  const dataType = typeof matcher['value'] === 'string' ? 'STRING' : 'INTEGER'
  return { ...template, [property]: { ...fromState(matcher, `\${${property}}`), dataType } }
}

export function createInteraction(operation: Operation, parts: InteractionParts): Interaction {
  const { description, states, credentials, parameters, body, status, isAny4xx, response } = parts
  const query: Record<string, Template[]> = {}
  const headers: Record<string, Template> = {}
  for (const { parameter, value, isExact } of parameters) {
    const text = parameter.write(value)
    if (parameter.in === 'header') headers[parameter.name] = isExact ? text : anyText(text)
    if (parameter.in === 'query')
      for (const [name, one] of new URLSearchParams(text))
        query[name] = [...(query[name] ?? []), isExact ? one : anyText(one)]
  }
  const own = [
    ...nameRecords(operation, parameters, body?.value, response.body?.value, status),
    ...(credentials === 'invalid' ? [{ name: wrongCredentials }] : []),
  ]
  const request = {
    method: operation.method,
    path: toPath(operation, parameters),
    query,
    headers: { ...headers, ...parts.headers, ...(body?.type && { 'Content-Type': body.type }) },
    ...(body && {
      body: stringifyExactJson(withFreeKey(toTemplate(body.value, body.schema, body.exact), operation)),
    }),
    // With an empty text, Pact accepts no body. Without a body, it would accept any.
    ...(body === null && { body: '' }),
  }
  const { type, value, schema, exact } = response.body ?? {}
  const template = toTemplate(value, schema, exact)
  const whole: Interaction = {
    description,
    states: states ?? own,
    request: { ...request, ...addCredentials(request, operation, credentials) },
    response: {
      status,
      isAny4xx,
      headers: { ...(type && { 'Content-Type': type }), ...response.headers },
      ...(response.body && { body: stringifyExactJson(template) }),
    },
    addTo: (pact) => addToPact(pact, whole),
  }
  return whole
}
