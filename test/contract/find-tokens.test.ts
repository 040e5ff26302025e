import { expect, test } from 'vitest'
import { toApi } from './describe-api.ts'

const string = { type: 'string' }
const toObject = (properties: object) => ({ type: 'object', properties })
const toContent = (schema: object) => ({ content: { 'application/json': { schema } } })
const toOperation = (response: object, sent?: object) => ({
  ...(sent && { requestBody: toContent(sent) }),
  responses: { 200: toContent(response) },
})
const token = toObject({ token: string })
const user = toObject({ id: string, name: string, token: string })
const toFlow = (url: string) => ({
  securitySchemes: {
    oauth: { type: 'oauth2', flows: { password: { tokenUrl: url, refreshUrl: '/renew' } } },
  },
})
const servers = [{ url: 'https://a.example/v1' }]
const item = { parameters: [{ name: 'id', in: 'path', required: true, schema: string }] }

test.each<[what: string, paths: object, tokens: readonly string[], components?: object]>([
  ['a token', { '/login': { post: toOperation(token) } }, ['token']],
  ['a token that is renewed', { '/login': { post: toOperation(token, token) } }, ['token']],
  ['another name', { '/login': { post: toOperation(toObject({ next_token: string })) } }, []],
  ['no string', { '/login': { post: toOperation(toObject({ token: { type: 'integer' } })) } }, []],
  [
    'a new record',
    {
      '/users': {
        post: toOperation(user, toObject({ name: string })),
        get: toOperation({ type: 'array', items: user }),
      },
    },
    ['token'],
  ],
  [
    'a new record whose token the client gives',
    { '/users': { post: toOperation(user, user), get: toOperation({ type: 'array', items: user }) } },
    [],
  ],
  [
    'a stored record',
    { '/users/{id}': { ...item, get: toOperation(user), put: toOperation(user, user) } },
    [],
  ],
  [
    'a token URL',
    { '/token': { post: toOperation({}) } },
    ['access_token'],
    toFlow('https://b.example/v1/token'),
  ],
  ['a refresh URL', { '/renew': { post: toOperation({}) } }, ['access_token'], toFlow('token')],
  ['a token URL with a token', { '/token': { post: toOperation(token) } }, ['token'], toFlow('/token')],
  [
    'a token URL whose response is no object',
    { '/token': { post: toOperation(string) } },
    [],
    toFlow('token'),
  ],
  ['a token URL that is none', { '/token': { post: toOperation({}) } }, [], toFlow('http://[')],
])('%s', (_what, paths, tokens, components = {}) => {
  const { operations } = toApi(
    paths as Record<string, unknown>,
    components as Record<string, unknown>,
    {},
    { servers },
  )
  const operation = operations.find(({ method }) => method === 'POST') ?? operations[0]
  expect(operation?.tokens()).toEqual(tokens)
})
