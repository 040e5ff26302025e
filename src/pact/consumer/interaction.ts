import { checkRequest } from '../../contract/check-request.ts'
import type { Contract, MediaType, Operation, Response, SecurityScheme } from '../../contract/contract.ts'
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

/** The request and the response of an interaction. What isn't said comes from the description. */
export interface InteractionOptions {
  /** What the consumer sends: exactly these values. Required ones that aren't named may have any value of their schema. */
  request?: {
    path?: Readonly<Record<string, unknown>>
    query?: Readonly<Record<string, unknown>>
    headers?: Readonly<Record<string, string>>
    /** The body; `null` sends none. */
    body?: unknown
    /** Which credentials it has; `valid` by default. */
    credentials?: 'valid' | 'missing' | 'invalid'
  }
  /** What the consumer needs: values like these, by the types and formats of the schema. */
  response?: {
    /** The documented success by default; `4XX` accepts every client error. */
    status?: number | '4XX'
    headers?: Readonly<Record<string, string>>
    /** Some properties; by default those that the schema requires. `null` doesn't look at the body. */
    body?: unknown
  }
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

const status: Schema = that(
  'a status from 200 to 599, or 4XX',
  (value) => value === '4XX' || integer(200, 599).find(value)?.length === 0,
)
const optionTable = {
  request: object(
    {
      path: object({}, [], true),
      query: object({}, [], true),
      headers: object({}, [], true),
      body: anything,
      credentials: oneOf('valid', 'missing', 'invalid'),
    },
    [],
  ),
  response: object({ status, headers: object({}, [], true), body: anything }, []),
  states: anything,
  description: string,
}

const fail = (problem: string, path: string[] = []): never => {
  throw new OptionsError(problem, path)
}

/** An example of a credential, which the verification replaces with a real one. */
const exampleOf = ({ kind }: SecurityScheme, isValid: boolean): string =>
  kind === 'basic' ? `user:${isValid ? 'valid' : 'invalid'}` : `${isValid ? 'valid' : 'invalid'}-token`

/** The credentials of a request: headers that match any credential of their schemes, and query parameters. */
function toCredentials({ security }: Operation, which: 'valid' | 'missing' | 'invalid') {
  const headers: Record<string, Template> = {}
  const query: Record<string, string[]> = {}
  for (const { scheme } of which === 'missing' ? [] : (security[0] ?? [])) {
    const written = scheme.write(exampleOf(scheme, which === 'valid'))
    for (const [name, value] of Object.entries(written.headers ?? {})) {
      const [word = ''] = name === 'authorization' ? value.split(' ') : []
      const regex = word === '' ? '.+' : `${word} [A-Za-z0-9._~+/-]+=*`
      headers[name === 'authorization' ? 'Authorization' : name] = {
        'pact:matcher:type': 'regex',
        regex,
        value,
      }
    }
    if (written.query !== undefined)
      query[scheme.parameter] = [new URLSearchParams(written.query).get(scheme.parameter) ?? '']
  }
  return { headers, query }
}

/** Finds the documented response of an interaction. */
function findResponse({ responses, id }: Operation, given: number | '4XX' | undefined, isInvalid: boolean) {
  if (given === '4XX') return { status: isInvalid ? 401 : 400, response: undefined }
  const response = given === undefined ? responses.success : responses.pick(given)
  const found = given ?? response?.status
  return found === undefined
    ? fail(`has to be named, since ${id} documents no success`, ['response', 'status'])
    : { status: found, response }
}

/** A record as the states of an interaction name it, with the keys that its path has. */
interface Named {
  states: RecordState[]
  record: Record<string, unknown>
}

/** Names the records that an interaction needs: its own, and those that it belongs to. */
function nameRecords(
  { effect }: Operation,
  path: Readonly<Record<string, unknown>>,
  body: unknown,
  shown: unknown,
  isFound: boolean | undefined,
): Named {
  if (effect.kind === 'none') return { states: [], record: {} }
  const { resource, scope, keyParameter } = effect
  const { property } = resource.key
  const owners = scope.flatMap(({ parameter, resource: owner }) =>
    owner === undefined
      ? []
      : [
          recordExists(owner.name, {
            ...(owner.schema.example() as object),
            [owner.key.property]: path[parameter],
          }),
        ],
  )
  const known = Object.fromEntries(
    scope.flatMap((one) => (one.property === undefined ? [] : [[one.property, path[one.parameter]]])),
  )
  const key = keyParameter === undefined ? (isObject(body) ? body[property] : undefined) : path[keyParameter]
  const example = resource.schema.example()
  const record = {
    ...(isObject(example) ? example : {}),
    ...known,
    ...(isObject(shown) ? shown : {}),
    ...(key !== undefined && property !== '' && { [property]: key }),
  }
  const isNew = effect.kind === 'create'
  const exists = isFound ?? !isNew
  const isWrong = key !== undefined && resource.key.schema.check(key).length > 0
  if ((isNew && key === undefined) || isWrong) return { states: owners, record }
  const own = exists ? recordExists(resource.name, record) : noRecord(resource.name, { [property]: key })
  return { states: [...owners, own], record }
}

const write = (value: unknown): string => stringifyExactJson(value)

/** Writes the path: exact values that are named, any other value for the rest, which a provider state may replace. */
function writePath(
  operation: Operation,
  values: Readonly<Record<string, unknown>>,
  named: Readonly<Record<string, unknown>>,
): Template {
  const { path: value } = operation.writeParameters({ path: { ...values } })
  const { effect } = operation
  const free = operation.parameters.filter((one) => one.in === 'path' && !(one.name in named))
  if (free.length === 0) return value
  const fill = (toText: (name: string) => string): string =>
    operation.path.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) =>
      free.some((one) => one.name === name)
        ? toText(name)
        : (operation.parameters.find((one) => one.in === 'path' && one.name === name)?.write(values[name]) ??
          ''),
    )
  const regex = fill(() => '[^/]+')
  const { keyParameter, resource } =
    effect.kind === 'none' ? { keyParameter: undefined, resource: undefined } : effect
  const matcher = { 'pact:matcher:type': 'regex', regex, value }
  if (keyParameter === undefined || free.length > 1 || free[0]?.name !== keyParameter) return matcher
  return {
    ...matcher,
    'pact:generator:type': 'ProviderState',
    expression: fill(() => `\${${resource?.key.property}}`),
  }
}

