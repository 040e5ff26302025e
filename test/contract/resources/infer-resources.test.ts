import { expect, test } from 'vitest'
import type { Contract, ContractOptions, Effect, ResourceOptions } from '../../../src/contract/contract.ts'
import { toApi } from '../describe-api.ts'

const toBody = (schema: object) => ({
  requestBody: { required: true, content: { 'application/json': { schema } } },
})
const toResponses = (schema: object, status = 200) => ({
  responses: { [status]: { description: '', content: { 'application/json': { schema } } } },
})
const toNames = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})
const list = (items: object) => ({ type: 'array', items })

const room = { $ref: '#/components/schemas/Room' }
const booking = { $ref: '#/components/schemas/Booking' }
const schemas = {
  Room: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer', readOnly: true },
      name: { type: 'string' },
      createdAt: { type: 'string', format: 'date-time', readOnly: true },
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
}

const rooms = {
  '/rooms': { get: toResponses(list(room)), post: { ...toBody(room), ...toResponses(room, 201) } },
  '/rooms/{roomId}': {
    get: toResponses(room),
    put: { ...toBody(room), ...toResponses(room) },
    patch: { ...toBody(room), ...toResponses(room) },
    delete: { responses: { 204: { description: '' } } },
  },
}
const bookings = {
  '/rooms/{roomId}/bookings': {
    get: toResponses(list(booking)),
    post: { ...toBody(booking), ...toResponses(booking, 201) },
  },
  '/rooms/{room_id}/bookings/{bookingId}': { get: toResponses(booking), delete: {} },
}

const infer = (paths: object, options: ContractOptions = {}): Contract =>
  toApi(paths as never, { schemas }, options)

const show = (effect: Effect | undefined): string =>
  effect === undefined || effect.kind === 'none' ? 'none' : `${effect.kind} ${effect.resource.name}`

const showAll = (contract: Contract): Record<string, string> =>
  Object.fromEntries(
    contract.operations.map(({ method, path, effect }) => [`${method} ${path}`, show(effect)]),
  )

test('a collection and its item are a resource', () => {
  const contract = infer(rooms)
  expect(showAll(contract)).toEqual({
    'GET /rooms': 'list rooms',
    'POST /rooms': 'create rooms',
    'GET /rooms/{roomId}': 'read rooms',
    'PUT /rooms/{roomId}': 'replace rooms',
    'DELETE /rooms/{roomId}': 'remove rooms',
    'PATCH /rooms/{roomId}': 'merge rooms',
  })
  expect(contract.resources).toMatchObject([
    {
      name: 'rooms',
      isSingle: false,
      key: { property: 'id', parameter: 'roomId', from: 'server' },
      itemPath: '/rooms/{roomId}',
      scope: [],
      createdAt: 'createdAt',
    },
  ])
  expect(contract.resources[0]?.reasons).toEqual([
    'POST /rooms creates, GET /rooms lists, GET /rooms/{roomId} reads, PUT /rooms/{roomId} replaces, PATCH /rooms/{roomId} changes, DELETE /rooms/{roomId} removes.',
    'Its key is id, because the parameter {roomId} of its item means it.',
    'The service makes it, because it is readOnly.',
  ])
  expect(contract.operation('PUT /rooms/{roomId}')?.effect).toMatchObject({
    keyParameter: 'roomId',
    creates: false,
  })
})

