import type { Problem } from '../options/problems.ts'

/** The types of a description that nobody said: everything fits. */
// biome-ignore lint/suspicious/noExplicitAny: what it stands for isn't known.
export type AnyApi = any

/** Something with the types of a description: its `paths`, or `{ paths: paths; operations: operations }`, of openapi-typescript 7. */
export interface Typed<Api> {
  /** For the compiler; there is none at run time. */
  readonly api?: Api
}

/** What the kit reads from a description, once; plain data and functions that are compiled when they are first needed. */
export interface Contract<Api = AnyApi> extends Typed<Api> {
  title: string
  version: string
  /** The operations that can be served, in the order of the description. */
  operations: readonly Operation[]
  /** What the service stores, parents before their children. */
  resources: readonly Resource[]
  /** What the service sends to a URL that the description doesn't have, in the order of the description. */
  webhooks: readonly Webhook[]
  securitySchemes: readonly SecurityScheme[]
  /** The named schemas of the description, as of a response. */
  schemas: ReadonlyMap<string, Schema>
  /** The paths of the description's servers, such as `/v1`, the first one first; `''` for a server without a path. */
  basePaths: readonly string[]
  /** What can't be served as described. */
  warnings: readonly Warning[]
  /** The files and URLs that it was read from, with overlays. */
  files?: readonly string[]
  /** Finds where in them the description has a JSON pointer. */
  locate?: ContractOptions['locate']
  /** The description as OpenAPI 3.1, in which JSON pointers of warnings, operations, and schemas lead. */
  document: Readonly<Record<string, unknown>>
  /**
   * Finds the operation of a request. HEAD means the GET of a path, unless the description has a HEAD of its own.
   *
   * @param target the path as it was sent, percent-encoded, with the query if there is one, and with or without a base path
   */
  match(method: string, target: string, headers?: Headers): Match | Mismatch
  /** Finds an operation by its id, or by its method and path, as in `POST /plants`. */
  operation(name: string): Operation | undefined
}

/** Header fields by name; names may be in any case. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** The operation that a request asks for. */
export interface Match {
  kind: 'operation'
  operation: Operation
  /** The base path that the request's path began with. */
  basePath: string
  /** The path parameters as they were sent, percent-encoded. */
  pathParameters: Readonly<Record<string, string>>
}

/** Why no operation has the path and method of a request. */
export interface Mismatch {
  kind: 'unknown-path' | 'method-not-allowed'
  /** The methods that the path has, for the header Allow; empty for an unknown path. */
  allowed: readonly string[]
}

/** Something in a description that can't be served as it is described. */
export interface Warning {
  /** What is wrong, and what it means for the user; two sentences. */
  message: string
  /** Its JSON pointer in the description as OpenAPI 3.1 (RFC 6901); empty for the whole. */
  pointer: string
  /** The file or URL, and the line and column in it, from 1, if the description was read from files. */
  file?: string
  line?: number
  column?: number
}

/** One thing that a client can ask for. */
export interface Operation {
  /** The `operationId`; if there is none, or it is another operation's, the method and path, as in `GET /plants/{id}`. */
  id: string
  /** In upper case. */
  method: string
  /** The path as the description has it, without a base path. */
  path: string
  /** Its place in the description. */
  pointer: string
  summary?: string
  description?: string
  tags: readonly string[]
  isDeprecated: boolean
  /** Those of its path, too. */
  parameters: readonly Parameter[]
  /** The sets of security schemes of which one has to be complete. Without a set, nothing is required; an empty set is always complete. */
  security: readonly SecurityRequirement[]
  body?: Body
  responses: Responses
  /** What the service sends to its client after a response. */
  callbacks: readonly Callback[]
  effect: Effect
  /** The properties of its success that have a new token, if it is a login; empty if it issues none. */
  tokens(): readonly string[]
  /** Reads, coerces, and checks all parameters of a request; optional ones get their default. */
  readParameters(request: ParameterSource): ParameterValues
  /** Writes the values of parameters into the parts of a request. */
  writeParameters(values: Partial<ParameterLists>): WrittenParameters
}

/** A request that the service sends. Its body is of the direction `response`. */
export interface OutgoingRequest extends Pick<Operation, 'method' | 'pointer' | 'parameters' | 'body'> {
  /** The name of its callback or webhook; several requests may have the same one. */
  name: string
}

/** A request of a callback. */
export interface Callback extends OutgoingRequest {
  /** Its URL, in which runtime expressions are in braces, as in `{$request.body#/callbackUrl}` (OpenAPI 3.1.1 section 4.8.20.4). */
  url: string
}

