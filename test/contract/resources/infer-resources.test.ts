import { expect, test } from 'vitest'
import type { Contract, ContractOptions, Effect, ResourceOptions } from '../../../src/contract/contract.ts'
import { respond, toApi, toContent, toNames, toPaths, toRef } from '../describe-api.ts'

const readOnly = { readOnly: true }
const schemas = {
  Room: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer', ...readOnly },
      name: { type: 'string' },
      createdAt: { type: 'string', format: 'date-time', ...readOnly },
    },
  },
  Booking: {
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid' },
      roomId: { type: 'integer' },
      guest: { type: 'string' },
    },
  },
  Keyless: { type: 'object', properties: { id: { type: 'string', ...readOnly } } },
}

const rooms = `
  GET /rooms > [Room]
  POST /rooms Room > 201 Room
  GET /rooms/{roomId} > Room
  PUT /rooms/{roomId} Room > Room
  PATCH /rooms/{roomId} Room > Room
  DELETE /rooms/{roomId} > 204`
const roomsAndBookings = `${rooms}
  GET /rooms/{roomId}/bookings > [Booking]
  POST /rooms/{roomId}/bookings Booking > 201 Booking
  GET /rooms/{room_id}/bookings/{bookingId} > Booking
  DELETE /rooms/{room_id}/bookings/{bookingId}`

const inferOf = (paths: Record<string, unknown>, options?: ContractOptions): Contract =>
  toApi(paths, { schemas }, options)
const infer = (text: string, options?: ContractOptions): Contract => inferOf(toPaths(text), options)

const show = (effect: Effect | undefined): string =>
  effect === undefined || effect.kind === 'none' ? 'none' : `${effect.kind} ${effect.resource.name}`

/** Shows the effects in the order of the description. */
const showAll = (contract: Contract, text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => show(contract.operation(line.trim().split(' ', 2).join(' '))?.effect))

const ofRooms = ['list rooms', 'create rooms', 'read rooms', 'replace rooms', 'merge rooms', 'remove rooms']

test('a collection and its item are a resource', () => {
  const contract = infer(rooms)
  expect(showAll(contract, rooms)).toEqual(ofRooms)
  expect(contract.resources).toMatchObject([
    {
      name: 'rooms',
      isSingle: false,
      key: { property: 'id', parameter: 'roomId', from: 'server' },
      itemPath: '/rooms/{roomId}',
      scope: [],
      createdAt: 'createdAt',
      reasons: [
        'POST /rooms creates, GET /rooms lists, GET /rooms/{roomId} reads, PUT /rooms/{roomId} replaces, PATCH /rooms/{roomId} changes, DELETE /rooms/{roomId} removes.',
        'Its key is id, because the parameter {roomId} of its item means it.',
        'The service makes it, because it is readOnly.',
      ],
    },
  ])
  const replaces = { keyParameter: 'roomId', creates: false }
  expect(contract.operation('PUT /rooms/{roomId}')?.effect).toMatchObject(replaces)
})

test('a nested collection belongs to the record of its path, whatever its parameter is called', () => {
  const contract = infer(roomsAndBookings)
  expect(contract.resources[1]).toMatchObject({
    name: 'bookings',
    parent: { name: 'rooms' },
    key: { property: 'id', from: 'client' },
    scope: ['roomId'],
  })
  expect(contract.operation('GET /rooms/{room_id}/bookings/{bookingId}')?.effect).toMatchObject({
    kind: 'read',
    keyParameter: 'bookingId',
    scope: [{ parameter: 'room_id', name: 'roomId', resource: { name: 'rooms' }, property: 'roomId' }],
  })
})

test('a record that has an address of its own, too, is the same resource', () => {
  const contract = infer(
    roomsAndBookings.replaceAll('/rooms/{room_id}/bookings/{bookingId}', '/bookings/{id}'),
  )
  expect(contract.resources.map(({ name, scope, itemPath }) => [name, scope, itemPath])).toEqual([
    ['rooms', [], '/rooms/{roomId}'],
    ['bookings', [], '/bookings/{id}'],
  ])
  expect(contract.operation('POST /rooms/{roomId}/bookings')?.effect).toMatchObject({
    scope: [{ parameter: 'roomId', property: 'roomId' }],
  })
  expect(contract.operation('GET /bookings/{id}')?.effect).toMatchObject({ kind: 'read', scope: [] })
})

