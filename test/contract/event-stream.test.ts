import { expect, test } from 'vitest'
import { toApi } from './describe-api.ts'

const tick = { type: 'object', properties: { data: { type: 'string' } } }

test.each<[what: string, value: unknown, events: string, media?: object]>([
  ['an object', { id: 1 }, 'data: {"id":1}\n\n'],
  ['an exact integer', { id: 9007199254740993n }, 'data: {"id":9007199254740993}\n\n'],
  ['each item of an array', [{ id: 1 }, 'two', [3]], 'data: {"id":1}\n\ndata: two\n\ndata: [3]\n\n'],
  ['a text', 'Hello', 'data: Hello\n\n'],
  ['each line of a text', 'one\r\ntwo\n', 'data: one\ndata: two\ndata: \n\n'],
  [
    'a text that is an event stream',
    ': hi\nid: 1\ndata: a\n\ndata: b',
    ': hi\nid: 1\ndata: a\n\ndata: b\n\n',
  ],
  [
    'the fields of an event that itemSchema describes',
    { data: 'a\nb', event: 'tick', id: '1', retry: 5, more: 1 },
    'event: tick\nid: 1\nretry: 5\ndata: a\ndata: b\n\n',
    { itemSchema: tick },
  ],
  ['an item that itemSchema describes without data', { id: 1 }, 'data: {"id":1}\n\n', { itemSchema: {} }],
])('%s is written as server-sent events', (_what, value, events, media = { schema: {} }) => {
  const content = { 'text/event-stream': media }
  const [operation] = toApi({ '/a': { get: { responses: { 200: { content } } } } }).operations
  expect(operation?.responses.success?.media[0]?.write(value)).toEqual({
    contentType: 'text/event-stream',
    body: events,
  })
})
