import { expect, test } from 'vitest'
import { toApi } from './describe-api.ts'

const toResponses = (...names: string[]) => {
  const responses = Object.fromEntries(names.map((name) => [name, { description: name }]))
  return toApi({ '/a': { get: { responses } } }).operations[0]?.responses
}

test.each<[names: string[], success: string | undefined, status: number | undefined]>([
  [['400', '201', '200'], '200', 200],
  [['2XX', '404'], '2XX', 200],
  [['2XX', '202'], '202', 202],
  [['default'], 'default', 200],
  [['404', 'default'], 'default', 200],
  [['302', '404'], '302', 302],
  [['404'], undefined, undefined],
  [[], undefined, undefined],
])('of %j, the success is %s', (names, success, status) => {
  const found = toResponses(...names)?.success
  expect(found?.name).toBe(success)
  expect(found?.status).toBe(status)
})

test.each([
  [404, '404'],
  [409, '4XX'],
  [500, 'default'],
  [200, '200'],
])('%s is documented as %s', (status, name) => {
  expect(toResponses('200', '404', '4XX', 'default')?.pick(status)?.name).toBe(name)
})

test('errors are those of 4xx and 5xx, and the default beside a success', () => {
  expect(
    toResponses('200', '404', '5XX', 'default')?.errors.map(({ name, status }) => [name, status]),
  ).toEqual([
    ['404', 404],
    ['5XX', 500],
    ['default', 500],
  ])
  expect(toResponses('404', 'default')?.errors.map(({ name }) => name)).toEqual(['404'])
})

test('headers have values that are written, and Content-Type is none of them', () => {
  const headers = {
    'Content-Type': { schema: { type: 'string' } },
    'X-Total': { required: true, schema: { type: 'integer' } },
    Tags: { $ref: '#/components/headers/Tags' },
  }
  const components = {
    headers: { Tags: { schema: { type: 'array', items: { type: 'string' } }, example: ['a', 'b'] } },
  }
  const [response] =
    toApi({ '/a': { get: { responses: { 200: { headers } } } } }, components).operations[0]?.responses.all ??
    []
  expect(response?.headers.map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['X-Total', true],
    ['Tags', false],
  ])
  const [, tags] = response?.headers ?? []
  expect(tags?.write(tags.examples.get('default'))).toBe('a,b')
})

test('examples of a media type have their names', () => {
  const content = {
    'application/json': {
      example: 1,
      examples: { two: { value: 2 }, three: { $ref: '#/components/examples/three' } },
    },
  }
  const components = { examples: { three: { value: 3 } } }
  const [response] =
    toApi({ '/a': { get: { responses: { 200: { content } } } } }, components).operations[0]?.responses.all ??
    []
  expect([...(response?.media[0]?.examples ?? [])]).toEqual([
    ['default', 1],
    ['two', 2],
    ['three', 3],
  ])
})
