import { expect, test } from 'vitest'
import type { OutgoingRequest } from '../../src/contract/contract.ts'
import { toContract } from '../../src/contract/to-contract.ts'
import { toApi, toContent, toRef } from './describe-api.ts'

const responses = { '201': { description: '' } }
const schemas = {
  Pet: { type: 'object', properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } } },
}
const sendsPet = { post: { requestBody: toContent(toRef('Pet')) } }

/** Makes an API with callbacks of its only operation, and reads them. */
const read = (callbacks: unknown, components: object = {}) =>
  toApi({ '/pets': { post: { responses, callbacks } } }, { schemas, ...components })

const show = ({ name, method, body }: OutgoingRequest) => [
  name,
  method,
  body?.media.map((media) => media.name),
]

test('callbacks have a name, a method, a URL with expressions, and a body as in a response', () => {
  const item = { ...sendsPet, put: {} }
  const { operations, warnings } = read({ created: { '{$request.body#/url}/x': item, 'x-note': {} } })
  expect(warnings).toEqual([])
  const [first, second, ...others] = operations[0]?.callbacks ?? []
  expect(others).toEqual([])
  expect(first).toMatchObject({ name: 'created', method: 'PUT', url: '{$request.body#/url}/x' })
  expect(first?.body).toBeUndefined()
  expect(second && show(second)).toEqual(['created', 'POST', ['application/json']])
  expect(second?.body?.media[0]?.schema.project({ id: 1, name: 'Rex' })).toEqual({ id: 1, name: 'Rex' })
})

test.each([
  ['{$request.header.x-url}', '{$request.header.x-url}'],
  ['$request.query.url', '{$request.query.url}'],
  ['https://a.example/{$request.path.id}?m={$method}&s={$statusCode}&u={$url}', undefined],
  ['http://a.example/fixed', undefined],
  ['{$response.body}', undefined],
])('%s is a URL', (text, url = text) => {
  const { operations, warnings } = read({ created: { [text]: sendsPet } })
  expect(operations[0]?.callbacks.map((one) => one.url)).toEqual([url])
  expect(warnings).toEqual([])
})

const noUrl = (text: string) =>
  `The URL ${text} of the callback created has neither a valid runtime expression nor a host. It is never sent.`

test.each([
  [{ callbackUrl: sendsPet }, '/callbackUrl', noUrl('callbackUrl')],
  [{ '{$request.form.url}': sendsPet }, '/{$request.form.url}', noUrl('{$request.form.url}')],
  [{ '{request.body}': sendsPet }, '/{request.body}', noUrl('{request.body}')],
  [
    { 'http://a.example': { parameters: [] } },
    '/http:~1~1a.example',
    'The callback created has no operation. It is never sent.',
  ],
])('the callback %j gets a warning, and is ignored', (callback, pointer, message) => {
  const { operations, warnings } = read({ created: callback })
  expect(warnings).toEqual([{ message, pointer: `/paths/~1pets/post/callbacks/created${pointer}` }])
  expect(operations[0]?.callbacks).toEqual([])
})

test.each([
  ['3.1.0', 'webhooks'],
  ['3.0.3', 'x-webhooks'],
])('OpenAPI %s has webhooks as %s', (openapi, key) => {
  const size = { type: 'integer', nullable: true }
  const { webhooks, warnings, operations } = toContract({
    openapi,
    info: { title: 'Pets', version: '1' },
    paths: { '/a': { get: { responses } } },
    [key]: {
      newPet: { post: { requestBody: toContent({ properties: { size } }) } },
      empty: {},
      'x-note': { post: {} },
    },
  })
  expect(operations).toHaveLength(1)
  expect(webhooks.map(show)).toEqual([['newPet', 'POST', ['application/json']]])
  expect(webhooks[0]?.body?.media[0]?.schema.check({ size: null })).toEqual([])
  expect(warnings).toContainEqual({
    message: 'The webhook empty has no operation. It is never sent.',
    pointer: '/webhooks/empty',
  })
})
