import { expect, test } from 'vitest'
import { toApi } from './describe-api.ts'

const color = { string: 'blue', array: ['blue', 'black', 'brown'], object: { R: '100', G: '200', B: '150' } }
const schemas = {
  string: { type: 'string' },
  array: { type: 'array', items: { type: 'string' } },
  object: {
    type: 'object',
    additionalProperties: false,
    properties: { R: { type: 'string' }, G: { type: 'string' }, B: { type: 'string' } },
  },
}

// The style examples of OpenAPI 3.1.1, section 4.8.12.5.
test.each<[place: string, style: string, explode: boolean, kind: keyof typeof color, written: string]>([
  ['path', 'matrix', false, 'string', ';color=blue'],
  ['path', 'matrix', false, 'array', ';color=blue,black,brown'],
  ['path', 'matrix', false, 'object', ';color=R,100,G,200,B,150'],
  ['path', 'matrix', true, 'string', ';color=blue'],
  ['path', 'matrix', true, 'array', ';color=blue;color=black;color=brown'],
  ['path', 'matrix', true, 'object', ';R=100;G=200;B=150'],
  ['path', 'label', false, 'string', '.blue'],
  ['path', 'label', false, 'array', '.blue,black,brown'],
  ['path', 'label', false, 'object', '.R,100,G,200,B,150'],
  ['path', 'label', true, 'string', '.blue'],
  ['path', 'label', true, 'array', '.blue.black.brown'],
  ['path', 'label', true, 'object', '.R=100.G=200.B=150'],
  ['path', 'simple', false, 'string', 'blue'],
  ['path', 'simple', false, 'array', 'blue,black,brown'],
  ['path', 'simple', false, 'object', 'R,100,G,200,B,150'],
  ['path', 'simple', true, 'array', 'blue,black,brown'],
  ['path', 'simple', true, 'object', 'R=100,G=200,B=150'],
  ['header', 'simple', false, 'array', 'blue,black,brown'],
  ['header', 'simple', true, 'object', 'R=100,G=200,B=150'],
  ['query', 'form', false, 'string', 'color=blue'],
  ['query', 'form', false, 'array', 'color=blue,black,brown'],
  ['query', 'form', false, 'object', 'color=R,100,G,200,B,150'],
  ['query', 'form', true, 'string', 'color=blue'],
  ['query', 'form', true, 'array', 'color=blue&color=black&color=brown'],
  ['query', 'form', true, 'object', 'R=100&G=200&B=150'],
  ['query', 'spaceDelimited', false, 'array', 'color=blue%20black%20brown'],
  ['query', 'spaceDelimited', false, 'object', 'color=R%20100%20G%20200%20B%20150'],
  ['query', 'spaceDelimited', true, 'array', 'color=blue&color=black&color=brown'],
  ['query', 'pipeDelimited', false, 'array', 'color=blue%7Cblack%7Cbrown'],
  ['query', 'pipeDelimited', false, 'object', 'color=R%7C100%7CG%7C200%7CB%7C150'],
  ['query', 'deepObject', true, 'object', 'color[R]=100&color[G]=200&color[B]=150'],
  ['cookie', 'form', false, 'string', 'color=blue'],
  ['cookie', 'form', false, 'array', 'color=blue,black,brown'],
  ['cookie', 'form', true, 'array', 'color=blue,black,brown'],
])('in %s, %s with explode %s, %s is %s', (place, style, explode, kind, written) => {
  const path = place === 'path' ? '/a/{color}' : '/a'
  const parameter = { name: 'color', in: place, style, explode, required: true, schema: schemas[kind] }
  const contract = toApi({ [path]: { get: { parameters: [parameter] } } })
  const [found] = contract.operations[0]?.parameters ?? []
  expect(found?.write(color[kind])).toBe(written)
  const source = {
    pathParameters: { color: written },
    query: place === 'query' ? written : '',
    headers: place === 'header' ? { Color: written } : { cookie: `other=1; ${written}` },
  }
  expect(found?.read(source)).toEqual({ value: color[kind] })
  expect(contract.warnings).toEqual([])
})

