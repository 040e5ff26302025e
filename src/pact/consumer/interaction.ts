import { checkRequest } from '../../contract/check-request.ts'
import type { Contract, MediaType, Operation, Response } from '../../contract/contract.ts'
import { plantStore } from '../../contract/plant-store.ts'
import { isSuccess } from '../../http/exchange.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { isSame } from '../../json/is-same.ts'
import { isObject } from '../../options/is-object.ts'
import { checkOptions } from '../../options/option-table.ts'
import { OptionsError } from '../../options/options-error.ts'
import { anything, integer, object, oneOf, type Schema, string, that } from '../../options/schema.ts'
import { noRecord, type RecordState, recordExists, wrongCredentials } from '../states.ts'
import { pick, type Template, toTemplate } from './to-template.ts'

type PactV4 = InstanceType<typeof import('@pact-foundation/pact')['PactV4']>

/** An interaction of Pact that is ready for its test. */
export type ReadyInteraction = ReturnType<
  ReturnType<ReturnType<PactV4['addInteraction']>['withRequest']>['willRespondWith']
>

/** What a consumer sends; each part has exactly the values that are named. */
interface RequestOptions {
  path?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string>>
  /** The body; `null` sends none. */
  body?: unknown
  /** Which credentials it has; `valid` by default. */
  credentials?: 'valid' | 'missing' | 'invalid'
}

/** What a consumer needs of a response. */
export interface ResponseOptions {
  /** The documented success by default; `4XX` accepts every client error. */
  status?: number | '4XX'
  headers?: Readonly<Record<string, string>>
  /** Some properties; by default those that the schema requires. `null` doesn't look at the body. */
  body?: unknown
}

/** The request and the response of an interaction. What isn't said comes from the description. */
export interface InteractionOptions {
  /** What the consumer sends: exactly these values. Required ones that aren't named may have any value of their schema. */
  request?: RequestOptions
  /** What the consumer needs: values like these, by the types and formats of the schema. */
  response?: ResponseOptions
  /** The provider states, in place of those that name records. */
  states?: readonly RecordState[]
  /** Distinguishes the interaction from others in the pact; by default, it names the operation, the status, and the values of the request. */
  description?: string
}

/** A request to an operation and its response, as a consumer and a service agree on them. */
export interface Interaction {
  description: string
  states: readonly RecordState[]
  request: {
    method: string
    path: Template
    query: Readonly<Record<string, readonly string[]>>
    headers: Readonly<Record<string, Template>>
    /** In JSON; an empty text means that there must be no body. */
    body?: string
  }
  response: { status: number; isAny4xx: boolean; headers: Readonly<Record<string, Template>>; body?: string }
  /** Adds it to a pact of pact-js; its `executeTest` runs the consumer's test. */
  addTo(pact: PactV4): ReadyInteraction
}

const anyObject: Schema = object({}, [], true)

const optionTable = {
  request: object(
    {
      path: anyObject,
      query: anyObject,
      headers: anyObject,
      body: anything,
      credentials: oneOf('valid', 'missing', 'invalid'),
    },
    [],
  ),
  response: object(
    {
      status: that(
        'a status from 200 to 599, or 4XX',
        (value) => value === '4XX' || integer(200, 599).find(value)?.length === 0,
      ),
      headers: anyObject,
      body: anything,
    },
    [],
  ),
  states: anything,
  description: string,
}

const fail = (problem: string, path: string[] = []): never => {
  throw new OptionsError(problem, path)
}

/** Returns the part of a body that has the record, by the path of an effect. */
const getAt = (value: unknown, path: readonly string[] = []): unknown =>
  path.reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), value)

const toProviderState = (matcher: object, expression: string, more: object = {}): Template => ({
  ...matcher,
  'pact:generator:type': 'ProviderState',
  expression,
  ...more,
})

