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
  writeSide,
} from './sides.ts'
import { writePact } from './written-pact.ts'

const uuid = regex('[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')
const some = '4f4e4e14-c824-4d63-b37a-d8d698862f1d'

/** Writes a pact of a version with interactions of these rows, which have no defaults. */
export const writeCorpusPact = (version: string, rows: readonly Row[]): object =>
  writePact(
    rows.map(([, description, request = {}, response = {}, states = []]) => ({
      ...(version === '4.0' && { type: 'Synchronous/HTTP', pending: false }),
      description,
      ...(version < '3'
        ? { providerState: (states[0] as { name?: string } | undefined)?.name }
        : { providerStates: states }),
      request: writeSide(request, version, false),
      response: writeSide({ status: 200, ...response }, version, false),
    })),
    { metadata: { pactSpecification: { version } } },
  )

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

/** Interactions with test/mock/bookings.ts; the verdicts were written before anything judged them. */
export const ofBookings = {
  '2.0.0': [
    ...about(
      get('/rooms/abc'),
      ['error request/path/roomId', 'an id of letters', gets(200, {})],
      ['promised', 'an id of letters is not found', gets(404)],
      ['note status', 'an id of letters, 400', gets(400)],
    ),
    ...about(get('/rooms/7', undefined, {}), [
      'error request/headers/x-api-key',
      'no key',
      gets(200, {}),
      exists,
    ]),
    ...about(get('/rooms', { limit: ['5'], offset: ['0'] }), [
      'promised',
      'EachLike of a page',
      gets(
        200,
        { items: [{ id: 1, name: 'a' }], total: 1 },
        { 'body.items': { min: 1 }, 'body.items[*].*': type, 'body.total': type },
      ),
      given('rooms exist'),
    ]),
    ['error request/query/limit', 'a page of nothing', get('/rooms', { limit: ['0'] }), gets(200, {})],
  ],
  '3.0.0': [
    ...about(
      get('/rooms/7'),
      ['note body/note', 'a note that may be null', gets(200, { note: 'x' }, { 'body.note': type })],
      [
        'promised',
        'a note of the state',
        gets(200, { note: 'x' }, { 'body.note': type }),
        given('room 7 has a note'),
      ],
    ),
    ...about(
      get('/rooms/9'),
      [
        'promised',
        'no such room',
        gets(404, { title: 'x', status: 404 }, { 'body.title': type, 'body.status': integer }, problem),
        given('no room exists'),
      ],
      ['error headers/content-type', 'a problem as JSON', gets(404, {}, {}, { 'Content-Type': json })],
    ),
    ...about(
      get('/rooms', { limit: ['5'] }),
      ['promised', 'a page of rooms', listed, given('rooms exist')],
      ['note body/items', 'a page of rooms without a state', listed],
    ),
    ...about(
      get('/rooms', { limit: ['500'] }),
      ['error request/query/limit', 'a page that is too large', gets(200, {})],
      ['promised', 'a page that is too large, 400', gets(400)],
    ),
    [
      'note request/query/color',
      'a filter that is not described',
      get('/rooms', { color: ['red'] }),
      gets(200, { total: 1 }, { 'body.total': integer }),
    ],
    ...about(
      send('POST', '/rooms', room),
      ['promised', 'a new room', gets(201, { id: 1, ...room }, { 'body.id': integer })],
      ['note body/id', 'a new room with an exact id', gets(201, { id: 1 })],
      ['error status', 'a new room, 200', gets(200, room)],
      ['promised', 'a room that exists', gets(409), exists],
    ),
    ...about(
      send('POST', '/rooms', { name: 'Blue' }),
      ['error request/body/kind', 'no kind', gets(201, {})],
      ['promised', 'no kind, some problem', gets(422, { title: 'x' }, { 'body.title': type }, problem)],
      ['note body/title', 'no kind, one problem', gets(422, { title: 'Wrong' }, {}, problem)],
    ),
  ],
  '4.0': [
    ...about(
      get('/rooms/7'),
      [
        'error body/secret',
        'what only requests have',
        gets(200, { secret: 'x' }, { 'body.secret': type }),
        exists,
      ],
      [
        'error body/name',
        'a name that is null',
        gets(200, { name: null }, { 'body.name': match('null') }),
        exists,
      ],
      ['note body/note', 'no note', gets(200, { note: null }, { 'body.note': match('null') }), exists],
      ['error body/id', 'another room', gets(200, { id: 8 }), exists],
      [
        'error body/createdAt',
        'a time as a number',
        gets(200, { createdAt: 5 }, { 'body.createdAt': integer }),
        exists,
      ],
      [
        'note body/createdAt',
        'a time in UTC',
        gets(200, { createdAt: time }, { 'body.createdAt': regex('\\d+-\\d+-\\d+T.{8}Z') }),
      ],
      [
        'promised',
        'a time by its format',
        gets(200, { createdAt: time }, { 'body.createdAt': format }),
        exists,
      ],
      [
        'note headers/etag',
        'a version',
        gets(200, {}, { 'header.ETag[0]': regex('".*"') }, { ETag: '"a"' }),
        exists,
      ],
    ),
    [
      'promised',
      'a room as it was',
      get('/rooms/7', undefined, { ...key, 'If-None-Match': '"a"' }),
      gets(304),
      exists,
    ],
    ['promised', 'the head of a room', { ...get('/rooms/7'), method: 'HEAD' }, gets(200), exists],
    [
      'promised',
      'JSON rather than XML',
      get('/rooms/7', undefined, { ...key, Accept: weighted }),
      gets(200),
      exists,
    ],
    [
      'error request/path/roomId',
      'an id beyond int64',
      get('/rooms/9223372036854775808'),
      gets(200, {}),
      exists,
    ],
    ['note status', 'a new room, 412', send('POST', '/rooms', room, { 'If-Match': '"a"' }), gets(412)],
    [
      'promised',
      'a version that has changed',
      send('PUT', '/rooms/7', room, { 'If-Match': '"a"' }),
      gets(412),
      exists,
    ],
    ...about(
      get('/rooms/7/bookings'),
      [
        'note body',
        'some booking',
        gets(200, [{ guest: 'Ann' }], { body: match('type', { min: 1 }), 'body[*].guest': type }),
      ],
      [
        'promised',
        'a booking among others',
        gets(200, [{ guest: 'Ann' }], {
          body: match('arrayContains', {
            variants: [{ index: 0, rules: { '$.guest': type }, generators: {} }],
          }),
        }),
        given('Ann has booked room 7'),
      ],
    ),
    ['error request/body/beds', 'no bed', send('POST', '/rooms', { ...room, beds: 0 }), gets(201, room)],
    [
      'note request/body/color',
      'a color that is not described',
      send('POST', '/rooms', { ...room, color: 'red' }),
      gets(201, room),
    ],
    ...about({ ...get('/rooms/7'), method: 'DELETE' }, ['promised', 'a room is removed', gets(204), exists]),
    ['promised', 'a room is replaced', send('PUT', '/rooms/7', room), gets(200, room), exists],
    [
      'note request/headers/content-type',
      'a change as plain JSON',
      send('PATCH', '/rooms/7', { name: 'x' }),
      gets(200, { name: 'x' }),
      exists,
    ],
    [
      'promised',
      'a change',
      send('PATCH', '/rooms/7', { name: 'x' }, { 'Content-Type': 'application/merge-patch+json' }),
      gets(200, { name: 'x' }),
      exists,
    ],
    ...about(
      send('POST', '/rooms/7/bookings', { guest: 'Ann' }),
      ['promised', 'a booking', gets(201, { id: some, guest: 'Ann' }, { 'body.id': uuid }), exists],
      ['error body/id', 'a booking with a number', gets(201, { id: 5 }, { 'body.id': type }), exists],
    ),
    ['promised', 'no bookings', get('/rooms/7/bookings'), gets(200, [], { body: type }), exists],
    ...about(get('/beds'), ['error request/path', 'another path', gets(200)]),
    ['note request/method', 'another method, 405', { ...get('/rooms'), method: 'TRACE' }, gets(405)],
    [
      'error request/headers/accept',
      'a report as a page',
      get('/report', undefined, { Accept: 'text/html' }),
      gets(200, { rooms: 3 }, { 'body.rooms': integer }),
    ],
    ...about(get('/report', undefined, {}), [
      'promised',
      'a report',
      gets(200, { rooms: 3 }, { 'body.rooms': integer }),
    ]),
  ],
} as const satisfies Record<string, readonly Row[]>
