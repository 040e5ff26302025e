import { symlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ContractError } from '../../../src/contract/contract.ts'
import { readContract } from '../../../src/contract/read/read-contract.ts'
import { createFolder } from '../../tools/folder.ts'
import { listen } from '../../tools/listen.ts'
import { has } from '../../tools/optional-tools.ts'

const yaml = `openapi: 3.1.0
info: {title: Rooms, version: '1'}
paths:
  /rooms:
    post:
      operationId: createRoom
      requestBody:
        content:
          application/json:
            schema: {$ref: '#/components/schemas/Room'}
      responses: {'201': {description: created}}
components:
  schemas:
    Room:
      type: object
      properties:
        id:
          type: integer
          maximum: 9223372036854775807
        code:
          type: string
          pattern: '\\p{XDigit}'
`

test('YAML is read with exact integers, and its warnings have a line and column', async () => {
  await using folder = createFolder({ 'rooms.yaml': yaml })
  const contract = await readContract(folder.file('rooms.yaml'))
  expect(contract.title).toBe('Rooms')
  expect(contract.schemas.get('Room')?.check({ id: 9223372036854775808n })).toMatchObject([
    { keyword: 'maximum' },
  ])
  expect(contract.warnings).toEqual([
    {
      message:
        'The pattern "\\\\p{XDigit}" isn\'t a regular expression of JavaScript. Nothing is checked against it.',
      pointer: '/components/schemas/Room/properties/code/pattern',
      file: folder.file('rooms.yaml'),
      line: 22,
      column: 11,
    },
  ])
})

test('JSON is read with a byte order mark, and its warnings have a line and column', async () => {
  const json = JSON.stringify(
    { openapi: '3.0.0', paths: { '/a': { get: { parameters: [{ name: 'x' }, { in: 'query' }] } } } },
    null,
    2,
  )
  await using folder = createFolder({ 'a.json': `\ufeff${json}` })
  const { warnings } = await readContract(folder.file('a.json'))
  expect(warnings.map(({ pointer, line, column }) => [pointer, line, column])).toEqual([
    ['/paths/~1a/get/parameters/0', 7, 11],
    ['/paths/~1a/get/parameters/1', 10, 11],
  ])
})

test('anchors and merge keys are YAML', async () => {
  const text = `openapi: 3.1.0
x-base: &base {type: object, properties: {id: {type: integer}}}
paths: {}
components: {schemas: {A: {<<: *base, required: [id]}, B: *base}}
`
  await using folder = createFolder({ 'a.yaml': text })
  const { schemas } = await readContract(folder.file('a.yaml'))
  expect(schemas.get('A')?.check({})).toMatchObject([{ keyword: 'required' }])
  expect(schemas.get('B')?.check({ id: 'x' })).toMatchObject([{ keyword: 'type' }])
})

const several = {
  'api/openapi.yaml': `openapi: 3.1.0
paths:
  /rooms: {$ref: 'paths/rooms.yaml'}
components:
  schemas:
    Id: {type: integer}
    Pet:
      oneOf: [{$ref: 'schemas/cat.json'}]
      discriminator: {propertyName: kind, mapping: {c: 'schemas/cat.json'}}
`,
  'api/paths/rooms.yaml': `get:
  responses:
    '200':
      description: rooms
      content:
        application/json:
          schema: {type: array, items: {$ref: '../schemas/room.yaml#/Room'}}
          examples:
            one: {$ref: '../examples/one.json'}
`,
  'api/schemas/room.yaml': `Room:
  type: object
  properties:
    id: {$ref: '../openapi.yaml#/components/schemas/Id'}
    next: {$ref: '#/Room'}
    code: {type: string, pattern: '\\Aa'}
`,
  'api/schemas/cat.json': '{"type":"object","properties":{"kind":{"type":"string"}}}',
  'api/examples/one.json': '{"value":[{"id":1}]}',
}

test('a description in several files is one', async () => {
  await using folder = createFolder(several)
  const contract = await readContract(folder.file('api/openapi.yaml'))
  const media = contract.operation('GET /rooms')?.responses.success?.media[0]
  expect(media?.schema.check([{ id: 1, next: { next: { id: 'x' } } }])).toMatchObject([
    { path: [0, 'next', 'next', 'id'] },
  ])
  expect(media?.examples.get('one')).toEqual([{ id: 1 }])
  expect(contract.schemas.get('Pet')?.check({ kind: 'c' })).toEqual([])
  expect(contract.warnings).toMatchObject([{ file: expect.stringMatching(/room\.yaml$/), line: 6 }])
})

const toOutside = (reference: string): string =>
  `openapi: 3.1.0\npaths: {}\ncomponents: {schemas: {A: {$ref: '${reference}'}}}\n`