/** The credentials of a request: templates of any credential of its schemes, in headers and query parameters. */
function toCredentials({ security }: Operation, which: 'valid' | 'missing' | 'invalid') {
  const headers: Record<string, Template> = {}
  const query: Record<string, string[]> = {}
  for (const { scheme } of which === 'missing' ? [] : (security[0] ?? [])) {
    // The verification replaces them with real ones.
    const written = scheme.write(scheme.kind === 'basic' ? `user:${which}` : `${which}-token`)
    for (const [name, value] of Object.entries(written.headers ?? {})) {
      const isToken = name === 'authorization'
      const regex = isToken ? `${value.split(' ')[0]} [A-Za-z0-9._~+/-]+=*` : '.+'
      headers[isToken ? 'Authorization' : name] = { 'pact:matcher:type': 'regex', regex, value }
    }
    if (written.query !== undefined) query[scheme.parameter] = [`${which}-token`]
  }
  return { headers, query }
}

/** Names the records that an interaction needs: those that its own belongs to, and its own, which is there unless the status says something else. */
function nameRecords(
  { effect }: Operation,
  path: Readonly<Record<string, unknown>>,
  body: unknown,
  shown: unknown,
  status: number,
): RecordState[] {
  if (effect.kind === 'none') return []
  const { resource, scope, keyParameter, kind } = effect
  const { property, schema } = resource.key
  const owners = scope.flatMap(({ parameter, resource: owner }) => {
    const example = owner?.schema.example()
    return owner === undefined || !isObject(example)
      ? []
      : [recordExists(owner.name, { ...example, [owner.key.property]: path[parameter] })]
  })
  const key = keyParameter === undefined ? getAt(body, [property]) : path[keyParameter]
  const isKeyless = key === undefined ? kind === 'create' : schema.check(key).length > 0
  if (isKeyless) return owners
  const exists = status === 409 || (status !== 404 && kind !== 'create')
  if (!exists) return [...owners, noRecord(resource.name, { [property]: key })]
  const known = scope.map((one) => [one.property, path[one.parameter]] as const)
  return [
    ...owners,
    recordExists(resource.name, {
      ...(resource.schema.example() as object),
      ...Object.fromEntries(known.filter(([name]) => name !== undefined)),
      ...(isObject(shown) && shown),
      ...(key !== undefined && property !== '' && { [property]: key }),
    }),
  ]
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
  const matcher = { 'pact:matcher:type': 'regex', regex: mark('[^/]+'), value }
  const isKey = effect.kind !== 'none' && free.length === 1 && free[0] === effect.keyParameter
  return isKey ? toProviderState(matcher, mark(`\${${effect.resource.key.property}}`)) : matcher
}

/** Makes the template of a request's body: exact values that are named, and templates of those that the schema requires. */
function toRequestTemplate(
  { schema }: MediaType,
  { effect }: Operation,
  value: unknown,
  named: unknown,
): Template {
  if (!isObject(value)) return named === undefined ? toTemplate(value, schema) : named
  const key =
    effect.kind === 'create' && effect.resource.key.from === 'client' ? effect.resource.key.property : ''
  const entries = Object.entries(value).map(([name, one]): [string, Template] => {
    if (isObject(named) && Object.hasOwn(named, name)) return [name, one]
    const made = toTemplate(one, schema.at(name))
    const dataType = typeof one === 'string' ? 'STRING' : 'INTEGER'
    return [name, name === key && isObject(made) ? toProviderState(made, `\${${name}}`, { dataType }) : made]
  })
  return Object.fromEntries(entries)
}