test.each<[parameter: object, query: string, value: unknown]>([
  [{ schema: { type: 'integer' } }, 'a=9007199254740993', 9007199254740993n],
  [{ schema: { type: 'integer' } }, 'a=1.0', 1],
  [{ schema: { type: 'integer' } }, 'a=x', 'x'],
  [{ schema: { type: 'integer' } }, 'a=', ''],
  [{ schema: { type: 'number' } }, 'a=1e3', 1000],
  [{ schema: { type: 'boolean' } }, 'a=true', true],
  [{ schema: { type: 'boolean' } }, 'a=yes', 'yes'],
  [{ schema: { type: ['string', 'null'] } }, 'a=null', 'null'],
  [{ schema: { type: ['integer', 'null'] } }, 'a=null', null],
  [{ schema: { oneOf: [{ type: 'integer' }, { type: 'string', enum: ['all'] }] } }, 'a=all', 'all'],
  [{ schema: { oneOf: [{ type: 'integer', maximum: 9 }, { type: 'string' }] } }, 'a=10', '10'],
  [{ schema: {} }, 'a=1', '1'],
  [{ schema: { type: 'string' } }, 'a=b+c%20d', 'b c d'],
  [{ schema: { type: 'string' } }, 'a=%zz', '%zz'],
  [{ schema: { type: 'string' } }, 'a', ''],
  [{ schema: { type: 'string' } }, 'a=1&a=2', ['1', '2']],
  [{ schema: { type: 'array', items: { type: 'integer' } } }, 'a=1&a=2', [1, 2]],
  [{ schema: { type: 'array', items: { type: 'integer' } } }, 'a[]=1&a[]=2', [1, 2]],
  [{ explode: false, schema: { type: 'array', items: { type: 'integer' } } }, 'a=1%2C2', [1, 2]],
  [{ explode: false, schema: { type: 'array', items: { type: 'string' } } }, 'a=1%2C2,3', ['1,2', '3']],
  [
    {
      style: 'deepObject',
      schema: {
        type: 'object',
        properties: { b: { type: 'object', properties: { c: { type: 'integer' } } } },
      },
    },
    'a[b][c]=1',
    { b: { c: 1 } },
  ],
  [
    {
      style: 'deepObject',
      schema: { type: 'object', properties: { b: { type: 'array', items: { type: 'integer' } } } },
    },
    'a[b][]=1&a[b][]=2',
    { b: [1, 2] },
  ],
  [{ style: 'deepObject', schema: { type: 'object' } }, 'a[__proto__][x]=1&a[b]=2', { b: '2' }],
  [
    { content: { 'application/json': { schema: { type: 'object' } } } },
    'a=%7B%22b%22%3A9007199254740993%7D',
    { b: 9007199254740993n },
  ],
  [{ content: { 'application/json': { schema: { type: 'object' } } } }, 'a=%7B', '{'],
  [{ allowEmptyValue: true, schema: { type: 'integer' } }, 'a=', ''],
])('of %j, %s is read', (parameter, query, value) => {
  const operation = toApi({ '/a': { get: { parameters: [{ name: 'a', in: 'query', ...parameter }] } } })
    .operations[0]
  expect(operation?.readParameters({ query }).query['a']).toEqual(value)
})

test('problems of parameters name them; optional ones get their default', () => {
  const parameters = [
    { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 9, default: 5 } },
    { name: 'X-Id', in: 'header', required: true, schema: { type: 'string', format: 'uuid' } },
    { name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'integer' } } },
    { name: 'empty', in: 'query', allowEmptyValue: true, schema: { type: 'integer' } },
  ]
  const operation = toApi({ '/a': { get: { parameters } } }).operations[0]
  expect(
    operation?.readParameters({ headers: { 'x-id': '3fa85f64-5717-4562-b3fc-2c963f66afa6' } }),
  ).toMatchObject({
    query: { limit: 5 },
    problems: [],
  })
  const { problems } = operation?.readParameters({ query: 'limit=10&ids=1&ids=x&empty=' }) ?? {}
  expect(problems?.map(({ parameter, path, keyword }) => [parameter.name, path, keyword])).toEqual([
    ['limit', [], 'maximum'],
    ['X-Id', [], 'required'],
    ['ids', [1], 'type'],
  ])
})

test('reserved characters stay if they are allowed and end nothing', () => {
  const [parameter] =
    toApi({ '/a': { get: { parameters: [{ name: 'a', in: 'query', allowReserved: true }] } } }).operations[0]
      ?.parameters ?? []
  expect(parameter?.write('/x?y:z&a=b+c#d')).toBe('a=/x?y:z%26a%3Db%2Bc%23d')
})