/** A request of a webhook. */
export interface Webhook extends OutgoingRequest {
  /** The operations that it is obviously sent after; empty if the description doesn't show them. */
  after: readonly Operation[]
}

/** What parameters are read from. */
export interface ParameterSource {
  /** As {@link Match} has them. */
  pathParameters?: Readonly<Record<string, string>>
  /** The query as it was sent, without the question mark. */
  query?: string
  headers?: Headers
}

/** Values of parameters, by the place where they are sent and by their name; names of headers are in lower case. */
export type ParameterLists = Record<ParameterPlace, Record<string, unknown>>

/** The values of the parameters of a request, and what is wrong with them. */
export interface ParameterValues extends ParameterLists {
  problems: readonly ParameterProblem[]
}

/** What is wrong with one parameter; its path begins inside of the parameter's value. */
export interface ParameterProblem extends SchemaProblem {
  parameter: Parameter
}

/** The parts of a request that have its parameters. */
export interface WrittenParameters {
  /** The path, percent-encoded, without a base path. */
  path: string
  /** Without the question mark; empty if there is none. */
  query: string
  /** Names in lower case; `cookie` has all cookies. */
  headers: Record<string, string>
}

/** Where a parameter is sent. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie'

/** How the value of a parameter is written (OpenAPI 3.1.1 section 4.8.12.2). */
export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'

/** A parameter of an operation, or a header of a response. */
export interface Parameter {
  /** As the description has it. */
  name: string
  in: ParameterPlace
  pointer: string
  description?: string
  isRequired: boolean
  isDeprecated: boolean
  style: ParameterStyle
  explode: boolean
  allowReserved: boolean
  allowEmptyValue: boolean
  /** Of a parameter with `content`: its value is written in this media type. */
  media?: MediaType
  schema: Schema
  /** The documented values, by name; one without a name is called `default`. */
  examples: ReadonlyMap<string, unknown>
  /** Reads its value from a request; undefined if it isn't there. The value is coerced, but not checked. */
  read(request: ParameterSource): { value: unknown } | undefined
  /** Writes a value: the segment of a path, one or more `name=value` of a query or cookie, or the value of a header. */
  write(value: unknown): string
}

/** A set of security schemes that are required together. */
export type SecurityRequirement = readonly { scheme: SecurityScheme; scopes: readonly string[] }[]

/** How clients show who they are. */
export interface SecurityScheme {
  /** As the description has it, such as `bearerAuth`. */
  name: string
  pointer: string
  /** `other` is mutual TLS, or a scheme of HTTP that the kit doesn't know; any credential of such a scheme is accepted. */
  kind: 'bearer' | 'basic' | 'apiKey' | 'oauth2' | 'openIdConnect' | 'other'
  /** Where the credential is. */
  in: 'header' | 'query' | 'cookie' | 'connection'
  /** The name of the header (in lower case), query parameter, or cookie: `authorization` for all but apiKey. */
  parameter: string
  /** The challenge of a 401 for the header WWW-Authenticate (RFC 9110 section 11.6.1), such as `Bearer`; undefined for apiKey in a query or cookie. */
  challenge?: string
  /** The scopes that it knows, of OAuth 2. */
  scopes: readonly string[]
  /** The addresses at which its flows get tokens, of OAuth 2. */
  tokenUrls: readonly string[]
  /** Reads the credential from a request; undefined if it isn't there. */
  read(request: Pick<ParameterSource, 'query' | 'headers'>): Credential | undefined
  /** Writes a credential into the parts of a request. */
  write(value: string): { query?: string; headers?: Record<string, string> }
}

/** A credential that a request has. */
export interface Credential {
  /** The token or key; of basic, `user:password`. */
  value: string
  /** Whether it has the syntax that its scheme requires. */
  isWellFormed: boolean
}

/** The body of requests. */
export interface Body {
  isRequired: boolean
  pointer: string
  /** In the order of the description. */
  media: readonly MediaType[]
  /** Finds the media type that a Content-Type is, the most specific one; undefined if it isn't documented. */
  pick(contentType: string | undefined): MediaType | undefined
}

/** How a body of a media type is read and written; `xml` and server-sent `events` are read as text and aren't checked. */
export type MediaKind = 'json' | 'form' | 'multipart' | 'text' | 'events' | 'xml' | 'binary'

