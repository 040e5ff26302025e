import { expect, test } from 'vitest'
import { toApi, toPaths } from './describe-api.ts'

const schemas = {
  Text: { type: 'string' },
  Number: { type: 'object', properties: { token: { type: 'integer' } } },
}
const toFlow = (tokenUrl: string) => ({
  oauth: { type: 'oauth2', flows: { password: { tokenUrl, refreshUrl: '/renew' } } },
})
const servers = [{ url: 'https://a.example/v1' }]

test.each<[what: string, operations: string, token: string | undefined, tokenUrl?: string]>([
  ['a token', 'POST /login > (token)', 'token'],
  ['a token that is renewed', 'POST /login (token) > (token)', 'token'],
  ['another name', 'POST /login > (next_token)', undefined],
  ['no string', 'POST /login > Number', undefined],
  ['a new record', 'POST /users (name) > (id name token)\nGET /users > [(id name token)]', 'token'],
  [
    'a new record whose token the client gives',
    'POST /users (id name token) > (id name token)\nGET /users > [(id name token)]',
    undefined,
  ],
  [
    'a stored record',
    'GET /users/{id} > (id name token)\nPUT /users/{id} (id name token) > (id name token)',
    undefined,
  ],
  ['a token URL', 'POST /token > ()', 'access_token', 'https://b.example/v1/token'],
  ['a refresh URL', 'POST /renew > ()', 'access_token', 'token'],
  ['a token URL with a token', 'POST /token > (token)', 'token', '/token'],
  ['a token URL whose response is no object', 'POST /token > Text', undefined, 'token'],
  ['a token URL that is none', 'POST /token > ()', undefined, 'http://['],
])('%s', (_what, text, token, tokenUrl) => {
  const components = { schemas, ...(tokenUrl !== undefined && { securitySchemes: toFlow(tokenUrl) }) }
  const { operations } = toApi(toPaths(text), components, {}, { servers })
  const operation = operations.find(({ method }) => method === 'POST') ?? operations[0]
  expect(operation?.tokens()).toEqual(token === undefined ? [] : [token])
})
