import { expect, test } from 'vitest'
import type { SecurityScheme } from '../../src/contract/contract.ts'
import { toApi } from './describe-api.ts'

const toScheme = (json: object): SecurityScheme => {
  const [scheme] = toApi({}, { securitySchemes: { tested: json } }).securitySchemes
  if (scheme === undefined) throw new Error('There is no scheme.')
  return scheme
}

const bearer = { type: 'http', scheme: 'Bearer' }
const basic = { type: 'http', scheme: 'basic' }

test.each<[json: object, kind: object]>([
  [bearer, { kind: 'bearer', in: 'header', parameter: 'authorization', challenge: 'Bearer' }],
  [basic, { kind: 'basic', challenge: 'Basic realm="plant-store"' }],
  [
    { type: 'http', scheme: 'Digest' },
    { kind: 'other', challenge: 'Digest' },
  ],
  [
    { type: 'oauth2', flows: { implicit: { scopes: { read: '', write: '' } } } },
    { kind: 'oauth2', scopes: ['read', 'write'] },
  ],
  [
    { type: 'apiKey', in: 'header', name: 'X-Key' },
    { kind: 'apiKey', in: 'header', parameter: 'x-key' },
  ],
  [
    { type: 'apiKey', in: 'query', name: 'Key' },
    { kind: 'apiKey', in: 'query', parameter: 'Key' },
  ],
  [{ type: 'mutualTLS' }, { kind: 'other', in: 'connection' }],
])('%j is %j', (json, kind) => {
  expect(toScheme(json)).toMatchObject(kind)
})

test.each<
  [
    json: object,
    request: { query?: string; headers?: Record<string, string> },
    credential: object | undefined,
  ]
>([
  [bearer, { headers: { Authorization: 'Bearer abc=' } }, { value: 'abc=', isWellFormed: true }],
  [bearer, { headers: { authorization: 'bEARER  abc ' } }, { value: 'abc', isWellFormed: true }],
  [bearer, { headers: { authorization: 'Bearer' } }, { value: '', isWellFormed: false }],
  [bearer, { headers: { authorization: 'Bearer a b' } }, { value: 'a b', isWellFormed: false }],
  [bearer, { headers: { authorization: 'Basic abc' } }, undefined],
  [bearer, {}, undefined],
  [basic, { headers: { authorization: 'Basic dTpwOsO8' } }, { value: 'u:p:ü', isWellFormed: true }],
  [basic, { headers: { authorization: 'Basic dQ==' } }, { value: 'u', isWellFormed: false }],
  [
    { type: 'apiKey', in: 'header', name: 'X-Key' },
    { headers: { 'x-KEY': 'k' } },
    { value: 'k', isWellFormed: true },
  ],
  [
    { type: 'apiKey', in: 'query', name: 'key' },
    { query: 'a=1&key=b%20c' },
    { value: 'b c', isWellFormed: true },
  ],
  [{ type: 'apiKey', in: 'query', name: 'key' }, { query: 'key=' }, { value: '', isWellFormed: false }],
  [
    { type: 'apiKey', in: 'cookie', name: 'sid' },
    { headers: { cookie: 'a=1; sid=x' } },
    { value: 'x', isWellFormed: true },
  ],
  [{ type: 'mutualTLS' }, {}, { value: '', isWellFormed: true }],
])('%j reads %j', (json, request, credential) => {
  expect(toScheme(json).read(request)).toEqual(credential)
})

test.each([
  bearer,
  basic,
  { type: 'oauth2', flows: {} },
  { type: 'apiKey', in: 'header', name: 'X-Key' },
  { type: 'apiKey', in: 'query', name: 'key' },
  { type: 'apiKey', in: 'cookie', name: 'sid' },
])('what %j writes it reads', (json) => {
  const scheme = toScheme(json)
  const value = scheme.kind === 'basic' ? 'user:ü' : 'abc'
  expect(scheme.read(scheme.write(value))).toEqual({ value, isWellFormed: true })
})

test('an operation has the sets of the description, unless it has its own', () => {
  const paths = {
    '/a': { get: {}, put: { security: [] }, post: { security: [{ one: [], two: ['s'] }, {}] } },
  }
  const securitySchemes = { one: bearer, two: { type: 'oauth2', flows: {} } }
  const contract = toApi(paths, { securitySchemes }, {}, { security: [{ one: [] }] })
  const show = (name: string) =>
    contract
      .operation(name)
      ?.security.map((set) => set.map(({ scheme, scopes }) => [scheme.name, ...scopes].join(' ')))
  expect(show('GET /a')).toEqual([['one']])
  expect(show('PUT /a')).toEqual([])
  expect(show('POST /a')).toEqual([['one', 'two s'], []])
})