/** One media type of a body or response. */
export interface MediaType {
  /** As the description has it, in lower case, and without parameters; it may be a range, such as `image/*`. */
  name: string
  /** The value of a Content-Type for it: its name with its parameters, and a type for a range. */
  contentType: string
  kind: MediaKind
  pointer: string
  schema: Schema
  /** The documented values, by name; one without a name is called `default`. */
  examples: ReadonlyMap<string, unknown>
  /** Parses a body, coerces the fields of forms to the types of their properties, and checks nothing. @throws {BodySyntaxError} */
  parse(body: Uint8Array | string, contentType?: string): unknown
  /** Writes a value: text, or the bytes of a binary or multipart body. */
  write(value: unknown): { contentType: string; body: string | Uint8Array }
}

/** The documented responses of an operation. */
export interface Responses {
  all: readonly Response[]
  /** The response that documents a status: with exactly this status, its class (`4XX`), or `default`. */
  pick(status: number): Response | undefined
  /** The first success: by exact status from 200 to 299, then `2XX`, then `default`, then a redirect; undefined if only errors are documented. */
  success: Response | undefined
  /** All with an exact success, or with `2XX`. */
  successes: readonly Response[]
  /** Those of 4xx and 5xx, and `default` if there is a success besides it. */
  errors: readonly Response[]
}

/** One documented response. */
export interface Response {
  /** As the description has it: `200`, `4XX`, or `default`. */
  name: string
  /** A status that it documents: the exact one, 200 for `2XX` and for `default` as the success, 400 for `4XX`, 500 for `5XX` and for `default` as an error. */
  status: number
  pointer: string
  description: string
  media: readonly MediaType[]
  /** The documented headers; `write` gives their value. Content-Type isn't among them (OpenAPI 3.1.1 section 4.8.17.1). */
  headers: readonly Parameter[]
  /** Finds the media type that a Content-Type is. */
  pick(contentType: string | undefined): MediaType | undefined
}

/** What a service stores. */
export interface Resource {
  /** The last fixed segment of its path, such as `bookings`; with those of its parents if others have the same name, such as `rooms/bookings`. */
  name: string
  /** Whether there is only one record, which has no key. */
  isSingle: boolean
  key: Key
  /** A stored record, as a response shows it. */
  schema: Schema
  /** Whose path its path begins with, such as rooms for `/rooms/{roomId}/bookings`. */
  parent?: Resource
  /** The path of its item, such as `/rooms/{roomId}/bookings/{id}`; undefined if it has none. */
  itemPath?: string
  /** The names of the values that tell apart records with the same key: the path parameters before its own, as the first operation calls them. Empty if an operation has its key alone. */
  scope: readonly string[]
  /** The properties besides the key whose value only one record has, as a documented 409 or their description says. */
  unique: readonly string[]
  /** Whether texts that differ only in their case are the same for that, as the description of a creation says. */
  ignoresCase?: boolean
  /** The property that a response has the time of creation, or of the last change, in. */
  createdAt?: string
  updatedAt?: string
  /** Why the kit reads the description so, one sentence for each decision, as `plant-store describe` prints them. */
  reasons: readonly string[]
}

/** What the address of a record ends with. */
export interface Key {
  /** The property of the record; empty for a single record, and for a record without its key. */
  property: string
  /** The path parameter of its item, as the first operation with one calls it. */
  parameter?: string
  /** Who makes it. */
  from: 'client' | 'server'
  schema: Schema
}

/** What an operation does to a resource. */
export type Effect = NoEffect | ResourceEffect

/** An operation whose effect the description doesn't show: it responds with a documented example, or with a value of its schema. */
interface NoEffect {
  kind: 'none'
  reason: string
  /** What the mock does if the operation responds with the record that its path leads through, as `POST /orders/{orderId}/cancel`. */
  action?: ActionEffect
}

/** A merge of what an action says into a record, and of what its name means. */
export interface ActionEffect extends ResourceEffect {
  kind: 'merge'
  /** The properties that it sets, such as `status` to `cancelled`. */
  sets: Readonly<Record<string, unknown>>
}

/** The kinds of effects on a resource. */
export type EffectKind = 'create' | 'read' | 'list' | 'replace' | 'merge' | 'remove'

/** An operation on the records of a resource. */
export interface ResourceEffect {
  kind: EffectKind
  resource: Resource
  reason: string
  /** The path parameter of this operation that has the key; undefined for create, list, and single records, and for a replace of which the body has the key. */
  keyParameter?: string
  /** The path parameters of this operation that say whose record it is, outermost first. */
  scope: readonly ScopeParameter[]
  /** Where the record is in the body of a request, as the names of properties; empty if it is the body. */
  requestPath: readonly string[]
  /** Where the record is in the body of the success; empty if it is the body, undefined if the response has no record. Of a list: see {@link List}. */
  responsePath?: readonly string[]
  list?: List
  sets?: ActionEffect['sets']
  /** Whose records keep one from being removed, as a documented 409 says. Empty for all but a remove. */
  keepers: readonly Keeper[]
  /** The values of properties with which a record is rejected, such as `status` with `shipped`, as a documented 409 says; of a create, those of the record that it belongs to. Empty for a read and a list. */
  rejects: Readonly<Record<string, readonly unknown[]>>
  /** The properties of a record that are in an order, as the description says. */
  ordered: readonly OrderRule[]
  /** The properties that have the key of a record which has to exist, as the description says. Empty unless it writes a record. */
  references: readonly Reference[]
  /** Whether a replace of an unknown key creates the record. */
  creates?: boolean
}

