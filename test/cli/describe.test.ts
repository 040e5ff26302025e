import { expect, test } from 'vitest'
import { pets } from '../mock/callbacks/pets.ts'
import { toLogin } from '../mock/login-contract.ts'
import { createFolder } from '../tools/folder.ts'
import { runHere } from './run-here.ts'

const rooms = `openapi: 3.1.0
info: {title: "Rooms \\e[31m", version: '1'}
servers: [{url: https://a.example/v1}]
paths:
  /rooms:
    get:
      operationId: listRooms
      responses: {'200': {description: rooms, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Room'}}}}}}
    post:
      operationId: createRoom
      security: [{key: []}]
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Room'}}}}
      responses: {'201': {description: created}}
  /rooms/{roomId}/bookings:
    get: {responses: {'200': {description: bookings}}}
components:
  securitySchemes: {key: {type: apiKey, in: query, name: api_key}}
  schemas:
    Room:
      type: object
      properties:
        id: {type: integer, readOnly: true}
        code: {type: string, pattern: '\\Aa'}
`

test('the plant store is described without an option', async () => {
  const { stdout, code } = await runHere(['describe'])
  expect(code).toBe(0)
  expect(stdout).toBe(`Plant Store 1.0.0

Operations
  create  POST /plants  createPlant  plants

Resources
  plants: key id, from the client
    POST /plants creates.
    Its key is id, because its name is usual for a key.
    Clients choose it, because requests have it.

Security schemes
  bearerAuth  bearer  header authorization
`)
})

test('operations, resources, schemes, and warnings with their lines are shown', async () => {
  await using folder = createFolder({ 'rooms.yaml': rooms })
  const file = folder.file('rooms.yaml')
  const { stdout, code, stderr } = await runHere(['describe', '--openapi', file])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toBe(`Rooms \\u{1b}[31m 1
Base path: /v1

Operations
  list    GET /rooms                    listRooms                     rooms
  create  POST /rooms                   createRoom                    rooms
  none    GET /rooms/{roomId}/bookings  GET /rooms/{roomId}/bookings

Resources
  rooms: key id, from the service
    POST /rooms creates, GET /rooms lists.
    Its key is id, because its name is usual for a key.
    The service makes it, because it is readOnly.

Security schemes
  key  apiKey  query api_key

Warnings
  ${file}:23:30: The pattern "\\\\Aa" isn't a regular expression of JavaScript. Nothing is checked against it.
  ${file}:15:5: The parameter {roomId} of the path /rooms/{roomId}/bookings isn't described. It can be any text.
`)
})

test('operations that issue tokens are shown', async () => {
  await using folder = createFolder({ 'login.json': JSON.stringify(toLogin().document) })
  const file = folder.file('login.json')
  const { stdout } = await runHere(['describe', '--openapi', file])
  expect(stdout).toMatch(
    /^ {2}none {2}POST \/login {2}login {4}issues tokens\n {2}none {2}GET \/me .*GET \/me$/m,
  )
  const { operations } = JSON.parse((await runHere(['describe', '--openapi', file, '--json'])).stdout)
  expect(operations).toMatchObject([{ id: 'login', tokens: ['token'] }, { id: 'GET /me' }])
})

test('callbacks, and webhooks with what they are sent after, are shown', async () => {
  await using folder = createFolder({ 'pets.json': JSON.stringify(pets) })
  const args = ['describe', '--openapi', folder.file('pets.json')]
  expect((await runHere(args)).stdout).toContain(`
Callbacks
  created  POST {$request.body#/callbackUrl}  after createPet
  chosen   PUT {$request.query.url}           after createPet

Webhooks
  newPet      POST  after createPet
  petChanged  POST  after changePet
  petDeleted  POST  after deletePet
  report      POST  the description doesn't say when
`)
  expect(JSON.parse((await runHere([...args, '--json'])).stdout)).toMatchObject({
    operations: [
      {
        callbacks: [
          { name: 'created', method: 'POST', url: '{$request.body#/callbackUrl}' },
          { name: 'chosen', method: 'PUT' },
        ],
      },
      { callbacks: [] },
      {},
      {},
      {},
    ],
    webhooks: [{ name: 'newPet', method: 'POST', after: ['createPet'] }, {}, {}, { after: [] }],
  })
})

test('--json has the same as data', async () => {
  await using folder = createFolder({ 'rooms.yaml': rooms })
  const { stdout } = await runHere(['describe', '--json'], { PLANT_STORE_OPENAPI: folder.file('rooms.yaml') })
  expect(JSON.parse(stdout)).toMatchObject({
    basePaths: ['/v1'],
    operations: [
      { id: 'listRooms', effect: 'list', resource: 'rooms' },
      { id: 'createRoom', security: [['key']] },
      { effect: 'none' },
    ],
    resources: [{ name: 'rooms', key: { property: 'id', from: 'server' } }],
    securitySchemes: [{ name: 'key', kind: 'apiKey', in: 'query', parameter: 'api_key' }],
    warnings: [{ line: 23 }, { line: 15 }],
  })
})

test.each([
  [['--openapi', 'none.yaml'], 'Failed to read none.yaml: there is no such file.'],
  [
    ['--openapi', 'package.json'],
    'Failed to read package.json: it is not an OpenAPI description: it has neither openapi nor swagger with a version.',
  ],
  [['--overlay', 'none.yaml'], 'Failed to read none.yaml: there is no such file.'],
])('%j fails in one line', async (args, message) => {
  expect(await runHere(['describe', ...args])).toEqual({ code: 2, stdout: '', stderr: `${message}\n` })
})
