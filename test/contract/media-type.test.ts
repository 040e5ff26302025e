import { expect, test } from 'vitest'
import { BodySyntaxError, type MediaType } from '../../src/contract/contract.ts'
import { toApi } from './describe-api.ts'

function toMedia(name: string, schema: object, encoding = {}): MediaType {
  const content = { [name]: { schema, encoding } }
  const [media] = toApi({ '/a': { post: { requestBody: { content } } } }).operations[0]?.body?.media ?? []
  if (media === undefined) throw new Error('There is no media type.')
  return media
}

const object = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    sub: { type: 'object', properties: { n: { type: 'integer' } } },
  },
}

test.each<[name: string, schema: object, kind: string, contentType?: string]>([
  ['application/json', {}, 'json'],
  ['Application/Problem+JSON; charset=utf-8', {}, 'json'],
  ['*/*', {}, 'json', 'application/json'],
  ['application/vnd.own', object, 'json'],
  ['application/vnd.own', { type: 'string' }, 'text'],
  ['application/x-www-form-urlencoded', object, 'form'],
  ['multipart/form-data', object, 'multipart', 'multipart/form-data; boundary=plant-store-kit-boundary'],
  ['text/plain', { type: 'string' }, 'text'],
  ['text/*', { type: 'string' }, 'text', 'text/plain'],
  ['application/xml', object, 'xml'],
  ['image/*', {}, 'binary', 'image/png'],
  ['application/octet-stream', {}, 'binary'],
])('%s with %j is %s', (name, schema, kind, contentType = name) => {
  expect(toMedia(name, schema)).toMatchObject({ kind, contentType })
})

test.each([
  ['application/json', 'application/json'],
  ['APPLICATION/JSON ; charset=utf-8', 'application/json'],
  ['application/xml', 'application/*'],
  ['image/png', '*/*'],
  [undefined, undefined],
])('the Content-Type %s picks %s', (contentType, name) => {
  const content = { '*/*': {}, 'application/*': {}, 'application/json': {} }
  const { body } = toApi({ '/a': { post: { requestBody: { content } } } }).operations[0] ?? {}
  expect(body?.pick(contentType)?.name).toBe(name)
})

test.each<[body: string, value: unknown]>([
  ['id=9007199254740993&tags=a&tags=b+c', { id: 9007199254740993n, tags: ['a', 'b c'] }],
  ['id=x', { id: 'x' }],
  ['sub[n]=1&other=%C3%BC', { sub: { n: 1 }, other: 'ü' }],
  ['sub=%7B%22n%22%3A1%7D', { sub: { n: 1 } }],
  ['tags[]=a', { tags: ['a'] }],
  ['', {}],
  ['__proto__=1&id=2', { id: 2 }],
])('the form %s is parsed', (body, value) => {
  expect(toMedia('application/x-www-form-urlencoded', object).parse(body)).toEqual(value)
})

test.each<[name: string, value: unknown]>([
  ['application/x-www-form-urlencoded', { id: 1, tags: ['a', 'b&c'], sub: { n: 2 } }],
  ['multipart/form-data', { id: 1, tags: ['a', 'ü'], sub: { n: 2 } }],
  ['application/json', { id: 9007199254740993n }],
])('what is written as %s is parsed again', (name, value) => {
  const media = toMedia(name, object)
  const { body, contentType } = media.write(value)
  expect(media.parse(body, contentType)).toEqual(value)
})

test('encoding says how a form writes a list', () => {
  const media = toMedia('application/x-www-form-urlencoded', object, {
    tags: { style: 'form', explode: false },
  })
  expect(media.write({ tags: ['a', 'b'] }).body).toBe('tags=a,b')
  expect(media.parse('tags=a,b')).toEqual({ tags: ['a', 'b'] })
})

const files = {
  type: 'object',
  properties: {
    file: { type: 'string', format: 'binary' },
    name: { type: 'string' },
    meta: { type: 'object' },
  },
}

test('files of multipart bodies keep their bytes', () => {
  const media = toMedia('multipart/form-data', files)
  const value = { file: 'a\xff\0b', name: 'ü', meta: { a: 1 } }
  const { body, contentType } = media.write(value)
  expect(body).toBeInstanceOf(Uint8Array)
  expect(media.parse(body, contentType)).toEqual(value)
  expect(new TextDecoder('latin1').decode(body as Uint8Array)).toContain(
    'Content-Disposition: form-data; name="file"; filename="file"\r\nContent-Type: application/octet-stream\r\n',
  )
})

test.each([
  ['multipart/form-data', '--x\r\n', 'the Content-Type has no boundary'],
  ['multipart/form-data; boundary=x', '--x\r\n', "it doesn't end with the boundary --x--"],
  [
    'multipart/form-data; boundary=x',
    '--x\r\n\r\n\r\na\r\n--x--\r\n',
    'part 1 has no Content-Disposition with a name',
  ],
])('of %s, %j is no body: %s', (contentType, body, message) => {
  const media = toMedia('multipart/form-data', files)
  expect(() => media.parse(body, contentType)).toThrow(new BodySyntaxError(message))
})

test('JSON that is none, or no UTF-8, is a syntax error', () => {
  const media = toMedia('application/json', {})
  expect(() => media.parse('{"a":')).toThrow(BodySyntaxError)
  expect(() => media.parse(Uint8Array.of(0x22, 0xff, 0x22))).toThrow(new BodySyntaxError('it is not UTF-8'))
})

test('text is coerced, and bytes are kept', () => {
  expect(toMedia('text/plain', { type: 'integer' }).parse('5')).toBe(5)
  const binary = toMedia('image/png', {})
  expect(binary.write(binary.parse(Uint8Array.of(0, 255, 10))).body).toEqual(Uint8Array.of(0, 255, 10))
})

test('XML has the names and attributes of the schema', () => {
  const schema = {
    type: 'object',
    xml: { name: 'plant' },
    properties: {
      id: { type: 'integer', xml: { attribute: true } },
      tags: {
        type: 'array',
        xml: { wrapped: true, name: 'tags' },
        items: { type: 'string', xml: { name: 'tag' } },
      },
      names: { type: 'array', items: { type: 'string' } },
    },
  }
  const list = toMedia('application/xml', {
    type: 'array',
    items: { type: 'object', xml: { name: 'plant' } },
  })
  expect(list.write([{ id: 1 }, { id: 2 }]).body).toMatch(
    /<items><plant><id>1<\/id><\/plant><plant><id>2<\/id><\/plant><\/items>$/,
  )
  const { body } = toMedia('application/xml', schema).write({ id: 1, tags: ['a<b'], names: ['x', 'y'] })
  expect(body).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<plant id="1"><tags><tag>a&lt;b</tag></tags><names>x</names><names>y</names></plant>',
  )
})