test.each<[what: string, operations: string, ...effects: string[]]>([
  [
    'PUT on the item is the only way to create',
    'PUT /a/{key} (key) > (key)\nGET /a/{key} > (key)',
    'replace a',
    'read a',
  ],
  ['POST is an action', 'POST /login (name password) > (token)', 'none'],
  ['POST without an item has an id', 'POST /things (id name) > (name)', 'create things'],
  ['POST on an item is an action', `${rooms}\nPOST /rooms/{id}/cancel > Room`, ...ofRooms, 'none'],
  [
    'POST on the item changes it',
    'POST /a (name) > (id name)\nGET /a/{a} > (id name)\nPOST /a/{a} (name) > (id name)',
    'create a',
    'read a',
    'merge a',
  ],
  [
    'the body of PUT on the collection has the key',
    'POST /pet (id)\nPUT /pet (id)\nGET /pet/{petId} > (id)',
    'create pet',
    'replace pet',
    'read pet',
  ],
  ['a single record has PUT', 'GET /me > (theme)\nPUT /me (theme) > (theme)', 'read me', 'replace me'],
  [
    'extensions of files name nothing',
    'POST /a.json (name)\nGET /a.json > [Room]\nGET /a/{id}.json > Room',
    'create a',
    'list a',
    'read a',
  ],
  ['slashes at the end', 'POST /a/ (name)\nGET /a/{id}/ > Room', 'create a', 'read a'],
])('%s', (_what, text, ...effects) => {
  expect(showAll(infer(text), text)).toEqual(effects)
})

test.each<[parameter: string, properties: string, key: string]>([
  ['id', 'id name', 'id'],
  ['slug', 'id slug', 'slug'],
  ['roomId', 'id name', 'id'],
  ['room_uuid', 'id uuid', 'uuid'],
  ['room-id', 'RoomId id', 'RoomId'],
  ['room', 'id name', 'id'],
  ['room', 'code name', 'code'],
])('the parameter {%s} of records with %j means %s', (parameter, properties, key) => {
  const { resources } = infer(
    `POST /rooms (${properties}) > (${properties})\nGET /rooms/{${parameter}} > (${properties})`,
  )
  expect(resources[0]?.key).toMatchObject({ property: key, parameter })
})

test.each([
  ['in the request', '(id name)', 'client'],
  ['missing in the request', '(name)', 'server'],
  ['readOnly', 'Keyless', 'server'],
])('a key that is %s comes from the client or service', (_what, sent, from) => {
  const { resources } = infer(`POST /rooms ${sent} > (id name)\nGET /rooms/{id} > (id name)`)
  expect(resources[0]?.key.from).toBe(from)
})

const toObject = (properties: object) => ({ type: 'object', properties })
const toQuery = (name: string, schema: object = { type: 'string' }) => ({ name, in: 'query', schema })

test('records and lists are found in their envelopes', () => {
  const integer = { type: 'integer' }
  const envelope = toObject({
    data: { type: 'array', items: toRef('Room') },
    meta: toObject({ total_count: integer, perPage: integer }),
    links: toObject({ next: { type: ['string', 'null'] }, prev: toNames('href') }),
  })
  const one = toObject({ data: toRef('Room') })
  const parameters = [
    toQuery('per_page', integer),
    toQuery('page', { ...integer, minimum: 0 }),
    ...['sort', 'Name', 'q'].map((name) => toQuery(name)),
  ]
  const contract = inferOf({
    '/rooms': {
      get: { parameters, ...respond(200, envelope) },
      post: { requestBody: toContent(toObject({ room: toRef('Room') })), ...respond(201, one) },
    },
    '/rooms/{id}': { get: respond(200, one) },
  })
  expect(contract.resources[0]?.key.property).toBe('id')
  expect(contract.resources[0]?.schema.facts().name).toBe('Room')
  const creates = { requestPath: ['room'], responsePath: ['data'] }
  expect(contract.operation('POST /rooms')?.effect).toMatchObject(creates)
  expect(contract.operation('GET /rooms')?.effect).toMatchObject({
    list: {
      itemsPath: ['data'],
      itemPath: [],
      paging: { limit: 'per_page', page: 'page', sort: 'sort' },
      firstPage: 0,
      filters: [{ parameter: 'Name', property: 'name' }],
      envelope: [
        { path: ['meta', 'total_count'], kind: 'total' },
        { path: ['meta', 'perPage'], kind: 'limit' },
        { path: ['links', 'next'], kind: 'next' },
        { path: ['links', 'prev', 'href'], kind: 'previous' },
      ],
    },
  })
})

