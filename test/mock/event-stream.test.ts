import { expect, test } from 'vitest'
import { describeResponseProblems } from '../../src/adapters/matchers/describe-response.ts'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { createMock } from '../../src/index.ts'
import { toApi, toContent } from '../contract/describe-api.ts'

const events = 'text/event-stream'
const item = { type: 'object', required: ['id'], properties: { id: { type: 'integer', example: 7 } } }

/** Makes a contract of operations whose success is an event stream. */
const toStreams = (media: Record<string, object>) =>
  toApi(
    Object.fromEntries(
      Object.entries(media).map(([path, one]) => [
        path,
        { get: { operationId: path, responses: { 200: { content: { [events]: one } } } } },
      ]),
    ),
  )

const streams = {
  '/text': { example: 'event: tick\ndata: 1\n\ndata: 2\n\n' },
  '/array': { schema: item, example: [{ id: 1 }, { id: 2 }] },
  '/named': { examples: { one: { value: { id: 1 } }, two: { value: ['a\nb', 'c'] } } },
  '/item': { schema: item },
  '/items': { schema: { type: 'array', items: item } },
  '/itemSchema': { itemSchema: item },
}

const sent: Readonly<Record<string, string>> = {
  '/text': 'event: tick\ndata: 1\n\ndata: 2\n\n',
  '/array': 'data: {"id":1}\n\ndata: {"id":2}\n\n',
  '/named': 'data: {"id":1}\n\ndata: a\ndata: b\n\ndata: c\n\n',
  '/item': 'data: {"id":7}\n\n',
  '/items': 'data: {"id":7}\n\n',
  '/itemSchema': 'data: {"id":7}\n\n',
}

test.each(Object.keys(sent))('%s is the same stream through handle, fetch, and the server', async (path) => {
  const contract = toStreams(streams)
  const mock = createMock({ contract })
  await using server = await startServer({ contract, port: 0 })
  const response = await mock.handle({ method: 'GET', path })
  const headers = { 'content-type': events, 'cache-control': 'no-cache' }
  expect(response).toMatchObject({ status: 200, headers, body: sent[path] })
  for (const fetched of [await mock.fetch(`http://localhost${path}`), await fetch(server.url + path)]) {
    expect(Object.fromEntries(fetched.headers)).toMatchObject(headers)
    expect(await fetched.text()).toBe(sent[path])
  }
  expect(server.mock.requests.last()?.response?.body).toBe(sent[path])
  const [operation] = contract.operations.filter((one) => one.path === path)
  const received = { status: 200, contentType: events, body: { text: String(response.body) } }
  expect(operation && describeResponseProblems(operation, received)).toEqual([])
})

test.each<[accept: string | undefined, prefer: string, type: string, body: string]>([
  [undefined, '', 'application/json', '[{"id":7}]'],
  ['*/*', '', 'application/json', '[{"id":7}]'],
  [events, '', events, 'data: {"id":1}\n\ndata: {"id":2}\n\n'],
  [events, 'example=two', events, 'data: {"id":2}\n\n'],
  ['image/png', '', 'application/problem+json', expect.stringContaining('text/event-stream')],
])('a list with Accept %s and Prefer %s is %s', async (accept, prefer, type, body) => {
  const list = { type: 'array', items: item }
  const content = {
    'application/json': { schema: list },
    [events]: { schema: item, examples: { one: { value: { id: 1 } }, two: { value: { id: 2 } } } },
  }
  const contract = toApi({
    '/rooms': {
      get: { responses: { 200: { content } } },
      post: { requestBody: toContent(item), responses: { 201: { content } } },
    },
  })
  const mock = createMock({ contract, seed: { rooms: [{ id: 7 }] } })
  const headers = { prefer, ...(accept !== undefined && { accept }) }
  const response = await mock.handle({ method: 'GET', path: '/rooms', headers })
  expect(response).toMatchObject({ headers: { 'content-type': type }, body })
})