test.each([
  '../secret.json',
  '/etc/passwd',
  'file:///etc/passwd',
  '..%2Fsecret.json',
  'http://127.0.0.1:1/a.json',
])('a reference to %s is ignored, unless it is allowed', async (reference) => {
  await using folder = createFolder({
    'secret.json': '{"type":"integer"}',
    'api/a.yaml': toOutside(reference),
  })
  const { warnings, schemas } = await readContract(folder.file('api/a.yaml'))
  expect(warnings[0]).toMatchObject({
    message: `The reference ${reference} leads out of the folder of the description. Whatever it stands for is ignored, unless --allow-refs allows it.`,
    line: 3,
  })
  expect(schemas.get('A')?.check('a')).toEqual([])
  if (!reference.startsWith('..')) return
  const allowed = await readContract(folder.file('api/a.yaml'), { allowRefs: true })
  expect(allowed.schemas.get('A')?.check('a')).toMatchObject([{ keyword: 'type' }])
})

test.skipIf(!has('links'))('a link out of the folder is followed to see that it leads there', async () => {
  await using folder = createFolder({
    'secret.json': '{"type":"integer"}',
    'api/a.yaml': toOutside('b.json'),
  })
  symlinkSync(folder.file('secret.json'), folder.file('api/b.json'))
  const { warnings } = await readContract(folder.file('api/a.yaml'))
  expect(warnings[0]?.message).toContain('leads out of the folder')
})

test.each([
  ['nowhere.yaml', 'there is no such file.'],
  ['.', 'it is a folder.'],
  ['broken.yaml', ':1:'],
])('a reference to %s is a warning', async (reference, message) => {
  await using folder = createFolder({ 'a.yaml': toOutside(reference), 'broken.yaml': 'a: [' })
  const { warnings } = await readContract(folder.file('a.yaml'))
  expect(warnings[0]?.message).toContain(message)
  expect(warnings[0]?.message).toMatch(/^Failed to read .+ Whatever it stands for is ignored\.$/)
})