/** Gives the body of a request: exact values that are named, and templates of those that the schema requires. */
function writeBody(
  media: MediaType,
  given: unknown,
  isRight: boolean,
  isLoose: boolean,
  keyProperty: string,
): { value: unknown; template: Template } {
  const schema = media.schema.as('request')
  if (!isRight || (given !== undefined && !isObject(given))) return { value: given, template: given }
  const value = pick(schema.example(), schema, given)
  if (!isObject(value)) return { value, template: toTemplate(value, schema) }
  const own = isObject(given) && !isLoose ? given : {}
  const template = Object.fromEntries(
    Object.entries(value).map(([name, one]): [string, Template] => {
      if (Object.hasOwn(own, name)) return [name, one]
      const made = toTemplate(one, schema.at(name))
      const isKey = name === keyProperty && isObject(made)
      const dataType = typeof one === 'string' ? 'STRING' : 'INTEGER'
      return [
        name,
        isKey
          ? { ...made, 'pact:generator:type': 'ProviderState', expression: `\${${name}}`, dataType }
          : made,
      ]
    }),
  )
  return { value, template }
}

/** Replaces what a request sends exactly, so that the service has to send it back. */
function withEcho(template: Template, value: unknown, sent: unknown): Template {
  if (!isObject(template) || !isObject(value) || !isObject(sent)) return template
  return Object.fromEntries(
    Object.entries(template).map(([name, one]) => [
      name,
      name in sent && isSame(sent[name], value[name]) ? value[name] : one,
    ]),
  )
}

const getAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), value)

/** Makes bigints numbers that `JSON.stringify` writes exactly. */
const toRaw = (value: unknown): unknown =>
  JSON.parse(write(value), (_key, one, context?: { source?: string }) =>
    typeof one === 'number' && !Number.isSafeInteger(one) && context?.source
      ? (JSON as { rawJSON?(text: string): unknown }).rawJSON?.(context.source)
      : one,
  )

