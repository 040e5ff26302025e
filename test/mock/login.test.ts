import { expect, test } from 'vitest'
import { createMock, type MockOptions } from '../../src/index.ts'
import { toApi, toContent, toPaths, toRef } from '../contract/describe-api.ts'
import { string, toLogin } from './login-contract.ts'
import { sendToMock } from './send-to-mock.ts'

const logIn = async (mock: ReturnType<typeof createMock>): Promise<string> =>
  (await sendToMock(mock, { to: 'POST /login' })).body.token

const ask = async (mock: ReturnType<typeof createMock>, headers: Record<string, string>) =>
  (await mock.handle({ method: 'GET', path: '/me', headers })).status

test.each<[what: string, options: MockOptions, other: number, listed: number]>([
  ['nothing', {}, 200, 200],
  ['requireLogin', { requireLogin: true }, 401, 401],
  ['credentials', { credentials: 'listed' }, 401, 200],
  ['both', { requireLogin: true, credentials: 'listed' }, 401, 200],
])(
  'with %s, the mock accepts the tokens that it issues until a reset',
  async (_what, options, other, listed) => {
    const mock = createMock({ contract: toLogin(), ...options })
    const [one, two] = [await logIn(mock), await logIn(mock)]
    expect(one).toMatch(/^[\da-f]{40}$/)
    expect(two).not.toBe(one)
    expect(await ask(mock, { authorization: `Bearer ${one}` })).toBe(200)
    expect(await ask(mock, { 'x-key': two })).toBe(200)
    expect(await ask(mock, { authorization: 'Bearer other' })).toBe(other)
    expect(await ask(mock, { authorization: 'Bearer listed' })).toBe(listed)
    expect(mock.settings.credentials.length > 0).toBe(other === 401)
    await mock.reset()
    expect(await ask(mock, { authorization: `Bearer ${one}` })).toBe(other)
  },
)

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl'

test.each<[what: string, schema: object, token: RegExp, example?: unknown]>([
  ['a UUID', { ...string, format: 'uuid' }, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/],
  ['a short text', { ...string, maxLength: 20 }, /^[\da-f]{16}$/],
  ['a text with a pattern', { ...string, pattern: '^tok_[a-z]{12}$' }, /^tok_[a-z]{12}$/],
  [
    'the claims of a documented one',
    { ...string, example: jwt },
    /^eyJhbGciOiJIUzI1NiJ9\.eyJzdWIiOiJhIn0\.[\da-f]{40}$/,
  ],
  [
    'the claims of an example',
    string,
    /^eyJhbGciOiJIUzI1NiJ9\.eyJzdWIiOiJhIn0\.[\da-f]{40}$/,
    { token: jwt, user: 'a' },
  ],
])('a token is %s if its schema says so', async (_what, schema, form, example) => {
  const mock = createMock({ contract: toLogin(schema, example), requireLogin: true })
  const [one, two] = [await logIn(mock), await logIn(mock)]
  expect([one, two]).toEqual([expect.stringMatching(form), expect.stringMatching(form)])
  expect(one).not.toBe(two)
  expect(await ask(mock, { authorization: `Bearer ${one}` })).toBe(200)
})

test('a documented example is sent as it is if a client asks for it', async () => {
  const mock = createMock({ contract: toLogin(string, { token: 'example', user: 'a' }) })
  const { body } = await sendToMock(mock, { to: 'POST /login', headers: { prefer: 'example=default' } })
  expect(body).toEqual({ token: 'example', user: 'a' })
})

test('code of your own gets the token that it can respond with', async () => {
  const mock = createMock({
    contract: toLogin(),
    requireLogin: true,
    respond: {
      login: ({ query, tokens }) =>
        query === 'right' ? { body: { ...tokens, user: 'a' } } : { status: 403 },
    },
  })
  expect((await sendToMock(mock, { to: 'POST /login' })).status).toBe(403)
  const { body } = await sendToMock(mock, { to: 'POST /login?right' })
  expect(await ask(mock, { authorization: `Bearer ${body.token}` })).toBe(200)
})

const sessions = {
  Plain: { type: 'object', properties: { id: { ...string, readOnly: true }, user: string } },
  Session: { type: 'object', properties: { id: { ...string, readOnly: true }, user: string, token: string } },
  Wrapped: { type: 'object', properties: { session: toRef('Plain'), token: string } },
}
test.each([
  ['the record', 'Session', 'Session'],
  ['beside the record', 'Wrapped', 'Plain'],
])('a login that creates a record has its token in %s', async (_where, created, stored) => {
  const paths = toPaths(`POST /sessions (user) > 201 ${created}\nGET /sessions/{id} > ${stored}`, 'string')
  const mock = createMock({ contract: toApi(paths, { schemas: sessions }) })
  const login = await sendToMock(mock, { to: 'POST /sessions', body: { user: 'a' } })
  expect(login.body).toMatchObject({ token: expect.stringMatching(/^[\da-f]{40}$/) })
  const found = await sendToMock(mock, { to: `GET ${login.headers['location']}` })
  expect(found.body).toEqual(login.body.session ?? login.body)
})

test('requireLogin needs an operation that issues tokens', () => {
  expect(() => createMock({ requireLogin: true })).toThrow(
    'requireLogin needs an operation that issues tokens, and the description has none',
  )
})

test('a login that requires credentials itself accepts any, as nobody has a token yet', async () => {
  const contract = toApi(
    { '/token': { post: { security: [{ basic: [] }], responses: { 200: toContent({}) } } } },
    {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic' },
        oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/token', scopes: {} } } },
      },
    },
  )
  const mock = createMock({ contract, requireLogin: true })
  const headers = { authorization: `Basic ${btoa('client:secret')}` }
  const { status, body } = await sendToMock(mock, { to: 'POST /token', headers })
  expect({ status, body }).toEqual({
    status: 200,
    body: { access_token: expect.stringMatching(/^[\da-f]{40}$/) },
  })
})
