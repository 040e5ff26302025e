import { noPlant, writePact } from './written-pact.ts'

/** The version of the format that a library writes, and how it spells what the format leaves open. */
const libraries = {
  'pact-js 2': { version: '2.0.0' },
  'pact-js 3': { version: '3.0.0' },
  'pact-js 4': { version: '4.0' },
  'pact-jvm 1': { version: '1.0.0' },
  'pact-jvm 2': { version: '2.0.0' },
  'pact-jvm 3': { version: '3.0.0', isBracketed: true },
  'pact-jvm 4': { version: '4.0' },
  'pact-python 2': { version: '2.0.0' },
  'pact-python 3': { version: '3.0.0' },
  'pact-python 4': { version: '4.0' },
  'pact-ruby 2': { version: '2.0.0', isBracketed: true },
  'pact-go 3': { version: '3.0.0' },
  'pact-go 4': { version: '4.0' },
  'pact-net 3': { version: '3.0.0' },
  'pact-net 4': { version: '4.0' },
} as const

/** Matchers or generators by places; a matcher may be several, with the word that combines them. */
type Rules = Readonly<Record<string, object>>

interface Side {
  status?: number
  method?: string
  path?: string
  query?: Readonly<Record<string, string[]>>
  headers?: Readonly<Record<string, string>>
  /** A text is written as the library writes one that isn't JSON; null leaves the body out. */
  body?: unknown
  /** Matchers, by places such as `body.name`, `header.Location`, `status`, and `path`. */
  rules?: Rules
  generators?: Rules
}

/** An interaction: what the specification says about it, in a word and the place in the interaction; what it is; and how it differs from one that creates a plant. */
export type Row = readonly [
  verdict: string,
  title: string,
  request?: Side,
  response?: Side,
  states?: object[],
]

const toJsonPath = (rest: string, isBracketed: boolean): string =>
  rest === '' ? '$' : isBracketed ? `$['${rest}']` : `$.${rest}`

/** Writes rules as a version of the format has them; matchers come in a list since version 3. */
function writeRules(rules: Rules, version: string, isBracketed: boolean, areMatchers: boolean): object {
  const written: Record<string, unknown> = {}
  for (const [place, rule] of Object.entries(rules)) {
    const [part = '', rest = ''] = place.split(/\.(.*)/s)
    const list = 'matchers' in rule || !areMatchers ? rule : { combine: 'AND', matchers: [rule] }
    const isPlain = part === 'path' || part === 'status'
    const at = part === 'body' ? toJsonPath(rest, isBracketed) : rest
    if (version < '3') written[part === 'body' ? at.replace('$', '$.body') : `$.${part}s.${rest}`] = rule
    else if (isPlain) written[part] = part === 'status' ? { $: list } : list
    else written[part] = { ...Object(written[part]), [at]: list }
  }
  return written
}

const json = 'application/json'

function writeSide(side: Side, version: string, isBracketed: boolean): object {
  const { headers = {}, body, rules, generators, ...others } = side
  const isV4 = version === '4.0'
  const content =
    typeof body === 'string'
      ? { content: body, contentType: json, encoded: body === '' ? false : 'JSON' }
      : { content: body, contentType: json, encoded: false }
  return {
    ...others,
    headers: isV4
      ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
      : headers,
    ...(body !== undefined && body !== null && { body: isV4 ? content : body }),
    ...(rules && { matchingRules: writeRules(rules, version, isBracketed, true) }),
    ...(generators && { generators: writeRules(generators, version, isBracketed, false) }),
  }
}