/** A property that must not be before, or after, another one. */
export interface OrderRule {
  property: string
  other: string
  forbidden: 'before' | 'after'
}

/** A property with the key of a record of another resource. */
export interface Reference {
  resource: Resource
  property: string
}

/** By which property a list is sorted. */
export interface SortOrder {
  property: string
  isDown: boolean
}

/** A resource whose records keep others from being removed. */
export interface Keeper {
  resource: Resource
  /** The property that has the key of the other record; undefined if the path has it. */
  property?: string
}

/** A path parameter that says whose record it is. */
export interface ScopeParameter {
  /** Its name in this operation. */
  parameter: string
  /** Its name in {@link Resource.scope}, and in the scope of stored records. */
  name: string
  /** The resource whose key it is, if there is one; its record has to exist. */
  resource?: Resource
  /** The property of the record that has the same value, such as `roomId`, if there is one. */
  property?: string
}

/** How a response lists records, and how a request asks for a part of them. */
export interface List {
  /** Where the array of records is in the body of the success; empty if it is the body. */
  itemsPath: readonly string[]
  /** Where the item has the record, as in `{ items: [{ plant: … }] }`; mostly empty. */
  itemPath: readonly string[]
  /** Other properties of the envelope, by what they mean. */
  envelope: readonly EnvelopeField[]
  /** The query parameters that ask for a part, by what they mean. */
  paging: Readonly<Partial<Record<PagingKind, string>>>
  /** The number of the first page, 0 or 1. */
  firstPage: number
  /** The query parameters that name a property of the records, which has to be equal. */
  filters: readonly Filter[]
  /** The query parameters that name the lowest or highest value of a property, such as `minPrice` or `price_lt`. */
  bounds: readonly (Filter & { by: Bound })[]
  /** The query parameter that has a text to look for, such as `q`. */
  search?: string
  /** The order without parameters, as the description says. */
  usualOrder?: SortOrder
  /** The query parameters that mean nothing that the mock knows. */
  ignored: readonly string[]
}

/** A query parameter that chooses records by a property. */
export interface Filter {
  parameter: string
  property: string
}

/** How a property compares with the value of a parameter. */
export type Bound = 'from' | 'above' | 'to' | 'below'

/** What a property of an envelope means. `next` and `previous` are the cursor, number, or address of another page. */
export type EnvelopeKind =
  | 'total'
  | 'count'
  | 'limit'
  | 'offset'
  | 'page'
  | 'pages'
  | 'next'
  | 'previous'
  | 'hasMore'

/** A property of an envelope. */
export interface EnvelopeField {
  path: readonly string[]
  kind: EnvelopeKind
  schema: Schema
}

/** What a query parameter asks of a list; `cursor` is the opaque start of a page, and `after` and `before` are keys. */
export type PagingKind = 'limit' | 'offset' | 'page' | 'cursor' | 'after' | 'before' | 'sort' | 'order'

/** In which direction a value goes: requests leave out `readOnly` properties, responses `writeOnly` ones. */
export type Direction = 'request' | 'response'

/** A JSON Schema of the draft 2020-12 as JSON, with its references. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown }

/**
 * The schema of a value, in one direction. Numbers of values are exact: an integer that a number can't hold is a bigint.
 *
 * Required `readOnly` properties may be missing in a request, and are ignored if they are there; required `writeOnly` ones may be
 * missing in a response, and are a problem if they are there.
 */
export interface Schema {
  /** As the description has it; a reference isn't replaced. */
  json: JsonSchema
  pointer: string
  direction: Direction
  /** The same schema in another direction. */
  as(direction: Direction): Schema
  /** Lists what is wrong with a value, one problem for each place; empty if it matches. */
  check(value: unknown): SchemaProblem[]
  /** Copies a value without the properties that this direction doesn't have, and those that the schema doesn't name, unless it explicitly allows others. */
  project(value: unknown): unknown
  /** Fills in the defaults of missing properties. The value isn't changed. */
  fill(value: unknown): unknown
  /** Returns a valid value, the same one for the same seed; a documented example, default, const, or enum first. */
  example(seed?: number): unknown
  /** The schema of a property or, with a number, of an item, through references and `allOf`; undefined if it isn't described. */
  at(step: string | number): Schema | undefined
  /** What it says about its value as a whole, through references and `allOf`. */
  facts(): SchemaFacts
  /** The schemas that its value has to match together, through references and `allOf`; itself first. */
  parts(): readonly DescribedPart[]
}