function addTo(pact: PactV4, { description, states, request, response }: Interaction): ReadyInteraction {
  const begun = pact.addInteraction()
  for (const { name, params } of states) begun.given(name, params && (toRaw(params) as never))
  const expected = response.isAny4xx
    ? ({ 'pact:matcher:type': 'statusCode', status: 'clientError', value: response.status } as never)
    : response.status
  return begun
    .uponReceiving(description)
    .withRequest(request.method, request.path as never, (builder) => {
      builder.query(request.query as never).headers(request.headers as never)
      if (request.body !== undefined) builder.jsonBody(request.body)
    })
    .willRespondWith(expected, (builder) => {
      builder.headers(response.headers as never)
      if (response.body !== undefined) builder.jsonBody(response.body)
    })
}

/**
 * Makes an interaction of an operation for a pact of pact-js: what the consumer sends, and what it needs of the response,
 * with matchers from the schemas, and provider states that name the records.
 *
 * @example
 * const pact = new PactV4({ consumer: 'shop', provider: 'rooms' })
 * await interaction(contract, 'createRoom', { request: { body: { name: 'Blue', kind: 'single' } } })
 *   .addTo(pact)
 *   .executeTest(async ({ url }) => { … })
 *
 * @param isLoose whether values of the request are only examples
 *
 * @throws {OptionsError} if there is no such operation, or the request is wrong although it expects a success
 */
export function createInteraction(
  contract: Contract,
  name: string,
  options: InteractionOptions = {},
  isLoose = false,
): Interaction {
  checkOptions(options, optionTable)
  const operation = contract.operation(name) ?? fail(`the description has no operation ${name}`)
  const { request = {}, response: needed = {} } = options
  const { credentials = 'valid' } = request
  const { status: code, response } = findResponse(operation, needed.status, credentials !== 'valid')
  const isRight = isSuccess(code)
  const { effect, parameters, body: described } = operation
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
    (request.body !== undefined || described?.isRequired === true) &&
    request.body !== null
  const key =
    effect.kind === 'none' || effect.kind !== 'create' || effect.resource.key.from !== 'client'
      ? ''
      : effect.resource.key.property
  const isWhole =
    isRight || request.body === undefined || code === 401 || code === 403 || code === 404 || code === 409
  const sent = hasBody ? writeBody(media, request.body, isWhole, isLoose, key) : undefined
  const shown = toShown(operation, response, needed.body, sent?.value)
  const isFound = code === 404 ? false : code === 409 ? true : undefined
  const { states } = nameRecords(operation, path, sent?.value, isRight ? shown?.record : {}, isFound)
  const own = toCredentials(operation, credentials)
  const query = Object.fromEntries(
    [...new URLSearchParams(written.query).keys()].map((one) => [
      one,
      new URLSearchParams(written.query).getAll(one),
    ]),
  )
  const type = media === undefined || request.body === null ? {} : { 'Content-Type': media.contentType }
  const made: Omit<Interaction, 'addTo'> = {
    description: options.description ?? describe(operation, code, needed.status === '4XX', request),
    states: options.states ?? [...states, ...(credentials === 'invalid' ? [{ name: wrongCredentials }] : [])],
    request: {
      method: operation.method,
      path: writePath(operation, path, isLoose ? {} : (request.path ?? {})),
      query: { ...query, ...own.query },
      headers: {
        ...own.headers,
        ...written.headers,
        ...request.headers,
        ...(hasBody || described?.isRequired ? type : {}),
      },
      ...(sent !== undefined && { body: write(sent.template) }),
      // With an empty text, Pact accepts no body. Without a body, it would accept any.
      ...(request.body === null && { body: '' }),
    },
    response: {
      status: code,
      isAny4xx: needed.status === '4XX',
      headers: { ...(shown?.media && { 'Content-Type': shown.media.name }), ...needed.headers },
      ...(shown?.body !== undefined && {
        body: write(
          withEchoAt(
            shown,
            operation,
            isRight && !isLoose && isObject(request.body) ? request.body : undefined,
          ),
        ),
      }),
    },
  }
  if (isRight) checkRight(contract, operation, written, sent?.value, media)
  const whole: Interaction = { ...made, addTo: (pact) => addTo(pact, whole) }
  return whole
}