/** Chooses what a consumer needs of a response's body: what is given, otherwise what is required and what was sent, which has to come back as it is. */
function toResponse(
  { effect, responses }: Operation,
  response: Response | undefined,
  given: unknown,
  sent: unknown,
  named: unknown,
) {
  const media = response?.media.find(({ kind }) => kind === 'json')
  if (given === null || (media === undefined && given === undefined)) return undefined
  if (media === undefined || effect.kind === 'none') {
    const body = media ? pick(media.schema.example(), media.schema, given) : given
    return { media, template: toTemplate(body, media?.schema) }
  }
  const { schema } = media
  const isChange = effect.kind === 'create' || effect.kind === 'replace' || effect.kind === 'merge'
  const isEcho =
    isChange && effect.responsePath?.length === 0 && responses.successes.some((one) => one === response)
  const echo = isEcho ? getAt(sent, effect.requestPath) : undefined
  const exact = isEcho ? getAt(named, effect.requestPath) : undefined
  const back = Object.entries(isObject(echo) ? echo : {}).filter(
    ([name]) => schema.at(name)?.facts().isReadOnly === false,
  )
  const body = pick(
    schema.example(),
    schema,
    given ?? (isEcho ? schema.project(Object.fromEntries(back)) : undefined),
  )
  const template = toTemplate(body, schema)
  if (isObject(template) && isObject(body) && isObject(exact))
    for (const name of Object.keys(template))
      if (name in exact && isSame(exact[name], body[name])) template[name] = body[name]
  const items = effect.kind === 'list' ? getAt(body, effect.list?.itemsPath) : undefined
  const shown = Array.isArray(items)
    ? getAt(items[0], effect.list?.itemPath)
    : effect.kind === 'read'
      ? getAt(body, effect.responsePath)
      : undefined
  return { media, template, shown }
}

const write = (value: unknown): string => stringifyExactJson(value)

/** Makes bigints numbers that `JSON.stringify` writes exactly. */
const toRaw = (value: unknown): never =>
  JSON.parse(write(value), (_key, one, context?: { source?: string }) =>
    typeof one === 'number' && !Number.isSafeInteger(one)
      ? (JSON as { rawJSON?(text?: string): unknown }).rawJSON?.(context?.source)
      : one,
  ) as never

function addTo(pact: PactV4, { description, states, request, response }: Interaction): ReadyInteraction {
  const begun = pact.addInteraction()
  for (const { name, params } of states) begun.given(name, params && toRaw(params))
  const anyOf4xx = { 'pact:matcher:type': 'statusCode', status: 'clientError', value: response.status }
  return begun
    .uponReceiving(description)
    .withRequest(request.method, request.path as never, (builder) => {
      builder.query(request.query as never).headers(request.headers as never)
      if (request.body !== undefined) builder.jsonBody(request.body)
    })
    .willRespondWith(response.isAny4xx ? (anyOf4xx as never) : response.status, (builder) => {
      builder.headers(response.headers as never)
      if (response.body !== undefined) builder.jsonBody(response.body)
    })
}

/** The longest description of an interaction. */
const maxDescription = 200

function describe(
  { id }: Operation,
  status: unknown,
  { path, query, body, credentials = 'valid' }: RequestOptions,
): string {
  const values = { ...path, ...query, ...(isObject(body) && body) }
  const sent =
    body === null
      ? ' without a body'
      : Object.keys(values).length > 0
        ? ` for ${write(values)}`
        : body === undefined || isObject(body)
          ? ''
          : ` for ${write(body)}`
  return `${id} gets ${status}${credentials === 'valid' ? '' : ` with ${credentials} credentials`}${sent}`.slice(
    0,
    maxDescription,
  )
}

/** Statuses with which a service rejects a right request. */
const byState = new Set([401, 403, 404, 409])

