import { given, json, match, type Row, type Rules, regex, type Side, type, writeSide } from './sides.ts'
import { noPlant, writePact } from './written-pact.ts'

/** Writes a pact of a version with interactions of these rows. */
export function writeVersionPact(name: string, rows: readonly Row[]): object {
  const [version = '', isBracketed = false] = [name.split(' ')[0], name.includes('brackets')]
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
    const [{ name } = {}] = states as { name?: string }[]
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
const bearer = 'Bearer ${token}'
const idPath = `/plants/${idOfState}`

const status = (value: unknown): Rules => ({ status: match('statusCode', { status: value }) })
const make = (name: string, more: object = {}): object => ({ type: name, ...more })
const sends = (body: unknown): Side => ({ body })
const gets = (body: unknown, rules?: Rules): Side => ({ body, ...(rules && { rules }) })
const answers = (code: number, body: unknown = null, rules?: Rules, fields?: Side['headers']): Side => ({
  status: code,
  ...gets(body, rules),
  ...(fields && { headers: fields }),
})
const says = (message: string, rule?: object, code = 400): Side =>
  answers(code, { message }, rule && { 'body.message': rule })
const error = { error: 40003, message: 'name is missing' }
const anError: Rules = { 'body.error': match('integer'), 'body.message': type }
const anyError = answers(400, error, anError)
const errorOf = (number: number, message: unknown, rule?: object): Side =>
  answers(400, { error: number, message }, { ...(rule && { 'body.error': rule }), 'body.message': type })
const errorWith = (member: string, rule: object): Side =>
  answers(400, error, { ...anError, [`body.${member}`]: rule })
const named = (name: string, rule: object): Side => gets({ name }, { 'body.name': rule })
const answersAs = (code: number, rule: unknown): Side => ({ ...answers(code), rules: status(rule) })
const generated = (member: string, maker: object): Side => ({ generators: { [`body.${member}`]: maker } })
const withId = (id: unknown): Side => sends({ id, name: 'Fern' })
const digits = regex('\\d+')
const date = match('date', { date: 'yyyy-MM-dd' })
const onlyKeys = (names: string): Rules => ({ body: match('eachKey', { rules: [regex(names)] }) })
const combine = (how: string, ...matchers: object[]): object => ({ combine: how, matchers })
const random = make('RandomString', { size: 9 })
const ofState = (expression: string, dataType = 'STRING'): object =>
  make('ProviderState', { expression, dataType })
const tagged = sends({ id: 7, name: 'Fern', tag: 'foliage' })
const getsTag = (rule?: object): Side => gets({ name: 'Fern', tag: 'x' }, rule && { 'body.tag': rule })
const getsMore = (name: string, value: unknown, rule: object, code = 200): Side =>
  answers(code, { [name]: value }, { [`body.${name}`]: rule })
const elsewhere: Side = { method: 'GET', path: '/plants/7', body: null }
const asText: Side = { headers: { Authorization: 'Bearer x', 'Content-Type': 'text/plain' }, body: 'Fern' }
const problem = { 'Content-Type': 'application/problem+json' }
const page = { 'Content-Type': 'text/html' }
const challenged: Side = {
  ...answers(401, null, {}, { 'WWW-Authenticate': 'Bearer' }),
  rules: { ...status('clientError'), 'header.WWW-Authenticate': regex('Bearer.*') },
}
const nameless = sends({ id: 7 })
const framed: Side = {
  headers: { Connection: 'close', 'Content-Length': '9', 'Transfer-Encoding': 'chunked' },
}
const bare: Side = { headers: { 'Content-Type': json } }
const withHeader = (name: string, value: string): Side => ({
  headers: { Authorization: 'Bearer x', 'Content-Type': json, [name]: value },
})
const returns = (name: string, value: string, rule?: object): Side => ({
  headers: { [name]: value },
  ...(rule && { rules: { [`header.${name}`]: rule } }),
})
const typed = (value: string, rule?: object): Side => returns('Content-Type', value, rule)
const stored = [{ name: 'a record of plants exists', params: { id: 7 } }]
const storedMoss = [{ name: 'a record of plants exists', params: { id: 7, name: 'Moss' } }]
const free = [noPlant(7)]
const invalid = [{ name: 'the credentials are not valid' }]
const loggedIn = [{ name: 'a user is logged in', params: { token: 'abc' } }]

/** Interactions in the manner of each version of the format, whose paths some libraries write with brackets. The verdicts follow from the description, and were written before anything judged the interactions. */
export const rowsOfVersions = {
  '1.0.0': [
    ['promised', 'a plant'],
    ['note body/error, body/message', 'no name, one Error', nameless, answers(400, error)],
    ['error body/name', 'a name in capitals', {}, gets({ name: 'FERN' })],
    ['promised', 'a plant without a body to read', {}, answers(200)],
  ],
  '2.0.0': [
    ['promised', 'a plant'],
    ['promised', 'a plant whose answer nobody reads', {}, gets({})],
    ['promised', 'a plant with a name of some text', {}, named('Moss', type)],
    ['error body/name', 'a plant with another name', {}, gets({ name: 'Moss' })],
    ['promised', 'no name, and some message', nameless, says('x', type)],
    ['note body/message', 'no name, and one message', nameless, answers(400, { message: 'name is missing' })],
    ['note body/error', 'no name, and one number', nameless, answers(400, { error: 40003 })],
    ['note status', 'no credentials, 401', bare, answers(401)],
    ['note status', 'no credentials, 403', bare, answers(403)],
    ['error status', 'a plant, 201', {}, answers(201, { name: 'Fern' })],
    ['error status', 'a plant, 204', {}, answers(204)],
    ['note headers/location', 'a plant with a location', {}, returns('Location', '/plants/7')],
    ['note status', 'a stored id, 409', {}, answers(409), stored],
    ['note status', 'a free id, 409', {}, answers(409), free],
    ['note status', 'no name, 422', nameless, answers(422)],
  ],
  '2.0.0 with brackets': [
    ['promised', 'a Plant, something_like', {}, gets({ name: 'x' }, { body: type }), free],
    ['error body/name', 'a Plant, a term of digits', {}, named('1', digits)],
    ['promised', 'digits, a term of digits', sends({ id: 7, name: '123' }), named('1', digits)],
    ['promised', 'a stored id, 200', {}, {}, stored],
    ['error status', 'a stored id, 500', {}, answers(500), stored],
    ['note body/details', 'an Error with details', nameless, getsMore('details', [], type, 400)],
  ],
  '3.0.0': [
    ['promised', 'no credentials, any refusal', bare, answersAs(401, 'clientError')],
    ['error body/id', 'a plant with only an id', {}, gets({ id: 7 }, onlyKeys('id'))],
    ['promised', 'no name, and an Error by type', nameless, anyError],
    ['note body/message', 'a message that is not empty', nameless, errorWith('message', regex('.+'))],
    ['promised', 'an error that is a number', nameless, errorWith('error', match('number'))],
    ['error body/name', 'a name that is a date', {}, named('2026-01-31', date)],
    ['error body/name', 'a name with something else', {}, named('oak', match('include', { value: 'oak' }))],
    ['promised', 'a generated name, and some name', generated('name', random), named('x', type)],
    ['promised', 'an id of the state', generated('id', ofState(idOfState, 'INTEGER')), {}, free],
    ['promised', 'a random id', generated('id', make('RandomInt', { min: 1, max: 99 }))],
    ['error request/body/id', 'a UUID as the id', generated('id', make('Uuid'))],
    ['promised', 'id 1.5, 400', withId(1.5), answers(400)],
    ['error request/body/id', 'id 1.5, 200', withId(1.5), {}],
    ['promised', 'id "7", 400', withId('7'), anyError],
    ['error request/body/name', 'no name, 200', nameless, {}],
    ['error request/body/tag', 'a tag that is null, 200', sends({ id: 7, name: 'Fern', tag: null }), {}],
    ['note status', 'a stored id, 400', {}, anyError, stored],
    ['error body/name', 'a stored id, the stored name', {}, gets({ name: 'Moss' }), storedMoss],
    ['note status', 'a stored id, any refusal', {}, answersAs(409, 'clientError'), stored],
    ['note status', 'an id that may be stored, 409', {}, answers(409)],
    ['note status', 'too many requests', {}, answers(429), free],
    ['note request/body/size', 'another member, 200', sends({ id: 7, name: 'Fern', size: 3 }), {}, free],
    [
      'note request/body/size, status',
      'another member, 400',
      sends({ id: 7, name: 'Fern', size: 3 }),
      answers(400),
      free,
    ],
    ['note request/query/dryRun', 'a query', { query: { dryRun: ['true'] } }],
    ['promised', 'what it accepts', withHeader('Accept', json)],
    ['error request/headers/accept', 'only pages', withHeader('Accept', 'text/html')],
    ['promised', 'anything', withHeader('Accept', 'application/json, text/plain, */*')],
    ['promised', 'a key against repeated requests', withHeader('Idempotency-Key', 'a')],
    ['note request/headers/content-type', 'no type of the body', { headers: { Authorization: 'Bearer x' } }],
    [
      'promised',
      'a token of the state',
      { generators: { 'header.Authorization': ofState(bearer) } },
      {},
      loggedIn,
    ],
    ['error request/headers/authorization', 'a redirect to a login', bare, answers(302)],
    ['error request/method', 'a preflight', { method: 'OPTIONS', body: null }, answers(204)],
    ['error request/path', 'another path, 200', elsewhere],
    ['note request/path', 'another path, 404', elsewhere, answers(404)],
    ['note status', 'Basic, 401', withHeader('Authorization', 'Basic YTpi'), answers(401)],
    ['promised', 'a scheme in lower case', { headers: { Authorization: 'bearer x', 'Content-Type': json } }],
  ],
  '3.0.0 with brackets': [
    ['promised', 'an Error by type', nameless, errorWith('error', match('number'))],
    ['error body/error', 'an error that is a fraction', nameless, errorOf(1.5, 'x', match('decimal'))],
    ['error body/name', 'a version as the name', {}, named('1.0.0', match('semver'))],
    ['promised', 'one of two matchers', {}, named('Fern', combine('OR', digits, regex('F.*')))],
    ['promised', 'both of two matchers', {}, named('Fern', combine('AND', regex('.*n'), regex('F.*')))],
    ['error body/name', 'none of two matchers', {}, named('1', combine('OR', digits, date))],
    ['note headers/content-type', 'JSON in UTF-8', {}, typed('application/json; charset=UTF-8')],
  ],
  '4.0': [
    ['note status', 'no credentials, 400, 401, or 403', bare, answersAs(401, [400, 401, 403])],
    ['note status', 'no credentials, 401 with a message', bare, says('x', type, 401)],
    ['promised', 'some JSON', {}, typed(json, regex('application/json.*'))],
    ['note headers/content-type', 'JSON without parameters', {}, typed(json, regex('application/json'))],
    ['error headers/content-type', 'a page', {}, typed('text/html')],
    ['note headers/x-request-id', 'the id of the request', {}, returns('X-Request-Id', '1', regex('.*'))],
    ['promised', 'a tag', tagged, getsTag(type)],
    ['note body/tag', 'a tag that was not sent', {}, getsTag(type)],
    ['error body/id', 'the id', {}, gets({ id: 7, name: 'Fern' })],
    ['note body/createdAt', 'when it was created', {}, getsMore('createdAt', 'x', type)],
    ['promised', 'any success', {}, { rules: status('success') }],
    ['error status', 'no name, any failure of the service', nameless, answersAs(500, 'serverError')],
    ['note body/message', 'a message that is not empty', nameless, errorWith('message', match('notEmpty'))],
    ['promised', 'a path of the state', { generators: { path: ofState(idPath) } }, {}, free],
    ['promised', 'a path with a matcher', { rules: { path: regex('/plants') } }],
    ['promised', 'the largest id', withId(9223372036854775807n)],
    ['error request/body/id', 'an id beyond int64, 200', withId(9223372036854775808n)],
    ['promised', 'an id beyond int64, 400', withId(9223372036854775808n), answers(400)],
    ['promised', 'half of a body, 400', sends('{"id":7,'), anyError],
    ['error request/body', 'half of a body, 200', sends('{"id":7,')],
    ['note status', 'a user without rights, 403', {}, answers(403), given('the user may only read')],
    ['note status', 'a free id, and a token that may be refused', {}, answers(401), free],
    ['note status', 'a service whose database is down', {}, answers(503), given('the database is down')],
    ['note status', 'a service that is down for a while', {}, answers(503, null, {}, { 'Retry-After': '1' })],
    ['error status', 'a service that fails', {}, answers(500), free],
    ['note status', 'an invalid token, 401', {}, answers(401), invalid],
    ['error request/body', 'no body, 200', { body: null }],
    ['error request/body/id', 'no id, 200', sends({ name: 'x' })],
    ['error request/headers/authorization', 'no credentials, 200', bare],
    ['error headers/content-type', 'no credentials, a page', bare, answers(400, null, {}, page)],
    ['error request/headers/authorization', 'no token, 200', withHeader('Authorization', 'Bearer "abc"')],
    [
      'error request/headers/authorization',
      'text after a token, 200',
      withHeader('Authorization', 'Bearer abc abc'),
    ],
    ['note request/headers/content-type', 'JSON as text, 200', withHeader('Content-Type', 'text/plain')],
    ['error request/body', 'a comma at the end, 200', sends('{"id":7,"name":"Fern",}')],
    ['promised', 'framing', {}, framed],
    ['error headers/content-type', 'a page, with its text', {}, { ...typed('text/html'), body: '<p>' }],
    ['error request/method', 'another method, 200', { method: 'GET' }],
    ['promised', 'an invalid token, 200', {}, {}, invalid],
    ['promised', 'an invalid token, any refusal', {}, answersAs(401, 'clientError'), invalid],
    ['error headers/content-type', 'a problem, 400', nameless, answers(400, null, {}, problem)],
    ['note request/headers/content-type, status', 'text, 415', asText, answers(415)],
    ['error request/body', 'text, 200', asText],
    ['promised', 'no credentials, and what is missing', bare, challenged],
  ],
} as const satisfies Record<string, readonly Row[]>