/** The part of a response that a consumer needs. */
interface Shown {
  body: unknown
  /** The record in it. */
  record: unknown
  media: MediaType | undefined
  schema: MediaType['schema'] | undefined
}

/** Chooses what a consumer needs of a response's body: what is given, otherwise what is required, and what was sent. */
function toShown(
  operation: Operation,
  response: Response | undefined,
  given: unknown,
  sent: unknown,
): Shown | undefined {
  const { effect, responses } = operation
  const media = response?.media.find(({ kind }) => kind === 'json')
  if (given === null) return undefined
  if (media === undefined)
    return given === undefined ? undefined : { body: given, record: given, media, schema: undefined }
  const { schema } = media
  const responsePath = effect.kind === 'none' ? undefined : effect.responsePath
  const isOfSuccess = response !== undefined && responses.successes.includes(response)
  const requestPath = effect.kind === 'none' ? [] : effect.requestPath
  const echo =
    isOfSuccess && responsePath?.length === 0 && effect.kind !== 'read' && effect.kind !== 'list'
      ? getAt(sent, requestPath)
      : undefined
  const kept = isObject(echo)
    ? schema.project(
        Object.fromEntries(
          Object.entries(echo).filter(
            ([name]) => schema.at(name) !== undefined && !schema.at(name)?.facts().isReadOnly,
          ),
        ),
      )
    : undefined
  const body = pick(schema.example(), schema, given ?? kept)
  return { body, record: toRecord(operation, body), media, schema }
}

/** The record that a response shows, if it has to be stored before. */
function toRecord({ effect }: Operation, body: unknown): unknown {
  if (effect.kind === 'read') return getAt(body, effect.responsePath ?? [])
  if (effect.kind !== 'list' || effect.list === undefined) return undefined
  const items = getAt(body, effect.list.itemsPath)
  return Array.isArray(items) ? getAt(items[0], effect.list.itemPath) : undefined
}

function withEchoAt({ body, schema }: Shown, { effect }: Operation, sent: unknown): Template {
  const template = toTemplate(body, schema)
  const isEcho = effect.kind === 'create' || effect.kind === 'replace' || effect.kind === 'merge'
  return isEcho && effect.responsePath?.length === 0
    ? withEcho(template, body, getAt(sent, effect.requestPath))
    : template
}

/** @throws {OptionsError} if the description forbids what a request sends */
function checkRight(
  contract: Contract,
  operation: Operation,
  written: { path: string; query: string; headers: Record<string, string> },
  value: unknown,
  media: MediaType | undefined,
): void {
  const headers = { ...written.headers, ...(value !== undefined && { 'content-type': media?.contentType }) }
  const checked = checkRequest(contract, {
    method: operation.method,
    path: written.path + (written.query && `?${written.query}`),
    headers,
    ...(value !== undefined && { body: write(value) }),
  })
  const [wrong] =
    checked.kind === 'operation' ? checked.problems.filter(({ reason }) => reason !== 'credentials') : []
  if (wrong !== undefined) fail(`can't succeed: ${wrong.message}`, ['request'])
}

/** The longest description of the values of a request. */
const maxValues = 200

function describe(
  { id }: Operation,
  code: number,
  isAny: boolean,
  { path, query, body, credentials = 'valid' }: NonNullable<InteractionOptions['request']>,
): string {
  const values = write({ ...path, ...query, ...(isObject(body) ? body : {}) })
  const parts = [
    `${id} gets ${isAny ? 'a 4xx' : code}`,
    ...(credentials === 'valid' ? [] : [`with ${credentials} credentials`]),
    ...(body === null
      ? ['without a body']
      : values === '{}'
        ? body === undefined || isObject(body)
          ? []
          : [`for ${write(body)}`]
        : [`for ${values}`]),
  ]
  return parts.join(' ').slice(0, maxValues)
}

/** Makes an interaction; see {@link createInteraction}. */
export function interaction(name: string, options?: InteractionOptions): Interaction
export function interaction(contract: Contract, name: string, options?: InteractionOptions): Interaction
export function interaction(
  first: Contract | string,
  second?: string | InteractionOptions,
  third?: InteractionOptions,
): Interaction {
  return typeof first === 'string'
    ? createInteraction(plantStore(), first, second as InteractionOptions)
    : createInteraction(first, second as string, third)
}
