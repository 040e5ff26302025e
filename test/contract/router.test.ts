import { expect, test } from 'vitest'
import { toApi } from './describe-api.ts'

const toPaths = (...paths: string[]): Record<string, unknown> =>
  Object.fromEntries(paths.map((path) => [path, { get: {} }]))

test.each<[paths: string[], target: string, found: string | undefined, parameters?: Record<string, string>]>([
  [['/plants'], '/plants', '/plants'],
  [['/plants'], '/plants/', undefined],
  [['/plants'], '/plants?limit=1', '/plants'],
  [['/plants/{id}'], '/plants/1', '/plants/{id}', { id: '1' }],
  [['/plants/{id}'], '/plants/a%2Fb', '/plants/{id}', { id: 'a%2Fb' }],
  [['/plants/{id}'], '/plants/', undefined],
  [['/plants/{id}'], '/plants/1/2', undefined],
  [['/plants/{id}', '/plants/mine'], '/plants/mine', '/plants/mine'],
  [['/plants/mine', '/plants/{id}'], '/plants/min%65', '/plants/mine'],
  [['/a/{b}/c', '/a/b/d'], '/a/b/c', '/a/{b}/c', { b: 'b' }],
  [['/a/{b}.{c}'], '/a/x.y', '/a/{b}.{c}', { b: 'x', c: 'y' }],
  [['/a/{id}:cancel', '/a/{id}'], '/a/7:cancel', '/a/{id}:cancel', { id: '7' }],
  [['/a/{id}:cancel', '/a/{id}'], '/a/7', '/a/{id}', { id: '7' }],
  [['/a/v{n}', '/a/{id}'], '/a/v2', '/a/v{n}', { n: '2' }],
  [['/{constructor}'], '/x', '/{constructor}', { constructor: 'x' }],
  [['/a/{b}'], '/a/x,y%2Cz', '/a/{b}', { b: 'x,y%2Cz' }],
  [['/a/{b}{c}'], '/a/xyz', '/a/{b}{c}', { b: 'x', c: 'yz' }],
  [['/a/{b}x{b}'], '/a/1x2', '/a/{b}x{b}', { b: '2' }],
  [['/a/{id}:cancel'], '/a/7%3Acancel', '/a/{id}:cancel', { id: '7' }],
  [['/a/../{b}', '/./{b}'], '/a/../c', '/a/../{b}', { b: 'c' }],
  [['/a/{x}/b'], '/a//b', undefined],
  [['/'], '*', undefined],
])('of %j, %s is %s', (paths, target, found, parameters = {}) => {
  const match = toApi(toPaths(...paths)).match('GET', target)
  expect(match.kind).toBe(found === undefined ? 'unknown-path' : 'operation')
  if (match.kind !== 'operation') return
  expect(match.operation.path).toBe(found)
  expect(match.pathParameters).toEqual(parameters)
})

test('a path without the method lists those that it has; HEAD is a GET', () => {
  const contract = toApi({ '/a': { get: {}, post: {} }, '/b': { head: {}, get: {} } })
  expect(contract.match('DELETE', '/a')).toEqual({
    kind: 'method-not-allowed',
    allowed: ['GET', 'POST', 'HEAD'],
  })
  expect(contract.match('HEAD', '/a')).toMatchObject({ operation: { method: 'GET' } })
  expect(contract.match('HEAD', '/b')).toMatchObject({ operation: { method: 'HEAD' } })
  expect(contract.match('get', '/a').kind).toBe('method-not-allowed')
})

test('a template has the methods that a literal path beside it has not', () => {
  const contract = toApi({ '/a/{id}': { get: {}, delete: {} }, '/a/me': { get: {} } })
  expect(contract.match('DELETE', '/a/me')).toMatchObject({ operation: { path: '/a/{id}' } })
})

test.each([
  [[{ url: 'https://a.example/v1' }], '/v1/a', '/v1'],
  [[{ url: 'https://a.example/v1/' }], '/v1/a', '/v1'],
  [[{ url: 'https://a.example/v1' }], '/a', ''],
  [[{ url: '/x' }, { url: '/x/y' }], '/x/y/a', '/x/y'],
  [[{ url: 'https://{host}/{base}', variables: { base: { default: 'v2' } } }], '/v2/a', '/v2'],
  [[{ url: '{address}', variables: { address: { default: 'http://127.0.0.1:4010/z' } } }], '/z/a', '/z'],
])('the servers %j give base paths: %s', (servers, target, basePath) => {
  expect(toApi(toPaths('/a'), {}, {}, { servers }).match('GET', target)).toMatchObject({
    kind: 'operation',
    basePath,
  })
})

test('servers of a path or operation give base paths, too', () => {
  const contract = toApi({ '/a': { servers: [{ url: '/p' }], get: { servers: [{ url: '/o' }] } } })
  expect(contract.basePaths).toEqual(['/p', '/o'])
})

test('a parameter right after another one begins where one of its values does', () => {
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'type', in: 'path', required: true, schema: { enum: ['.json', '.xml'] } },
  ]
  const contract = toApi({ '/a/{id}{type}': { get: { parameters } } })
  expect(contract.match('GET', '/a/x.y.json')).toMatchObject({ pathParameters: { id: 'x.y', type: '.json' } })
})

test('operations of one path are told apart by their required parameters, the most first', () => {
  const toOperation = (...names: string[]) => ({
    get: { parameters: names.map((name) => ({ name, in: 'query', required: true, schema: {} })) },
  })
  const contract = toApi({ '/a': toOperation(), '/a#b': toOperation('b'), '/a#b&c': toOperation('b', 'c') })
  const find = (target: string) => contract.match('GET', target)
  expect(find('/a')).toMatchObject({ operation: { path: '/a' } })
  expect(find('/a?b')).toMatchObject({ operation: { path: '/a#b' } })
  expect(find('/a?c=1&b=')).toMatchObject({ operation: { path: '/a#b&c' } })
})

test('operations of one path are told apart by fixed parameters in the query or fragment of their paths', () => {
  const toAction = (name: string) => ({
    get: { parameters: [{ name: 'Action', in: 'query', required: true, schema: { enum: [name] } }] },
  })
  const contract = toApi({
    '/#Action=Create': toAction('Create'),
    '/#Action=Remove': toAction('Remove'),
    '/x?kind=a': { get: {} },
    '/x?kind=b': { get: {} },
    '/#X-Target=Foo': { post: {} },
    '/#X-Target=Bar': { post: {} },
  })
  const find = (method: string, target: string, headers = {}): string => {
    const match = contract.match(method, target, headers)
    return match.kind === 'operation' ? match.operation.path : match.kind
  }
  expect(find('GET', '/?Action=Remove')).toBe('/#Action=Remove')
  expect(find('GET', '/?Action=Create&a=b')).toBe('/#Action=Create')
  expect(find('GET', '/')).toBe('/#Action=Create')
  expect(find('GET', '/x?kind=b')).toBe('/x?kind=b')
  expect(find('POST', '/', { 'x-target': 'Bar' })).toBe('/#X-Target=Bar')
})