test('a nested collection belongs to the record of its path, whatever its parameter is called', () => {
  const contract = infer({ ...rooms, ...bookings })
  const [, nested] = contract.resources
  expect(nested).toMatchObject({
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
  const contract = infer({
    ...rooms,
    '/rooms/{roomId}/bookings': bookings['/rooms/{roomId}/bookings'],
    '/bookings/{id}': { get: toResponses(booking) },
  })
  expect(contract.resources.map(({ name, scope, itemPath }) => [name, scope, itemPath])).toEqual([
    ['rooms', [], '/rooms/{roomId}'],
    ['bookings', [], '/bookings/{id}'],
  ])
  expect(contract.operation('POST /rooms/{roomId}/bookings')?.effect).toMatchObject({
    scope: [{ parameter: 'roomId', property: 'roomId' }],
  })
  expect(contract.operation('GET /bookings/{id}')?.effect).toMatchObject({ kind: 'read', scope: [] })
})

test.each<[what: string, paths: object, effects: Record<string, string>]>([
  [
    'PUT on the item is the only way to create',
    {
      '/a/{key}': {
        put: { ...toBody(toNames('key')), ...toResponses(toNames('key')) },
        get: toResponses(toNames('key')),
      },
    },
    { 'PUT /a/{key}': 'replace a', 'GET /a/{key}': 'read a' },
  ],
  [
    'POST is an action',
    { '/login': { post: { ...toBody(toNames('name', 'password')), ...toResponses(toNames('token')) } } },
    { 'POST /login': 'none' },
  ],
  [
    'POST without an item has an id',
    { '/things': { post: { ...toBody(toNames('id', 'name')), ...toResponses(toNames('name')) } } },
    { 'POST /things': 'create things' },
  ],
  [
    'POST on an item is an action',
    { ...rooms, '/rooms/{id}/cancel': { post: toResponses(room) } },
    { ...showAll(infer(rooms)), 'POST /rooms/{id}/cancel': 'none' },
  ],
  [
    'POST on the item changes it',
    {
      '/a': { post: { ...toBody(toNames('name')), ...toResponses(toNames('id', 'name')) } },
      '/a/{a}': {
        get: toResponses(toNames('id', 'name')),
        post: { ...toBody(toNames('name')), ...toResponses(toNames('id', 'name')) },
      },
    },
    { 'POST /a': 'create a', 'GET /a/{a}': 'read a', 'POST /a/{a}': 'merge a' },
  ],
  [
    'the body of PUT on the collection has the key',
    {
      '/pet': {
        post: { ...toBody(toNames('id')), responses: {} },
        put: { ...toBody(toNames('id')), responses: {} },
      },
      '/pet/{petId}': { get: toResponses(toNames('id')) },
    },
    { 'POST /pet': 'create pet', 'PUT /pet': 'replace pet', 'GET /pet/{petId}': 'read pet' },
  ],
  [
    'a single record has PUT',
    {
      '/settings': {
        get: toResponses(toNames('theme')),
        put: { ...toBody(toNames('theme')), ...toResponses(toNames('theme')) },
      },
    },
    { 'GET /settings': 'read settings', 'PUT /settings': 'replace settings' },
  ],
  [
    'extensions of files name nothing',
    {
      '/a.json': { post: { ...toBody(toNames('name')), responses: {} }, get: toResponses(list(room)) },
      '/a/{id}.json': { get: toResponses(room) },
    },
    { 'GET /a.json': 'list a', 'POST /a.json': 'create a', 'GET /a/{id}.json': 'read a' },
  ],
  [
    'slashes at the end',
    {
      '/a/': { post: { ...toBody(toNames('name')), responses: {} } },
      '/a/{id}/': { get: toResponses(room) },
    },
    { 'POST /a/': 'create a', 'GET /a/{id}/': 'read a' },
  ],
])('%s', (_what, paths, effects) => {
  expect(showAll(infer(paths))).toEqual(effects)
})

test.each<[parameter: string, properties: string[], key: string]>([
  ['id', ['id', 'name'], 'id'],
  ['slug', ['id', 'slug'], 'slug'],
  ['roomId', ['id', 'name'], 'id'],
  ['room_uuid', ['id', 'uuid'], 'uuid'],
  ['room-id', ['RoomId', 'id'], 'RoomId'],
  ['room', ['id', 'name'], 'id'],
  ['room', ['code', 'name'], 'code'],
])('the parameter {%s} of records with %j means %s', (parameter, properties, key) => {
  const record = toNames(...properties)
  const contract = infer({
    '/rooms': { post: { ...toBody(record), ...toResponses(record) } },
    [`/rooms/{${parameter}}`]: { get: toResponses(record) },
  })
  expect(contract.resources[0]?.key).toMatchObject({ property: key, parameter })
})

test.each<[what: string, sent: object, from: string]>([
  ['in the request', toNames('id', 'name'), 'client'],
  ['missing in the request', toNames('name'), 'server'],
  ['readOnly', { properties: { id: { type: 'string', readOnly: true } } }, 'server'],
])('a key that is %s comes from the %s', (_what, sent, from) => {
  const record = toNames('id', 'name')
  const contract = infer({
    '/rooms': { post: { ...toBody({ type: 'object', ...sent }), ...toResponses(record) } },
    '/rooms/{id}': { get: toResponses(record) },
  })
  expect(contract.resources[0]?.key.from).toBe(from)
})

test('records and lists are found in their envelopes', () => {
  const envelope = {
    type: 'object',
    properties: {
      data: list(room),
      meta: {
        type: 'object',
        properties: { total_count: { type: 'integer' }, perPage: { type: 'integer' } },
      },
      links: {
        type: 'object',
        properties: {
          next: { type: ['string', 'null'] },
          prev: { type: 'object', properties: { href: { type: 'string' } } },
        },
      },
    },
  }
  const one = { type: 'object', properties: { data: room } }
  const query = (name: string, schema: object = { type: 'integer' }) => ({ name, in: 'query', schema })
  const parameters = [
    query('per_page'),
    query('page', { type: 'integer', minimum: 0 }),
    query('sort', { type: 'string' }),
    query('Name', { type: 'string' }),
    query('q', { type: 'string' }),
  ]
  const contract = infer({
    '/rooms': {
      get: { parameters, ...toResponses(envelope) },
      post: { ...toBody({ type: 'object', properties: { room } }), ...toResponses(one, 201) },
    },
    '/rooms/{id}': { get: toResponses(one) },
  })
  expect(contract.resources[0]).toMatchObject({
    key: { property: 'id' },
  })
  expect(contract.resources[0]?.schema.facts().name).toBe('Room')
  expect(contract.operation('POST /rooms')?.effect).toMatchObject({
    requestPath: ['room'],
    responsePath: ['data'],
  })
  const { effect } = contract.operation('GET /rooms') ?? {}
  expect(effect).toMatchObject({
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
  const tagged = {
    type: 'object',
    properties: { id: { type: 'integer' }, tags: list({ type: 'string' }), beds: list({ type: 'object' }) },
  }
  const parameters = ['tag', 'tags', 'bed'].map((name) => ({ name, in: 'query', schema: { type: 'string' } }))
  const contract = infer({
    '/rooms': {
      get: { parameters, ...toResponses(list(tagged)) },
      post: { ...toBody(tagged), ...toResponses(tagged) },
    },
  })
  const { effect } = contract.operation('GET /rooms') ?? {}
  expect(effect?.kind === 'list' && effect.list).toMatchObject({
    filters: [
      { parameter: 'tag', property: 'tags' },
      { parameter: 'tags', property: 'tags' },
    ],
    ignored: ['bed'],
  })
})

test('resources of one name have those of their parents before it', () => {
  const thing = toNames('id', 'x')
  const paths = (prefix: string) => ({
    [`${prefix}/parts`]: { post: { ...toBody(thing), ...toResponses(thing) } },
    [`${prefix}/parts/{id}`]: { get: toResponses(thing) },
  })
  expect(infer({ ...paths('/cars'), ...paths('/planes') }).resources.map(({ name }) => name)).toEqual([
    'parts',
    'planes/parts',
  ])
})

test('options override what is inferred', () => {
  const resources = {
    rooms: { key: 'name', keyFrom: 'client', operations: { 'DELETE /rooms/{roomId}': 'none' } },
    bookings: { parent: null },
    stations: { path: '/stations' },
  } as const
  const contract = infer(
    { ...rooms, ...bookings, '/stations': { get: toResponses(list(room)) } },
    { resources },
  )
  expect(contract.resources.find(({ name }) => name === 'rooms')?.key).toMatchObject({
    property: 'name',
    from: 'client',
  })
  expect(contract.resources.find(({ name }) => name === 'bookings')).not.toHaveProperty('parent')
  expect(show(contract.operation('DELETE /rooms/{roomId}')?.effect)).toBe('none')
  expect(show(contract.operation('GET /stations')?.effect)).toBe('list stations')
  expect(showAll(infer(rooms, { resources: { rooms: false } }))['GET /rooms']).toBe('none')
})

test.each<[options: unknown, message: string]>([
  [{ roms: { key: 'id' } }, 'resources.roms is no resource of the description, got "roms"; known are rooms'],
  [
    { rooms: { kee: 'id' } },
    'there is no property resources.rooms.kee; the properties are path, key, keyFrom, parent, operations',
  ],
  [{ rooms: { key: 'uid' } }, 'resources.rooms.key is no property of the description, got "uid"'],
  [
    { rooms: { parent: 'houses' } },
    'resources.rooms.parent is no resource of the description, got "houses"; known are rooms',
  ],
  [
    { rooms: { operations: { listRums: 'list' } } },
    'resources.rooms.operations.listRums is no operation of the description, got "listRums"',
  ],
  [
    { rooms: { operations: { listRooms: 'lists' } } },
    'resources.rooms.operations.listRooms must be one of create, list, read, replace, merge, remove, none, got "lists"',
  ],
])('what does not fit the description is rejected: %j', (options, message) => {
  expect(() => infer(rooms, { resources: options as ResourceOptions })).toThrow(message)
})

test('operations without a resource say why', () => {
  const contract = infer({
    '/stations': { get: toResponses(list(room)) },
    '/login': { post: {} },
    '/a/{b}/{c}': { get: {} },
  })
  expect(contract.operations.map(({ effect }) => effect.reason)).toEqual([
    'no operation creates what it is about',
    'POST on /login is neither of a collection nor of its item',
    'its path names no collection',
  ])
})