/** Makes an interaction as {@link interaction} does; with `isLoose`, the values of the request are only examples. */
export function createInteraction(
  contract: Contract,
  name: string,
  options: InteractionOptions = {},
  isLoose = false,
): Interaction {
  checkOptions(options, optionTable)
  const operation = contract.operation(name) ?? fail(`the description has no operation ${name}`)
  const { method, responses, parameters, body: described } = operation
  const { request = {}, response: needed = {} } = options
  const { credentials = 'valid' } = request
  const isAny4xx = needed.status === '4XX'
  const response =
    needed.status === undefined
      ? responses.success
      : isAny4xx
        ? undefined
        : responses.pick(Number(needed.status))
  const own = isAny4xx ? (credentials === 'valid' ? 400 : 401) : (needed.status ?? response?.status)
  const status =
    own === undefined
      ? fail(`has to be named, since ${name} documents no success`, ['response', 'status'])
      : Number(own)
  const values = (
    place: 'path' | 'query' | 'header',
    given: Readonly<Record<string, unknown>> = {},
  ): Record<string, unknown> =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place && (one.isRequired || one.name in given))
        .map((one) => [one.name, given[one.name] ?? [...one.examples.values()][0] ?? one.schema.example()]),
    )
  const path = values('path', request.path)
  const written = operation.writeParameters({
    path,
    query: values('query', request.query),
    header: values('header', request.headers),
  })
  const media = described?.pick(request.headers?.['content-type']) ?? described?.media[0]
  const hasBody =
    media !== undefined &&
    (request.body === undefined ? described?.isRequired === true : request.body !== null)
  const isRight = isSuccess(status) || byState.has(status) || request.body === undefined
  const sent = hasBody
    ? isRight
      ? pick(media.schema.as('request').example(), media.schema.as('request'), request.body)
      : request.body
    : undefined
  const exact = isLoose && isRight ? undefined : request.body
  const shown = toResponse(operation, response, needed.body, sent, exact)
  if (isSuccess(status)) {
    const headers = { ...written.headers, ...(hasBody && { 'content-type': media.contentType }) }
    const checked = checkRequest(contract, {
      method,
      path: written.path + (written.query && `?${written.query}`),
      headers,
      ...(hasBody && { body: write(sent) }),
    })
    const wrong =
      checked.kind === 'operation'
        ? checked.problems.find(({ reason }) => reason !== 'credentials')
        : undefined
    if (wrong !== undefined) fail(`can't succeed: ${wrong.message}`, ['request'])
  }
  const query = new URLSearchParams(written.query)
  const { headers, query: keys } = toCredentials(operation, credentials)
  const records = nameRecords(operation, path, sent, shown?.shown, status)
  const whole: Interaction = {
    description: options.description ?? describe(operation, isAny4xx ? 'a 4xx' : status, request),
    states: options.states ?? [
      ...records,
      ...(credentials === 'invalid' ? [{ name: wrongCredentials }] : []),
    ],
    request: {
      method,
      path: writePath(operation, path, isLoose ? {} : (request.path ?? {})),
      query: { ...Object.fromEntries([...query.keys()].map((one) => [one, query.getAll(one)])), ...keys },
      headers: {
        ...headers,
        ...written.headers,
        ...request.headers,
        ...((hasBody || described?.isRequired) &&
          request.body !== null && { 'Content-Type': media?.contentType }),
      },
      ...(hasBody && {
        body: write(
          isRight
            ? toRequestTemplate({ ...media, schema: media.schema.as('request') }, operation, sent, exact)
            : sent,
        ),
      }),
      // With an empty text, Pact accepts no body. Without a body, it would accept any.
      ...(request.body === null && { body: '' }),
    },
    response: {
      status,
      isAny4xx,
      headers: { ...(shown?.media && { 'Content-Type': shown.media.name }), ...needed.headers },
      ...(shown !== undefined && { body: write(shown.template) }),
    },
    addTo: (pact) => addTo(pact, whole),
  }
  return whole
}

/**
 * Makes an interaction of an operation for a pact of pact-js: what the consumer sends, and what it needs of the response,
 * with matchers from the schemas, and provider states that name the records. Without a contract, it is about the plant store.
 *
 * @example
 * const pact = new PactV4({ consumer: 'desk', provider: 'rooms' })
 * await interaction(contract, 'createRoom', { request: { body: { name: 'Blue', kind: 'single' } } })
 *   .addTo(pact)
 *   .executeTest(async ({ url }) => { … })
 *
 * @throws {OptionsError} if there is no such operation, or the request is wrong although it expects a success
 */
export function interaction(contract: Contract, name: string, options?: InteractionOptions): Interaction
export function interaction(name: string, options?: InteractionOptions): Interaction
export function interaction(...given: unknown[]): Interaction {
  const all = typeof given[0] === 'string' ? [plantStore(), ...given] : given
  return createInteraction(...(all as [Contract, string, InteractionOptions?]))
}
