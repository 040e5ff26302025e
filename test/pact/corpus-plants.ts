import { given, json, match, type Row, type Rules, regex, type Side, type } from './sides.ts'
import { noPlant } from './written-pact.ts'

/** What the requests and responses of these interactions have unless they say otherwise. */
export const request: Side = {
  method: 'POST',
  path: '/plants',
  body: { id: 7, name: 'Fern' },
  headers: { Authorization: 'Bearer of-the-pact', 'Content-Type': json },
}
export const response: Side = { body: { name: 'Fern' } }

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

/** Interactions that create a plant. */
export const ofPlants = [
  ['a plant'],
  ['no name, one Error', nameless, answers(400, error)],
  ['a name in capitals', {}, gets({ name: 'FERN' })],
  ['a plant without a body to read', {}, answers(200)],
  ['a plant whose answer nobody reads', {}, gets({})],
  ['a plant with a name of some text', {}, named('Moss', type)],
  ['a plant with another name', {}, gets({ name: 'Moss' })],
  ['no name, and some message', nameless, says('x', type)],
  ['no name, and one message', nameless, answers(400, { message: 'name is missing' })],
  ['no name, and one number', nameless, answers(400, { error: 40003 })],
  ['no credentials, 401', bare, answers(401)],
  ['no credentials, 403', bare, answers(403)],
  ['a plant, 201', {}, answers(201, { name: 'Fern' })],
  ['a plant, 204', {}, answers(204)],
  ['a plant with a location', {}, returns('Location', '/plants/7')],
  ['a stored id, 409', {}, answers(409), stored],
  ['a free id, 409', {}, answers(409), free],
  ['no name, 422', nameless, answers(422)],
  ['a Plant, something_like', {}, gets({ name: 'x' }, { body: type }), free],
  ['a Plant, a term of digits', {}, named('1', digits)],
  ['digits, a term of digits', sends({ id: 7, name: '123' }), named('1', digits)],
  ['a stored id, 200', {}, {}, stored],
  ['a stored id, 500', {}, answers(500), stored],
  ['an Error with details', nameless, getsMore('details', [], type, 400)],
  ['no credentials, any refusal', bare, answersAs(401, 'clientError')],
  ['a plant with only an id', {}, gets({ id: 7 }, onlyKeys('id'))],
  ['no name, and an Error by type', nameless, anyError],
  ['a message that is not empty', nameless, errorWith('message', regex('.+'))],
  ['an error that is a number', nameless, errorWith('error', match('number'))],
  ['a name that is a date', {}, named('2026-01-31', date)],
  ['a name with something else', {}, named('oak', match('include', { value: 'oak' }))],
  ['a generated name, and some name', generated('name', random), named('x', type)],
  ['an id of the state', generated('id', ofState(idOfState, 'INTEGER')), {}, free],
  ['a random id', generated('id', make('RandomInt', { min: 1, max: 99 }))],
  ['a UUID as the id', generated('id', make('Uuid'))],
  ['id 1.5, 400', withId(1.5), answers(400)],
  ['id 1.5, 200', withId(1.5), {}],
  ['id "7", 400', withId('7'), anyError],
  ['no name, 200', nameless, {}],
  ['a tag that is null, 200', sends({ id: 7, name: 'Fern', tag: null }), {}],
  ['a stored id, 400', {}, anyError, stored],
  ['a stored id, the stored name', {}, gets({ name: 'Moss' }), storedMoss],
  ['a stored id, any refusal', {}, answersAs(409, 'clientError'), stored],
  ['an id that may be stored, 409', {}, answers(409)],
  ['too many requests', {}, answers(429), free],
  ['another member, 200', sends({ id: 7, name: 'Fern', size: 3 }), {}, free],
  ['another member, 400', sends({ id: 7, name: 'Fern', size: 3 }), answers(400), free],
  ['a query', { query: { dryRun: ['true'] } }],
  ['what it accepts', withHeader('Accept', json)],
  ['only pages', withHeader('Accept', 'text/html')],
  ['anything', withHeader('Accept', 'application/json, text/plain, */*')],
  ['a key against repeated requests', withHeader('Idempotency-Key', 'a')],
  ['no type of the body', { headers: { Authorization: 'Bearer x' } }],
  ['a token of the state', { generators: { 'header.Authorization': ofState(bearer) } }, {}, loggedIn],
  ['a redirect to a login', bare, answers(302)],
  ['a preflight', { method: 'OPTIONS', body: null }, answers(204)],
  ['another path, 200', elsewhere],
  ['another path, 404', elsewhere, answers(404)],
  ['Basic, 401', withHeader('Authorization', 'Basic YTpi'), answers(401)],
  ['a scheme in lower case', { headers: { Authorization: 'bearer x', 'Content-Type': json } }],
  ['an Error by type', nameless, errorWith('error', match('number'))],
  ['an error that is a fraction', nameless, errorOf(1.5, 'x', match('decimal'))],
  ['a version as the name', {}, named('1.0.0', match('semver'))],
  ['one of two matchers', {}, named('Fern', combine('OR', digits, regex('F.*')))],
  ['both of two matchers', {}, named('Fern', combine('AND', regex('.*n'), regex('F.*')))],
  ['none of two matchers', {}, named('1', combine('OR', digits, date))],
  ['JSON in UTF-8', {}, typed('application/json; charset=UTF-8')],
  ['no credentials, 400, 401, or 403', bare, answersAs(401, [400, 401, 403])],
  ['no credentials, 401 with a message', bare, says('x', type, 401)],
  ['some JSON', {}, typed(json, regex('application/json.*'))],
  ['JSON without parameters', {}, typed(json, regex('application/json'))],
  ['a page', {}, typed('text/html')],
  ['the id of the request', {}, returns('X-Request-Id', '1', regex('.*'))],
  ['a tag', tagged, getsTag(type)],
  ['a tag that was not sent', {}, getsTag(type)],
  ['the id', {}, gets({ id: 7, name: 'Fern' })],
  ['when it was created', {}, getsMore('createdAt', 'x', type)],
  ['any success', {}, { rules: status('success') }],
  ['no name, any failure of the service', nameless, answersAs(500, 'serverError')],
  ['a message that is not empty', nameless, errorWith('message', match('notEmpty'))],
  ['a path of the state', { generators: { path: ofState(idPath) } }, {}, free],
  ['a path with a matcher', { rules: { path: regex('/plants') } }],
  ['the largest id', withId(9223372036854775807n)],
  ['an id beyond int64, 200', withId(9223372036854775808n)],
  ['an id beyond int64, 400', withId(9223372036854775808n), answers(400)],
  ['half of a body, 400', sends('{"id":7,'), anyError],
  ['half of a body, 200', sends('{"id":7,')],
  ['a user without rights, 403', {}, answers(403), given('the user may only read')],
  ['a free id, and a token that may be refused', {}, answers(401), free],
  ['a service whose database is down', {}, answers(503), given('the database is down')],
  ['a service that is down for a while', {}, answers(503, null, {}, { 'Retry-After': '1' })],
  ['a service that fails', {}, answers(500), free],
  ['an invalid token, 401', {}, answers(401), invalid],
  ['no body, 200', { body: null }],
  ['no id, 200', sends({ name: 'x' })],
  ['no credentials, 200', bare],
  ['no credentials, a page', bare, answers(400, null, {}, page)],
  ['no token, 200', withHeader('Authorization', 'Bearer "abc"')],
  ['text after a token, 200', withHeader('Authorization', 'Bearer abc abc')],
  ['JSON as text, 200', withHeader('Content-Type', 'text/plain')],
  ['a comma at the end, 200', sends('{"id":7,"name":"Fern",}')],
  ['framing', {}, framed],
  ['a page, with its text', {}, { ...typed('text/html'), body: '<p>' }],
  ['another method, 200', { method: 'GET' }],
  ['an invalid token, 200', {}, {}, invalid],
  ['an invalid token, any refusal', {}, answersAs(401, 'clientError'), invalid],
  ['a problem, 400', nameless, answers(400, null, {}, problem)],
  ['text, 415', asText, answers(415)],
  ['text, 200', asText],
  ['no credentials, and what is missing', bare, challenged],
  ['a part of the name', {}, named('Fern', regex('er'))],
  ['a name by what is no expression', {}, named('Fern', regex('('))],
  ['a message about the id', nameless, errorWith('message', regex('^id'))],
  ['a plant, 400', {}, answers(400)],
  ['no name, 413', nameless, answers(413)],
  ['a size that is not described', {}, gets({ name: 'Fern', size: 1 })],
  ['no other key than the name', {}, gets({ name: 'Fern' }, onlyKeys('name'))],
] as const satisfies readonly Row[]