/** One of the schemas that a value has to match together. */
export interface SchemaPart {
  /** Tells it from others. */
  key: string
  json: Readonly<Record<string, unknown>>
  /** The parts of a schema in it, such as that at `properties` and `name`; empty if there is none, or it is only true or false. */
  at(...steps: readonly (string | number)[]): readonly SchemaPart[]
}

/** A part that the description has. */
export interface DescribedPart extends SchemaPart {
  /** The JSON pointer of it in the description. */
  pointer: string
  /** The same as a schema of its own. */
  readonly schema: Schema
  at(...steps: readonly (string | number)[]): readonly DescribedPart[]
}

/** What a schema says about its value as a whole, through references and `allOf`. */
export interface SchemaFacts {
  /** The types of JSON Schema that it allows; all if it doesn't say. `integer` is among them only if `number` isn't. */
  types: readonly string[]
  format?: string
  /** The names of its properties, in their order. */
  properties: readonly string[]
  /** The same, and those of all its branches: of `oneOf` and `anyOf`, and of schemas that extend it. */
  possible: readonly string[]
  required: readonly string[]
  isReadOnly: boolean
  isWriteOnly: boolean
  isNullable: boolean
  /** Values of `enum` or `const`. */
  values?: readonly unknown[]
  default?: unknown
  /** Whether it has `default`, since a default may be null. */
  hasDefault: boolean
  /** The name of the component that it refers to, such as `Plant`, if it is only a reference, or an array of such. */
  name?: string
}

/** What is wrong with a value, by which keyword of which schema. */
export interface SchemaProblem extends Problem {
  /** The keyword of JSON Schema, such as `required`; `type`, `format` (of numbers out of range), `minimum`, … */
  keyword: string
  /** The JSON pointer of the keyword in the description. */
  pointer: string
  /** How many branches of a `oneOf` match: several, if not none. */
  matches?: number
}

/** Values next to the limits of a schema. */
export interface Edges {
  inside: readonly Edge[]
  outside: readonly Edge[]
}

/** A value next to a limit. */
export interface Edge {
  /** The whole value. */
  value: unknown
  /** Where it is special: the names and indexes that lead there. */
  path: readonly (string | number)[]
  keyword: string
  /** The JSON pointer of the keyword in the description. */
  pointer: string
  /** What is special, such as `one more than maximum`. */
  description: string
  /** Where a branch of `oneOf` or `anyOf` was chosen for it. */
  branch?: readonly (string | number)[]
}

/** How inferred resources are overridden, by the name of a resource; `resources` of the configuration file. */
export type ResourceOptions = Readonly<Record<string, ResourceOption | false>>

/** What a user says about a resource; what isn't said is inferred. `false` instead means that there is no such resource. */
export interface ResourceOption {
  /** The path of the collection, such as `/rooms/{roomId}/bookings`, of a resource that isn't inferred. */
  path?: string
  /** The property that is the key. */
  key?: string
  /** Who makes the key. */
  keyFrom?: 'client' | 'server'
  /** The name of the resource that it belongs to; null for none. */
  parent?: string | null
  /** The effects of operations, by the id of the operation or its method and path. */
  operations?: Readonly<Record<string, EffectKind | 'none'>>
  /** Whether what descriptions say in prose about its records counts, such as that something is unique; true by default. */
  conflicts?: boolean
}

/** What a contract is made with. */
export interface ContractOptions {
  /** How inferred resources are overridden, by their names. */
  resources?: ResourceOptions
  /** The path before all paths of the description, such as `/v1` or empty, instead of those of its servers. */
  basePath?: string
  /** Finds the place of a JSON pointer in the files that a description was read from. */
  locate?: (pointer: string) => Pick<Warning, 'file' | 'line' | 'column'> | undefined
  /** Warnings from reading the description. */
  warnings?: readonly Warning[]
}

/** Thrown if a document isn't an OpenAPI description at all; the message is one line. */
export class ContractError extends Error {
  override name = 'ContractError'
}

/** Thrown if a body hasn't the syntax of its media type; the message is the rest of a sentence. */
export class BodySyntaxError extends Error {
  override name = 'BodySyntaxError'
}