test('a description is read from a URL, with files beside it', async () => {
  const files: Record<string, string> = Object.fromEntries(
    Object.entries(several).map(([name, text]) => [`/${name}`, text]),
  )
  await using server = await listen((request, response) => {
    const text = files[request.url ?? '']
    response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  const { url } = server
  const contract = await readContract(`${url}/api/openapi.yaml`)
  expect(contract.warnings).toMatchObject([{ file: `${url}/api/schemas/room.yaml`, line: 6 }])
  await expect(readContract(`${url}/none.yaml`)).rejects.toThrow(
    `Failed to read ${url}/none.yaml: the server responded with 404.`,
  )
})

const overlay = `overlay: 1.0.0
info: {title: x, version: '1'}
actions:
  - target: $.info
    update: {title: Changed}
  - target: $.paths['/rooms'].post
    update: {tags: [a]}
  - target: $.components.schemas.*.properties.code
    remove: true
  - target: $.paths['/rooms'].post.tags
    update: b
`

test('overlays change a description', async () => {
  await using folder = createFolder({ 'rooms.yaml': yaml, 'overlay.yaml': overlay })
  const contract = await readContract(folder.file('rooms.yaml'), { overlays: [folder.file('overlay.yaml')] })
  expect(contract.title).toBe('Changed')
  expect(contract.operation('createRoom')?.tags).toEqual(['a', 'b'])
  expect(contract.schemas.get('Room')?.facts().properties).toEqual(['id'])
  expect(contract.warnings).toEqual([])
})

test.each([
  ['a: 1', 'it is not an OpenAPI Overlay: it must have overlay, with a version, and actions.'],
  ['{"overlay":"1.0.0","actions":[{}]}', 'its action 1 has no target.'],
  [
    '{"overlay":"1.0.0","actions":[{"target":"$.nothing"}]}',
    'the target $.nothing of its action 1 matches nothing.',
  ],
  ['{"overlay":"1.0.0","actions":[{"target":"$["}]}', "the target of its action 1 isn't JSONPath: "],
])('the overlay %s fails: %s', async (text, message) => {
  await using folder = createFolder({ 'rooms.yaml': yaml, 'overlay.yaml': text })
  const file = folder.file('overlay.yaml')
  const reading = readContract(folder.file('rooms.yaml'), { overlays: [file] })
  await expect(reading).rejects.toThrow(`Failed to apply ${file}: ${message}`)
})

const nest = (depth: number, text: (inner: string) => string, inner: string): string => {
  let nested = inner
  for (let level = 0; level < depth; level++) nested = text(nested)
  return nested
}
const head = 'openapi: 3.1.0\npaths: {}\n'
const bomb = Array.from(
  { length: 30 },
  (_line, index) => `x${index}: &x${index} [${index === 0 ? 1 : `*x${index - 1}, *x${index - 1}`}]`,
).join('\n')

const repeated = {
  swagger: '2.0',
  paths: Object.fromEntries(
    Array.from({ length: 1000 }, (_path, index) => [
      `/${index}`,
      { get: { responses: { 200: { $ref: '#/x' } } } },
    ]),
  ),
  x: { examples: Array.from({ length: 1100 }, () => 1) },
}

const levels = nest(10_000, (inner) => `[${inner}]`, '1')
const tooMany = ': it has more than 1,000,000 values, with those that are repeated.'

test.each([
  ['broken YAML', 'a.yaml', 'openapi: 3.1.0\npaths: [\n', ':3:1: deficient indentation.'],
  ['a key twice', 'a.yaml', 'openapi: 3.1.0\nopenapi: 3.1.0\n', ':2:1: duplicated mapping key.'],
  ['broken JSON', 'a.json', '{\n  "openapi" "3.1.0"\n}', String.raw`:2:13: expected ":", found "\"".`],
  ['an empty file', 'a.yaml', '', ': expected a document, but the input is empty.'],
  ['bytes that are no UTF-8', 'a.yaml', Buffer.from('openapi: "\xff"', 'latin1'), ': it is not UTF-8.'],
  ['10,000 levels', 'a.json', `{"openapi":"3.1.0","x":${levels}}`, ': it is nested deeper than 500 levels.'],
  ['a bomb of aliases', 'a.yaml', `${head}${bomb}\n`, tooMany],
  [
    'a million values',
    'a.json',
    `{"openapi":"3.1.0","x":[${'1,'.repeat(1_000_000)}1]}`,
    ': it has more than 1,000,000 values, too many for JSON.',
  ],
  ['a body that many operations of Swagger 2.0 repeat', 'a.json', JSON.stringify(repeated), tooMany],
  ['an alias in its own value', 'a.yaml', `${head}x: &x [*x]\n`, ': a part of it contains itself.'],
])('%s is one line with the file', async (_what, name, text, message) => {
  await using folder = createFolder({ [name]: text })
  const file = folder.file(name)
  await expect(readContract(file)).rejects.toThrow(new ContractError(`Failed to read ${file}${message}`))
})

test.each([
  ['json', (index: number) => `"p${index}": {"type": "wrong"},\n`, '"a": {}}}}'],
  ['yaml', (index: number) => `    p${index}: {type: wrong}\n`, ''],
])(
  'of 3,000 warnings of %s, 1,000 are shown with their lines, and the others counted',
  async (type, toLine, end) => {
    const begin = {
      json: '{"openapi": "3.1.0", "paths": {"/a": {"get": {}}}, "components": {"schemas": {\n',
      yaml: 'openapi: 3.1.0\npaths: {/a: {get: {}}}\ncomponents:\n  schemas:\n',
    }
    const text =
      begin[type as 'json'] + Array.from({ length: 3000 }, (_line, index) => toLine(index)).join('') + end
    await using folder = createFolder({ [`a.${type}`]: text })
    const { warnings } = await readContract(folder.file(`a.${type}`))
    expect(warnings).toHaveLength(1001)
    const lines = text.split('\n')
    for (const { pointer, line = 0 } of warnings.slice(0, 1000))
      expect(lines[line - 1]).toContain(`${pointer.split('/').at(-2)}`)
    expect(warnings.at(-1)).toMatchObject({ message: 'There are 2000 more warnings.' })
  },
)

test('a file of more than 50 MiB is rejected', async () => {
  await using folder = createFolder({ 'a.json': Buffer.alloc(50 * 2 ** 20 + 1, ' ') })
  await expect(readContract(folder.file('a.json'))).rejects.toThrow(/a\.json: it has more than 50 MiB\.$/)
})

test('a missing file, and a folder, are rejected', async () => {
  await using folder = createFolder({ 'a/b.yaml': '' })
  await expect(readContract(folder.file('none.yaml'))).rejects.toThrow(/none\.yaml: there is no such file\.$/)
  await expect(readContract(folder.file('a'))).rejects.toThrow(/a: it is a folder\.$/)
})

const schemasOf = (schemas: object): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    paths: {
      '/a': {
        post: {
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } },
        },
      },
    },
    components: { schemas },
  })

test.each<[what: string, schemas: object]>([
  [
    'a cycle of allOf',
    {
      A: { allOf: [{ $ref: '#/components/schemas/B' }] },
      B: { allOf: [{ $ref: '#/components/schemas/A' }] },
    },
  ],
  ['a reference to itself', { A: { $ref: '#/components/schemas/A' } }],
  [
    'a chain of 3,000 references',
    Object.fromEntries(
      Array.from({ length: 3000 }, (_schema, index) => [
        index === 0 ? 'A' : `S${index}`,
        { $ref: `#/components/schemas/S${index + 1}` },
      ]),
    ),
  ],
  ['a cycle of anyOf', { A: { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'string' }] } }],
  ['a pattern that backtracks', { A: { type: 'string', pattern: '^(a+)+$' } }],
  [
    'an enum with 100,000 values',
    { A: { enum: Array.from({ length: 100_000 }, (_value, index) => `v${index}`) } },
  ],
])('%s is served', async (_what, schemas) => {
  await using folder = createFolder({ 'a.json': schemasOf(schemas) })
  const contract = await readContract(folder.file('a.json'))
  const schema = contract.operation('POST /a')?.body?.media[0]?.schema
  for (const value of [1, `${'a'.repeat(60)}!`, { a: [] }, null])
    expect(schema?.check(value)).toBeInstanceOf(Array)
  schema?.example()
  schema?.project({ a: 1 })
  schema?.facts()
})