test('a filter of a list of values may have the name of one', () => {
  const listOf = (type: string) => ({ type: 'array', items: { type } })
  const tagged = toObject({ id: { type: 'integer' }, tags: listOf('string'), beds: listOf('object') })
  const parameters = ['tag', 'tags', 'bed'].map((name) => toQuery(name))
  const contract = inferOf({
    '/rooms': {
      get: { parameters, ...respond(200, { type: 'array', items: tagged }) },
      post: { requestBody: toContent(tagged), ...respond(200, tagged) },
    },
  })
  const filters = ['tag', 'tags'].map((parameter) => ({ parameter, property: 'tags' }))
  const { effect } = contract.operation('GET /rooms') ?? {}
  expect(effect).toMatchObject({ list: { filters, ignored: ['bed'] } })
})

test('resources of one name have those of their parents before it', () => {
  const parts = ['/cars', '/planes'].map(
    (prefix) => `POST ${prefix}/parts (id x) > (id x)\nGET ${prefix}/parts/{id} > (id x)`,
  )
  expect(infer(parts.join('\n')).resources.map(({ name }) => name)).toEqual(['parts', 'planes/parts'])
})

test('options override what is inferred', () => {
  const contract = infer(`${roomsAndBookings}\nGET /stations > [Room]`, {
    resources: {
      rooms: { key: 'name', keyFrom: 'client', operations: { 'DELETE /rooms/{roomId}': 'none' } },
      bookings: { parent: null },
      stations: { path: '/stations' },
    },
  })
  const find = (wanted: string) => contract.resources.find(({ name }) => name === wanted)
  expect(find('rooms')?.key).toMatchObject({ property: 'name', from: 'client' })
  expect(find('bookings')).not.toHaveProperty('parent')
  expect(show(contract.operation('DELETE /rooms/{roomId}')?.effect)).toBe('none')
  expect(show(contract.operation('GET /stations')?.effect)).toBe('list stations')
  const without = infer(rooms, { resources: { rooms: false } })
  expect(showAll(without, rooms)).toEqual(ofRooms.map(() => 'none'))
})

const isNone = (of: string, got: string) => `is no ${of} of the description, got "${got}"`
test.each<[options: unknown, message: string]>([
  [{ roms: { key: 'id' } }, `resources.roms ${isNone('resource', 'roms')}; known are rooms`],
  [
    { rooms: { kee: 'id' } },
    'there is no property resources.rooms.kee; the properties are path, key, keyFrom, parent, operations',
  ],
  [{ rooms: { key: 'uid' } }, `resources.rooms.key ${isNone('property', 'uid')}`],
  [
    { rooms: { parent: 'houses' } },
    `resources.rooms.parent ${isNone('resource', 'houses')}; known are rooms`,
  ],
  [
    { rooms: { operations: { listRums: 'list' } } },
    `resources.rooms.operations.listRums ${isNone('operation', 'listRums')}`,
  ],
  [
    { rooms: { operations: { 'GET /rooms': 'lists' } } },
    'must be one of create, list, read, replace, merge, remove, none, got "lists"',
  ],
])('what does not fit the description is rejected: %j', (options, message) => {
  expect(() => infer(rooms, { resources: options as ResourceOptions })).toThrow(message)
})

test('operations without a resource say why', () => {
  const { operations } = infer('GET /stations > [Room]\nPOST /login\nGET /a/{b}/{c}')
  expect(operations.map(({ effect }) => effect.reason)).toEqual([
    'no operation creates what it is about',
    'POST on /login is neither of a collection nor of its item',
    'its path names no collection',
  ])
})