/** Writes the pact of a library with interactions of these rows. */
export function writeLibraryPact(library: keyof typeof libraries, rows: readonly Row[]): object {
  const { version, isBracketed = false } = { isBracketed: false, ...libraries[library] }
  const isV4 = version === '4.0'
  const interactions = rows.map(([, description, request = {}, response = {}, states = []]) => {
    const sent = {
      method: 'POST',
      path: '/plants',
      body: { id: 7, name: 'Fern' },
      ...request,
      headers: request.headers ?? { Authorization: 'Bearer of-the-pact', 'Content-Type': json },
    }
    const received = { status: 200, body: { name: 'Fern' }, ...response }
    const [first] = states as { name: string; params?: { id?: string } }[]
    const name = first?.name.replace('the id exists', `id ${first.params?.id} exists`)
    return {
      ...(isV4 && { type: 'Synchronous/HTTP', key: description.length.toString(16), pending: false }),
      description,
      ...(version < '3' ? name !== undefined && { providerState: name } : { providerStates: states }),
      request: writeSide(sent, version, isBracketed),
      response: writeSide(received, version, isBracketed),
    }
  })
  return writePact(interactions, { metadata: { pactSpecification: { version } } })
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Pact's
const idOfState = '${id}'
// biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Pact's
const bearerOfState = 'Bearer ${token}'
const idPath = `/plants/${idOfState}`

const match = (name: string, more: object = {}): object => ({ match: name, ...more })
const regex = (text: string): object => match('regex', { regex: text })
const type = match('type')
const status = (value: unknown): Rules => ({ status: match('statusCode', { status: value }) })
const make = (name: string, more: object = {}): object => ({ type: name, ...more })
const sends = (body: unknown): Side => ({ body })
const gets = (body: unknown, rules?: Rules): Side => ({ body, ...(rules && { rules }) })
const answers = (code: number, body: unknown = null, rules?: Rules): Side => ({
  status: code,
  ...gets(body, rules),
})
const error = { error: 40003, message: 'name is missing' }
const anError: Rules = { 'body.error': match('integer'), 'body.message': type }
const refusedBy = (rules: Rules): Side => answers(400, error, { ...anError, ...rules })
const nameless = sends({ id: 7 })
const bare: Side = { headers: { 'Content-Type': json } }
const withHeader = (name: string, value: string): Side => ({
  headers: { Authorization: 'Bearer x', 'Content-Type': json, [name]: value },
})
const returns = (name: string, value: string, rules?: Rules): Side => ({
  headers: { [name]: value },
  ...(rules && { rules }),
})
const stored = [{ name: 'a plant with the id exists', params: { id: '7' } }]
const free = [noPlant('7')]
const invalid = [{ name: 'the token is not valid' }]
const other = (name: string): object[] => [{ name }]

/** Interactions in the manner of each library. The verdicts were written before anything judged the interactions. */
export const rowsOfLibraries: Readonly<Record<keyof typeof libraries, readonly Row[]>> = {
  'pact-js 2': [
    ['promised', 'a plant'],
    ['promised', 'a plant whose answer nobody reads', {}, gets({})],
    ['promised', 'a plant with a name of some text', {}, gets({ name: 'Moss' }, { 'body.name': type })],
    ['error response/body/name', 'a plant with another name', {}, gets({ name: 'Moss' })],
    [
      'promised',
      'no name, and some message',
      nameless,
      answers(400, { message: 'x' }, { 'body.message': type }),
    ],
    [
      'note response/body/message',
      'no name, and one message',
      nameless,
      answers(400, { message: 'name is missing' }),
    ],
    ['note response/body/error', 'no name, and one number', nameless, answers(400, { error: 40003 })],
    ['note response/status', 'no credentials, 401', bare, answers(401)],
    ['note response/status', 'no credentials, 403', bare, answers(403)],
    ['error response/status', 'a plant, 201', {}, answers(201, { name: 'Fern' })],
    ['error response/status', 'a plant, 204', {}, answers(204)],
    ['note response/headers/Location', 'a plant with a location', {}, returns('Location', '/plants/7')],
  ],
  'pact-js 3': [
    ['promised', 'no credentials, any refusal', bare, { ...answers(401), rules: status('clientError') }],
    [
      'note response/body/links',
      'a plant with only known members',
      {},
      gets({ name: 'Fern' }, { body: match('eachKey', { rules: [regex('name|tag')] }) }),
    ],
    [
      'error response/body/name',
      'a plant with only an id',
      {},
      gets({ id: 7 }, { body: match('eachKey', { rules: [regex('id')] }) }),
    ],
    ['promised', 'no name, and an Error by type', nameless, answers(400, error, anError)],
    [
      'note response/body/message',
      'a message that is not empty',
      nameless,
      refusedBy({ 'body.message': regex('.+') }),
    ],
    ['promised', 'a message of anything', nameless, refusedBy({ 'body.message': regex('.*') })],
    ['promised', 'an error that is a number', nameless, refusedBy({ 'body.error': match('number') })],
    [
      'error response/body/error',
      'an error that is a boolean',
      nameless,
      refusedBy({ 'body.error': match('boolean') }),
    ],
    [
      'error response/body/name',
      'a name that is a date',
      {},
      gets({ name: '2026-01-31' }, { 'body.name': match('date', { date: 'yyyy-MM-dd' }) }),
    ],
    [
      'promised',
      'a name that includes a part of it',
      {},
      gets({ name: 'Fern' }, { 'body.name': match('include', { value: 'er' }) }),
    ],
    [
      'error response/body/name',
      'a name that includes something else',
      {},
      gets({ name: 'oak' }, { 'body.name': match('include', { value: 'oak' }) }),
    ],
    [
      'error response/body/name',
      'a generated name, and one in the answer',
      { generators: { 'body.name': make('RandomString', { size: 9 }) } },
    ],
    [
      'promised',
      'a generated name, and some name',
      { generators: { 'body.name': make('RandomString', { size: 9 }) } },
      gets({ name: 'x' }, { 'body.name': type }),
    ],
    [
      'promised',
      'an id of the state',
      { generators: { 'body.id': make('ProviderState', { expression: idOfState, dataType: 'INTEGER' }) } },
      {},
      free,
    ],
    ['promised', 'a random id', { generators: { 'body.id': make('RandomInt', { min: 1, max: 99 }) } }],
    ['error request/body/id', 'a UUID as the id', { generators: { 'body.id': make('Uuid') } }],
  ],
  'pact-js 4': [
    [
      'note response/status',
      'no credentials, 400, 401, or 403',
      bare,
      { ...answers(401), rules: status([400, 401, 403]) },
    ],
    [
      'note response/body, response/status',
      'no credentials, 401 with a message',
      bare,
      answers(401, { message: 'x' }, { 'body.message': type }),
    ],
    [
      'promised',
      'some JSON',
      {},
      returns('Content-Type', json, { 'header.Content-Type': regex('application/json.*') }),
    ],
    [
      'note response/headers/Content-Type',
      'JSON without parameters',
      {},
      returns('Content-Type', json, { 'header.Content-Type': regex('application/json') }),
    ],
    ['error response/headers/Content-Type', 'a page', {}, returns('Content-Type', 'text/html')],
    [
      'note response/headers/X-Request-Id',
      'the id of the request',
      {},
      returns('X-Request-Id', '1', { 'header.X-Request-Id': regex('.*') }),
    ],
    [
      'promised',
      'a tag',
      sends({ id: 7, name: 'Fern', tag: 'foliage' }),
      gets({ name: 'Fern', tag: 'x' }, { 'body.tag': type }),
    ],
    [
      'error response/body/tag',
      'another tag',
      sends({ id: 7, name: 'Fern', tag: 'foliage' }),
      gets({ name: 'Fern', tag: 'x' }),
    ],
    [
      'error response/body/tag',
      'a tag that was not sent',
      {},
      gets({ name: 'Fern', tag: 'x' }, { 'body.tag': type }),
    ],
    ['error response/body/tag', 'a tag that is null', {}, gets({ name: 'Fern', tag: null })],
    ['error response/body/id', 'the id', {}, gets({ id: 7, name: 'Fern' })],
    [
      'note response/body/createdAt',
      'when it was created',
      {},
      gets({ name: 'Fern', createdAt: 'x' }, { 'body.createdAt': type }),
    ],
  ],
  'pact-jvm 1': [
    ['promised', 'a plant'],
    ['note response/body/error, response/body/message', 'no name, one Error', nameless, answers(400, error)],
    ['error response/body/name', 'a name in capitals', {}, gets({ name: 'FERN' })],
    ['promised', 'a plant without a body to read', {}, answers(200)],
  ],
  'pact-jvm 2': [
    ['promised', 'a plant by type', {}, gets({ name: 'x' }, { body: type })],
    ['note response/body/error', 'an error of digits', nameless, refusedBy({ 'body.error': regex('\\d+') })],
    ['note response/status', 'a stored id, 409', {}, answers(409), stored],
    ['error response/status', 'a free id, 409', {}, answers(409), free],
  ],
  'pact-jvm 3': [
    ['promised', 'an Error by type', nameless, refusedBy({ 'body.error': match('number') })],
    [
      'error response/body/error',
      'an error that is a fraction',
      nameless,
      answers(400, { error: 1.5, message: 'x' }, { ...anError, 'body.error': match('decimal') }),
    ],
    [
      'error response/body/name',
      'a version as the name',
      {},
      gets({ name: '1.0.0' }, { 'body.name': match('semver') }),
    ],
    [
      'promised',
      'one of two matchers',
      {},
      gets({ name: 'Fern' }, { 'body.name': { combine: 'OR', matchers: [regex('\\d+'), regex('F.*')] } }),
    ],
    [
      'promised',
      'both of two matchers',
      {},
      gets({ name: 'Fern' }, { 'body.name': { combine: 'AND', matchers: [regex('.*n'), regex('F.*')] } }),
    ],
    [
      'error response/body/name',
      'none of two matchers',
      {},
      gets(
        { name: '1' },
        { 'body.name': { combine: 'OR', matchers: [regex('\\d+'), match('date', { date: 'yyyy' })] } },
      ),
    ],
    [
      'note response/headers/Content-Type',
      'JSON in UTF-8',
      {},
      returns('Content-Type', 'application/json; charset=UTF-8'),
    ],
    [
      'promised',
      'JSON, perhaps with a charset',
      {},
      returns('Content-Type', json, {
        'header.Content-Type': regex('application/json(;\\s?charset=[\\w\\-]+)?'),
      }),
    ],
  ],
  'pact-jvm 4': [
    ['promised', 'any success', {}, { rules: status('success') }],
    [
      'error response/status',
      'no name, any failure of the service',
      nameless,
      { ...answers(500), rules: status('serverError') },
    ],
    [
      'note response/body/message',
      'a message that is not empty',
      nameless,
      refusedBy({ 'body.message': match('notEmpty') }),
    ],
    ['promised', 'a name that is not empty', {}, gets({ name: 'x' }, { 'body.name': match('notEmpty') })],
    [
      'error request/path',
      'a path of the state',
      { generators: { path: make('ProviderState', { expression: idPath }) } },
      {},
      free,
    ],
    [
      'error request/path',
      'a generated path',
      {
        rules: { path: regex('/plants/\\d+') },
        generators: { path: make('Regex', { regex: '/plants/\\d+' }) },
      },
    ],
    ['promised', 'a path with a matcher', { rules: { path: regex('/plants') } }],
  ],
  'pact-python 2': [
    ['promised', 'Like({})', {}, gets({}, { body: type })],
    [
      'note response/body/message',
      'a Term in the message',
      nameless,
      answers(400, { message: 'name is missing' }, { 'body.message': regex('name.*') }),
    ],
    ['error response/status', 'no name, 200 for a body without a name', {}, answers(202, { name: 'Fern' })],
    ['note response/status', 'no name, 422', nameless, answers(422)],
  ],
  'pact-python 3': [
    ['promised', 'id 1.5, 400', sends({ id: 1.5, name: 'Fern' }), answers(400)],
    ['error request/body/id', 'id 1.5, 200', sends({ id: 1.5, name: 'Fern' }), {}],
    ['promised', 'id "7", 400', sends({ id: '7', name: 'Fern' }), answers(400, error, anError)],
    ['promised', 'id true, 400', sends({ id: true, name: 'Fern' }), answers(400, {})],
    ['promised', 'a name that is null, 400', sends({ id: 7, name: null }), answers(400)],
    ['error request/body/name', 'no name, 200', nameless, {}],
    ['promised', 'a tag that is a number, 400', sends({ id: 7, name: 'Fern', tag: 5 }), answers(400)],
    ['error request/body/tag', 'a tag that is null, 200', sends({ id: 7, name: 'Fern', tag: null }), {}],
  ],
  'pact-python 4': [
    ['promised', 'the largest id', sends({ id: 9223372036854775807n, name: 'Fern' })],
    ['error request/body/id', 'an id beyond int64, 200', sends({ id: 9223372036854775808n, name: 'Fern' })],
    ['promised', 'an id beyond int64, 400', sends({ id: 9223372036854775808n, name: 'Fern' }), answers(400)],
    ['promised', 'no body, 400', sends(''), answers(400, error, anError)],
    ['promised', 'a list, 400', sends([1]), answers(400)],
    ['promised', 'half of a body, 400', sends('{"id":7,'), answers(400, error, anError)],
    ['error request/body', 'half of a body, 200', sends('{"id":7,')],
    ['promised', 'a negative id', sends({ id: -7, name: 'Fern' })],
  ],
  'pact-ruby 2': [
    ['promised', 'a Plant, something_like', {}, gets({ name: 'x' }, { body: type }), free],
    [
      'error response/body/name',
      'a Plant, a term of digits',
      {},
      gets({ name: '1' }, { 'body.name': regex('\\d+') }),
    ],
    [
      'promised',
      'digits as the name, a term of digits',
      sends({ id: 7, name: '123' }),
      gets({ name: '1' }, { 'body.name': regex('\\d+') }),
    ],
    ['note response/status', 'a stored id, 200', {}, {}, stored],
    [
      'note response/body/details',
      'an Error with details',
      nameless,
      answers(400, { details: [] }, { 'body.details': type }),
    ],
  ],
  'pact-go 3': [
    ['note response/status', 'a stored id, 400', {}, answers(400, error, anError), stored],
    [
      'note response/status',
      'a stored id, any refusal',
      {},
      { ...answers(409), rules: status('clientError') },
      stored,
    ],
    ['note response/status', 'an id that may be stored, 409', {}, answers(409)],
    ['note response/status', 'a plant, 400', {}, answers(400)],
    ['error response/status', 'a free id, 400', {}, answers(400, error, anError), free],
    ['note response/status', 'too many requests', {}, answers(429), free],
    ['note response/status', 'too large', {}, answers(413), free],
    [
      'note response/status',
      'an empty name, 400',
      sends({ id: 7, name: '' }),
      answers(400, error, anError),
      free,
    ],
    ['note response/status', 'an empty name, 200', sends({ id: 7, name: '' }), gets({ name: '' }), free],
    ['note response/status', 'another member, 200', sends({ id: 7, name: 'Fern', size: 3 }), {}, free],
    [
      'note response/status',
      'another member, 400',
      sends({ id: 7, name: 'Fern', size: 3 }),
      answers(400),
      free,
    ],
  ],
  'pact-go 4': [
    ['note response/status', 'a user without rights, 403', {}, answers(403), other('the user may only read')],
    ['promised', 'a user with rights', {}, {}, other('the user may write')],
    [
      'note response/status',
      'a service that is down for a while',
      {},
      { ...answers(503), headers: { 'Retry-After': '1' } },
    ],
    ['error response/status', 'a service that fails', {}, answers(500), free],
    ['error response/status', 'no credentials, 500', bare, answers(500)],
  ],
  'pact-net 3': [
    ['note request/query/dryRun', 'a query', { query: { dryRun: ['true'] } }],
    ['note request/headers/X-Api-Key', 'a key', withHeader('X-Api-Key', 'a')],
    ['promised', 'what it accepts', withHeader('Accept', json)],
    ['note request/headers/Accept', 'only pages', withHeader('Accept', 'text/html')],
    ['promised', 'anything', withHeader('Accept', 'application/json, text/plain, */*')],
    ['note request/headers/Prefer', 'a preference', withHeader('Prefer', 'code=400')],
    ['note request/headers', 'no type of the body', { headers: { Authorization: 'Bearer x' } }],
    [
      'promised',
      'a token of the state',
      { generators: { 'header.Authorization': make('ProviderState', { expression: bearerOfState }) } },
      {},
      [{ name: 'a user is logged in', params: { token: 'abc' } }],
    ],
    ['note response/status', 'a redirect to a login', bare, answers(302)],
    ['error request/method', 'a preflight', { method: 'OPTIONS', body: null }, answers(204)],
    ['error request/path', 'another path, 200', { method: 'GET', path: '/plants/7', body: null }],
    [
      'note request/path',
      'another path, 404',
      { method: 'GET', path: '/plants/7', body: null },
      answers(404),
    ],
    ['note request/method', 'another method, 405', { method: 'DELETE', body: null }, answers(405)],
    [
      'note response/status',
      'Basic, 401',
      { headers: { Authorization: 'Basic YTpi', 'Content-Type': json } },
      answers(401),
    ],
    ['promised', 'a scheme in lower case', { headers: { Authorization: 'bearer x', 'Content-Type': json } }],
  ],
  'pact-net 4': [
    ['note response/status', 'an invalid token, 401', {}, answers(401), invalid],
    ['error request/headers', 'an invalid token, 200', {}, {}, invalid],
    [
      'promised',
      'an invalid token, any refusal',
      {},
      { ...answers(401), rules: status('clientError') },
      invalid,
    ],
    [
      'error response/headers/Content-Type',
      'a problem, 400',
      nameless,
      { ...answers(400), headers: { 'Content-Type': 'application/problem+json' } },
    ],
    [
      'note response/headers/Content-Type, response/status',
      'a problem, 422',
      nameless,
      { ...answers(422), headers: { 'Content-Type': 'application/problem+json' } },
    ],
    [
      'error response/body/error',
      'an error beyond int32',
      nameless,
      answers(400, { error: 2147483648, message: 'x' }, { 'body.message': type }),
    ],
    [
      'error response/body/message',
      'a message that is a number',
      nameless,
      answers(400, { error: 1, message: 5 }, { 'body.error': type, 'body.message': type }),
    ],
    [
      'note response/status',
      'text, 415',
      { headers: { Authorization: 'Bearer x', 'Content-Type': 'text/plain' }, body: 'Fern' },
      answers(415),
    ],
    [
      'error request/body, request/headers/Content-Type',
      'text, 200',
      { headers: { Authorization: 'Bearer x', 'Content-Type': 'text/plain' }, body: 'Fern' },
    ],
    [
      'note response/headers/WWW-Authenticate',
      'no credentials, and what is missing',
      bare,
      {
        ...answers(401),
        headers: { 'WWW-Authenticate': 'Bearer' },
        rules: { ...status('clientError'), 'header.WWW-Authenticate': regex('Bearer.*') },
      },
    ],
  ],
}
