import {
  about,
  createClient,
  gets,
  given,
  integer,
  json,
  match,
  type Row,
  regex,
  type Side,
  type,
} from './sides.ts'

const uuid = regex('[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')
const some = '4f4e4e14-c824-4d63-b37a-d8d698862f1d'

const { get, send } = createClient('/v1', { 'X-Api-Key': 'k' })
const problem = { 'Content-Type': 'application/problem+json' }
const room = { name: 'Blue', kind: 'single' }
const exists = given('room 7 exists')
const key = { 'X-Api-Key': 'k' }
const weighted = 'application/xml;q=0.1, application/json'
const time = '2024-02-01T10:00:00Z'
const format = match('timestamp', { timestamp: "yyyy-MM-dd'T'HH:mm:ss'Z'" })
const listed: Side = gets(
  200,
  { items: [{ id: 1, name: 'a' }], total: 1 },
  {
    'body.items': match('type', { min: 1 }),
    'body.items[*].id': integer,
    'body.items[*].name': type,
    'body.total': integer,
  },
)

/** Interactions with test/mock/bookings.ts. */
export const ofBookings = [
  ...about(
    get('/rooms/abc'),
    ['an id of letters', gets(200, {})],
    ['an id of letters is not found', gets(404)],
    ['an id of letters, 400', gets(400)],
  ),
  ...about(get('/rooms/7', undefined, {}), ['no key', gets(200, {}), exists]),
  ...about(get('/rooms', { limit: ['5'], offset: ['0'] }), [
    'EachLike of a page',
    gets(
      200,
      { items: [{ id: 1, name: 'a' }], total: 1 },
      { 'body.items': { min: 1 }, 'body.items[*].*': type, 'body.total': type },
    ),
    given('rooms exist'),
  ]),
  ['a page of nothing', get('/rooms', { limit: ['0'] }), gets(200, {})],
  ...about(
    get('/rooms/7'),
    ['a note that may be null', gets(200, { note: 'x' }, { 'body.note': type })],
    ['a note of the state', gets(200, { note: 'x' }, { 'body.note': type }), given('room 7 has a note')],
  ),
  ...about(
    get('/rooms/9'),
    [
      'no such room',
      gets(404, { title: 'x', status: 404 }, { 'body.title': type, 'body.status': integer }, problem),
      given('no room exists'),
    ],
    ['a problem as JSON', gets(404, {}, {}, { 'Content-Type': json })],
  ),
  ...about(
    get('/rooms', { limit: ['5'] }),
    ['a page of rooms', listed, given('rooms exist')],
    ['a page of rooms without a state', listed],
  ),
  ...about(
    get('/rooms', { limit: ['500'] }),
    ['a page that is too large', gets(200, {})],
    ['a page that is too large, 400', gets(400)],
  ),
  [
    'a filter that is not described',
    get('/rooms', { color: ['red'] }),
    gets(200, { total: 1 }, { 'body.total': integer }),
  ],
  ...about(
    send('POST', '/rooms', room),
    ['a new room', gets(201, { id: 1, ...room }, { 'body.id': integer })],
    ['a new room with an exact id', gets(201, { id: 1 })],
    ['a new room, 200', gets(200, room)],
    ['a room that exists', gets(409), exists],
  ),
  ...about(
    send('POST', '/rooms', { name: 'Blue' }),
    ['no kind', gets(201, {})],
    ['no kind, some problem', gets(422, { title: 'x' }, { 'body.title': type }, problem)],
    ['no kind, one problem', gets(422, { title: 'Wrong' }, {}, problem)],
  ),
  ...about(
    get('/rooms/7'),
    ['what only requests have', gets(200, { secret: 'x' }, { 'body.secret': type }), exists],
    ['a name that is null', gets(200, { name: null }, { 'body.name': match('null') }), exists],
    ['no note', gets(200, { note: null }, { 'body.note': match('null') }), exists],
    ['another room', gets(200, { id: 8 }), exists],
    ['a time as a number', gets(200, { createdAt: 5 }, { 'body.createdAt': integer }), exists],
    ['a time in UTC', gets(200, { createdAt: time }, { 'body.createdAt': regex('\\d+-\\d+-\\d+T.{8}Z') })],
    ['a time by its format', gets(200, { createdAt: time }, { 'body.createdAt': format }), exists],
    ['a version', gets(200, {}, { 'header.ETag[0]': regex('".*"') }, { ETag: '"a"' }), exists],
  ),
  ['a room as it was', get('/rooms/7', undefined, { ...key, 'If-None-Match': '"a"' }), gets(304), exists],
  ['the head of a room', { ...get('/rooms/7'), method: 'HEAD' }, gets(200), exists],
  ['JSON rather than XML', get('/rooms/7', undefined, { ...key, Accept: weighted }), gets(200), exists],
  ['an id beyond int64', get('/rooms/9223372036854775808'), gets(200, {}), exists],
  ['a new room, 412', send('POST', '/rooms', room, { 'If-Match': '"a"' }), gets(412)],
  ['a version that has changed', send('PUT', '/rooms/7', room, { 'If-Match': '"a"' }), gets(412), exists],
  ...about(
    get('/rooms/7/bookings'),
    [
      'some booking',
      gets(200, [{ guest: 'Ann' }], { body: match('type', { min: 1 }), 'body[*].guest': type }),
    ],
    [
      'a booking among others',
      gets(200, [{ guest: 'Ann' }], {
        body: match('arrayContains', {
          variants: [{ index: 0, rules: { '$.guest': type }, generators: {} }],
        }),
      }),
      given('Ann has booked room 7'),
    ],
  ),
  ['no bed', send('POST', '/rooms', { ...room, beds: 0 }), gets(201, room)],
  ['a color that is not described', send('POST', '/rooms', { ...room, color: 'red' }), gets(201, room)],
  ...about({ ...get('/rooms/7'), method: 'DELETE' }, ['a room is removed', gets(204), exists]),
  ['a room is replaced', send('PUT', '/rooms/7', room), gets(200, room), exists],
  ['a change as plain JSON', send('PATCH', '/rooms/7', { name: 'x' }), gets(200, { name: 'x' }), exists],
  [
    'a change',
    send('PATCH', '/rooms/7', { name: 'x' }, { 'Content-Type': 'application/merge-patch+json' }),
    gets(200, { name: 'x' }),
    exists,
  ],
  ...about(
    send('POST', '/rooms/7/bookings', { guest: 'Ann' }),
    ['a booking', gets(201, { id: some, guest: 'Ann' }, { 'body.id': uuid }), exists],
    ['a booking with a number', gets(201, { id: 5 }, { 'body.id': type }), exists],
  ),
  ['no bookings', get('/rooms/7/bookings'), gets(200, [], { body: type }), exists],
  ...about(get('/beds'), ['another path', gets(200)]),
  ['another method, 405', { ...get('/rooms'), method: 'TRACE' }, gets(405)],
  [
    'a report as a page',
    get('/report', undefined, { Accept: 'text/html' }),
    gets(200, { rooms: 3 }, { 'body.rooms': integer }),
  ],
  ...about(get('/report', undefined, {}), ['a report', gets(200, { rooms: 3 }, { 'body.rooms': integer })]),
] as const satisfies readonly Row[]
