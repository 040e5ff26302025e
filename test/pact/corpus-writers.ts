// Interactions as the libraries of Pact write them; the verdicts follow from the descriptions, and were written before anything judged them.
import { writePact } from './written-pact.ts'

/** An interaction: what the description says about it, as in `corpus.ts`; what it is; and the parts as they are in the file. */
type Row = readonly [verdict: string, title: string, request: object, response: object, ...states: string[]]

/** Interactions with one request. */
const about = (
  request: object,
  ...rows: readonly (readonly [verdict: string, title: string, response: object, ...states: string[]])[]
): Row[] => rows.map(([verdict, title, ...rest]) => [verdict, title, request, ...rest])

const json = 'application/json'
const problemJson = 'application/problem+json'
const all = (...matchers: object[]): object => ({ combine: 'AND', matchers })
const one = (match: string, more: object = {}): object => all({ match, ...more })
const regex = (text: string): object => one('regex', { regex: text })
const type = one('type')
const integer = one('integer')
const atLeast = (min: number): object => one('type', { min })
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const some = '4f4e4e14-c824-4d63-b37a-d8d698862f1d'
const time = '2024-01-01T00:00:00Z'
const room = { name: 'Blue', kind: 'single' }
const whole = { id: 7, ...room, createdAt: time }

/** Version 4: the body says its type, headers are lists. */
const content = (value: unknown, contentType = json): object => ({
  body: { content: value, contentType, encoded: false },
})
const keyed = { 'x-api-key': ['k'] }
const typed4 = { ...keyed, 'Content-Type': [json] }
const get4 = (path: string, more: object = {}): object => ({ method: 'GET', path, headers: keyed, ...more })
const send4 = (method: string, path: string, value: unknown, more: object = {}): object => ({
  method,
  path,
  headers: typed4,
  ...content(value),
  ...more,
})
const ok4 = (value: unknown, body: object = {}, more: object = {}): object => ({
  status: 200,
  headers: { 'Content-Type': [json] },
  ...content(value),
  matchingRules: { body },
  ...more,
})
const rejects4 = (status: number, value: unknown, body: object = {}): object => ({
  status,
  headers: { 'Content-Type': [problemJson] },
  ...content(value, problemJson),
  matchingRules: { body },
})

const js: Row[] = [
  ...about(
    get4('/rooms/7'),
    [
      'promised',
      'a room of the state, by its types',
      ok4(whole, {
        '$.id': integer,
        '$.name': type,
        '$.kind': regex('single|double'),
        '$.createdAt': regex('\\d{4}-\\d{2}-\\d{2}T.*'),
      }),
      'room 7 exists',
    ],
    [
      'error body/beds',
      'beds with a fraction',
      ok4({ beds: 2.5 }, { '$.beds': one('decimal') }),
      'room 7 exists',
    ],
    [
      'error body/createdAt',
      'a time as a number',
      ok4({ createdAt: 1704067200 }, { '$.createdAt': integer }),
      'room 7 exists',
    ],
    [
      'error body/secret',
      'what only requests have',
      ok4({ secret: 'x' }, { '$.secret': type }),
      'room 7 exists',
    ],
    [
      'error headers/content-type',
      'a room as text',
      { status: 200, headers: { 'Content-Type': ['text/plain'] } },
      'room 7 exists',
    ],
    [
      'note headers/etag',
      'a room and its version',
      ok4(
        { id: 7 },
        { '$.id': integer },
        {
          headers: { ETag: ['"a"'] },
          matchingRules: { body: { '$.id': integer }, header: { 'ETag[0]': regex('".*"') } },
        },
      ),
      'room 7 exists',
    ],
    [
      'promised',
      'a room without a state, by its types',
      ok4({ name: 'Blue', kind: 'single' }, { '$.name': type, '$.kind': regex('single|double') }),
    ],
    ['note body/kind', 'a room of one kind', ok4({ kind: 'single' }, { '$.kind': regex('single') })],
    [
      'note body/createdAt',
      'a time in UTC only',
      ok4({ createdAt: time }, { '$.createdAt': regex('\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z') }),
    ],
  ),
  ...about(
    send4('PUT', '/rooms/7', room),
    ['promised', 'a room is replaced by itself', ok4(room), 'room 7 exists'],
    [
      'error body/name',
      'a room is replaced, and has another name',
      ok4({ ...room, name: 'Red' }),
      'room 7 exists',
    ],
  ),
  [
    'promised',
    'any new room',
    send4('POST', '/rooms', room, { matchingRules: { body: { '$.name': type, '$.kind': type } } }),
    { ...ok4(whole, { $: type }), status: 201 },
  ],
  ...about(
    send4('POST', '/rooms', { ...room, name: '' }),
    ['error request/body/name', 'a new room with an empty name', { ...ok4(room), status: 201 }],
    [
      'promised',
      'a new room with an empty name, 422',
      rejects4(422, { title: 'x', status: 422 }, { '$.title': type, '$.status': integer }),
    ],
  ),
  ...about(
    send4('POST', '/rooms', room),
    ['note status', 'a new room that is right, 400', { status: 400 }],
    [
      'promised',
      'any success of a new room',
      { status: 200, matchingRules: { status: { $: one('statusCode', { status: 'success' }) } } },
    ],
  ),
  [
    'promised',
    'a page by kind',
    get4('/rooms', { query: { limit: ['5'], kind: ['single'] } }),
    ok4({ items: [whole], total: 1 }, { '$.items': atLeast(1), '$.total': integer }),
    'rooms exist',
  ],
  [
    'note request/query/page',
    'a page by its number',
    get4('/rooms', { query: { page: ['2'] } }),
    ok4({ total: 1 }, { '$.total': integer }),
    'rooms exist',
  ],
  ...about(
    { method: 'DELETE', path: '/rooms/7', headers: keyed },
    ['promised', 'a room is removed', { status: 204 }],
    [
      'error body',
      'a room is removed, and comes back',
      { status: 204, ...content({ id: 7 }) },
      'room 7 exists',
    ],
  ),
  [
    'promised',
    'a room that is the same',
    get4('/rooms/7', { headers: { ...keyed, 'If-None-Match': ['"a"'] } }),
    { status: 304 },
    'room 7 exists',
  ],
  [
    'promised',
    'a booking of a generated guest',
    send4(
      'POST',
      '/rooms/7/bookings',
      { guest: 'Ann' },
      {
        generators: { body: { '$.guest': { type: 'RandomString', size: 10 } } },
        matchingRules: { body: { '$.guest': type } },
      },
    ),
    { ...ok4({ guest: 'Ann', id: some }, { '$.guest': type, '$.id': regex(uuid) }), status: 201 },
  ],
  [
    'error request/body/beds',
    'beds in quotes',
    send4('POST', '/rooms', { ...room, beds: '2' }),
    { ...ok4(room), status: 201 },
  ],
  [
    'promised',
    'a booking among others',
    get4('/rooms/7/bookings'),
    ok4([{ guest: 'Ann' }], {
      $: one('arrayContains', { variants: [{ index: 0, rules: { '$.guest': type }, generators: {} }] }),
    }),
    'Ann has booked room 7',
  ],
  [
    'error request/body/kind',
    'another kind in a merge',
    send4('PUT', '/rooms/7', { name: 'Blue', kind: 'suite' }),
    ok4({}),
    'room 7 exists',
  ],
  [
    'error request/headers/accept',
    'a room as XML',
    get4('/rooms/7', { headers: { ...keyed, Accept: ['application/xml'] } }),
    ok4({}),
    'room 7 exists',
  ],
]

/** Version 3, as JVM writes it: headers are strings, query parameters lists. */
const bearer = { Authorization: 'Bearer abc' }
const get3 = (path: string, query?: object, headers: object = bearer): object => ({
  method: 'GET',
  path,
  headers,
  ...(query && { query }),
})
const send3 = (path: string, body: unknown, more: object = {}): object => ({
  method: 'POST',
  path,
  headers: { ...bearer, 'Content-Type': 'application/json; charset=UTF-8' },
  body,
  ...more,
})
const ofJvm = regex('application/json(;\\s?charset=[\\w\\-]+)?')
const ok3 = (body: unknown, rules: object = {}, status = 200): object => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=UTF-8' },
  body,
  matchingRules: { body: rules, header: { 'Content-Type': ofJvm } },
})
const rejects3 = (status: number, body: unknown, rules: object = {}): object => ({
  status,
  headers: { 'Content-Type': problemJson },
  body,
  matchingRules: { body: rules },
})
const trip = { origin: [some], destination: [some], date: ['2024-02-01T09:00:00Z'] }
const booking = { trip_id: some, passenger_name: 'Ann', has_dog: true }

const jvm: Row[] = [
  ...about(
    get3('/stations'),
    [
      'promised',
      'stations of the state',
      ok3(
        { data: [{ id: some, name: 'x', country_code: 'DE' }] },
        {
          '$.data': atLeast(1),
          '$.data[*].id': regex(uuid),
          '$.data[*].name': type,
          '$.data[*].country_code': type,
        },
      ),
      'stations exist',
    ],
    [
      'error body/data/0/id',
      'stations with numbers',
      ok3({ data: [{ id: 5 }] }, { '$.data': atLeast(1), '$.data[*].id': integer }),
      'stations exist',
    ],
    [
      'note headers/content-type',
      'stations in UTF-8, exactly',
      { status: 200, headers: { 'Content-Type': 'application/json;charset=utf-8' } },
      'stations exist',
    ],
    [
      'note body/data',
      'stations without a state',
      ok3({ data: [{ name: 'x' }] }, { '$.data': atLeast(1), '$.data[*].name': type }),
    ],
    ['note status', 'too many requests', { status: 429 }],
    ['note status', 'a database that is down', { status: 500 }, 'the database is down'],
  ),
  ...about(
    get3('/trips', trip),
    [
      'promised',
      'prices with fractions of the state',
      ok3({ data: [{ price: 49.5 }] }, { '$.data': atLeast(1), '$.data[*].price': one('decimal') }),
      'trips exist',
    ],
    [
      'promised',
      'a time of departure by its format',
      ok3(
        { data: [{ departure_time: '2024-02-01T10:00:00Z' }] },
        { '$.data[*].departure_time': one('timestamp', { timestamp: "yyyy-MM-dd'T'HH:mm:ss'Z'" }) },
      ),
      'trips exist',
    ],
    [
      'note body/data, body/data/0/price',
      'prices with fractions, without a state',
      ok3({ data: [{ price: 49.5 }] }, { '$.data': atLeast(1), '$.data[*].price': one('decimal') }),
    ],
  ),
  [
    'error request/query/bicycles',
    'trips with perhaps a bicycle',
    get3('/trips', { ...trip, bicycles: ['maybe'] }),
    ok3({}),
    'trips exist',
  ],
  [
    'error request/query/date',
    'trips of a day',
    get3('/trips', { ...trip, date: ['2024-02-01'] }),
    ok3({}),
    'trips exist',
  ],
  [
    'error request/query/origin',
    'trips from a city',
    get3('/trips', { ...trip, origin: ['Berlin'] }),
    ok3({}),
    'trips exist',
  ],
  [
    'promised',
    'a booking with a random dog',
    send3('/bookings', booking, { generators: { body: { '$.has_dog': { type: 'RandomBoolean' } } } }),
    ok3(booking, { '$.has_dog': type }, 201),
  ],
  [
    'error request/body/passenger_name',
    'a booking of a random number',
    send3('/bookings', booking, {
      generators: { body: { '$.passenger_name': { type: 'RandomInt', min: 0, max: 9 } } },
    }),
    ok3({}, {}, 201),
  ],
  [
    'error request/body/has_dog',
    'a booking of two dogs',
    send3('/bookings', { ...booking, has_dog: 2 }),
    ok3({}, {}, 201),
  ],
  ...about(
    send3('/bookings', booking),
    ['promised', 'a trip that is full', { status: 409 }, 'the trip is full'],
    [
      'error body/passenger_name',
      'a booking whose name comes back in capitals',
      ok3({ ...booking, passenger_name: 'ANN' }, {}, 201),
    ],
  ),
  [
    'note body/title',
    'no token',
    get3('/stations', undefined, {}),
    rejects3(401, { title: 'x' }, { '$.title': type }),
  ],
  ...about(
    get3(`/bookings/${some}`),
    [
      'promised',
      'a booking of the state',
      ok3(
        { id: some, ...booking },
        { '$.id': regex(uuid), '$.trip_id': regex(uuid), '$.passenger_name': type },
      ),
      'the booking exists',
    ],
    ['note body/title', 'a booking that is gone', rejects3(404, { title: 'Not Found' }), 'no booking exists'],
  ),
  [
    'error request/body/amount',
    'a payment in words',
    send3(`/bookings/${some}/payment`, { amount: 'ten', currency: 'eur' }),
    ok3({}),
  ],
  [
    'error body/currency',
    'a payment that comes back in dollars',
    send3(`/bookings/${some}/payment`, { amount: 10, currency: 'eur' }),
    ok3({ currency: 'usd' }),
  ],
]

/** Version 2, as pact-python writes it: one map of rules, the query as a string. */
const get2 = (path: string, query?: string, headers: object = { 'X-Api-Key': 'k' }): object => ({
  method: 'get',
  path,
  ...(query !== undefined && { query }),
  headers,
})
const ok2 = (body: unknown, matchingRules: object = {}): object => ({
  status: 200,
  headers: { 'Content-Type': json },
  body,
  matchingRules,
})
const matchType = { match: 'type' }
const python: Row[] = [
  [
    'promised',
    'EachLike of a page',
    get2('/rooms', 'limit=5&offset=0'),
    ok2(
      { items: [{ id: 1, name: 'a' }], total: 1 },
      { '$.body.items': { min: 1 }, '$.body.items[*].*': matchType, '$.body.total': matchType },
    ),
    'rooms exist',
  ],
  ['error request/query/limit', 'no items', get2('/rooms', 'limit=0'), ok2({}), 'rooms exist'],
  ['promised', 'before the first room, 400', get2('/rooms', 'offset=-1'), { status: 400 }],
  ...about(
    get2('/rooms/7'),
    [
      'promised',
      'Term of both kinds',
      ok2({ kind: 'single' }, { '$.body.kind': { match: 'regex', regex: 'single|double' } }),
    ],
    [
      'error body/kind',
      'Term of another kind',
      ok2({ kind: 'suite' }, { '$.body.kind': { match: 'regex', regex: 'suite|flat' } }),
    ],
    ['note body/note', 'Like of a note', ok2({ name: 'Blue', note: 'x' }, { '$.body': matchType })],
  ),
  [
    'error body/id',
    'another id than that of the path',
    get2('/rooms/7?'),
    ok2({ id: 8, name: 'Blue' }, { '$.body.name': matchType }),
  ],
  ['error request/headers/x-api-key', 'no key', get2('/rooms/7', undefined, {}), ok2({}), 'room 7 exists'],
  ...about(
    get2('/report', undefined, {}),
    ['promised', 'a report', ok2({ rooms: 3 }, { '$.body.rooms': matchType })],
    ['note body/rooms', 'an exact report', ok2({ rooms: 3 })],
  ),
  [
    'promised',
    'a report as a table',
    get2('/report', undefined, { Accept: 'text/csv' }),
    { status: 200, headers: { 'Content-Type': 'text/csv' } },
  ],
]

/** Version 2, as pact-ruby writes it. */
const pets = { api_key: 'k' }
const owner = { Authorization: 'Bearer x' }
const order = (path: string): object => ({ method: 'get', path: `/v2/store/order/${path}` })
const post2 = (path: string, body: unknown, headers: object = { 'Content-Type': json }): object => ({
  method: 'post',
  path: `/v2${path}`,
  headers,
  body,
})
const ruby: Row[] = [
  ...about(
    get2('/v2/pet/7', '', pets),
    [
      'promised',
      'SomethingLike a pet',
      ok2({ id: 7, name: 'Rex', photoUrls: [] }, { '$.body': matchType }),
      'a pet 7 exists',
    ],
    [
      'note body/status',
      'a Term of two of three statuses',
      ok2({ status: 'sold' }, { '$.body.status': { match: 'regex', regex: 'available|sold' } }),
    ],
    [
      'promised',
      'each_like of tags',
      ok2({ tags: [{ id: 1, name: 'a' }] }, { '$.body.tags': { min: 1 }, '$.body.tags[*].*': matchType }),
      'a pet 7 with tags exists',
    ],
    [
      'error body/tags/0/name',
      'each_like of numbered tags',
      ok2({ tags: [{ name: 5 }] }, { '$.body.tags': { min: 1 }, '$.body.tags[*].*': matchType }),
      'a pet 7 with tags exists',
    ],
  ),
  ...about(
    get2('/v2/pet/findByStatus', 'status=available', owner),
    ['note body', 'no pets, exactly', ok2([])],
    ['promised', 'no pets of the state', ok2([]), 'there are no pets'],
  ),
  ...about(
    order('11'),
    ['error request/path/orderId', 'an order beyond the last', ok2({}), 'an order exists'],
    ['promised', 'an order beyond the last, 404', { status: 404 }],
  ),
  [
    'promised',
    'an order of the state',
    order('3'),
    ok2({ id: 3, status: 'placed' }, { '$.body.status': { match: 'regex', regex: 'placed|approved' } }),
    'an order 3 exists',
  ],
  ...about(
    post2('/store/order', { petId: 1, quantity: 2 }),
    ['note body/id', 'a new order', ok2({ id: 1, petId: 1, quantity: 2 }, { '$.body.id': matchType })],
    ['error body/quantity', 'a new order of less', ok2({ quantity: 1 })],
  ),
  [
    'error request/body/quantity',
    'a new order in words',
    post2('/store/order', { quantity: 'two' }),
    ok2({}),
  ],
  [
    'error request/body/status',
    'an order with another status',
    post2('/store/order', { status: 'lost' }),
    ok2({}),
  ],
  ['promised', 'a new user', post2('/user', { username: 'ann' }), { status: 201 }],
  [
    'error request/body/userStatus',
    'a new user of a status',
    post2('/user', { userStatus: 'new' }),
    { status: 200 },
  ],
  [
    'promised',
    'a pet of another owner',
    { ...post2('/pet', { name: 'Rex', photoUrls: [] }, { ...owner, 'Content-Type': json }), method: 'put' },
    { status: 200 },
  ],
  [
    'error request/body/photoUrls',
    'a pet without photos',
    { ...post2('/pet', { name: 'Rex' }, { ...owner, 'Content-Type': json }), method: 'put' },
    { status: 200 },
  ],
  ['promised', 'an order is removed', { method: 'delete', path: '/v2/store/order/3' }, { status: 204 }],
  [
    'note headers/x-rate-limit',
    'a login and its limit',
    { method: 'get', path: '/v2/user/login', query: 'username=a&password=b' },
    { status: 200, headers: { 'X-Rate-Limit': '100' } },
  ],
  [
    'promised',
    'counts by status',
    get2('/v2/store/inventory', '', pets),
    ok2({ sold: 3 }, { '$.body.*': matchType }),
    'there are pets',
  ],
]

/** Version 3, as pact-go and PactNet let the Rust core write it: the same, with lists in lists of rules. */
const goHeaders = { 'X-Api-Key': 'k', 'Content-Type': json }
const go: Row[] = [
  ...about(
    { method: 'GET', path: '/rooms/7', headers: goHeaders },
    [
      'promised',
      'matchers.Like of a room',
      { status: 200, headers: { 'Content-Type': json }, body: whole, matchingRules: { body: { $: type } } },
      'room 7 exists',
    ],
    [
      'error body/owner',
      'an owner by name',
      { status: 200, body: { owner: 'Ann' }, matchingRules: { body: { '$.owner': type } } },
      'room 7 exists',
    ],
  ),
  [
    'promised',
    'an id that a float can not hold',
    { method: 'GET', path: '/rooms/9007199254740993', headers: goHeaders },
    { status: 200, body: { id: 9007199254740993n }, matchingRules: {} },
    'the room exists',
  ],
  [
    'error request/path/roomId',
    'an id beyond int64',
    { method: 'GET', path: '/rooms/9223372036854775808', headers: goHeaders },
    { status: 200 },
    'the room exists',
  ],
  [
    'promised',
    'a path with a matcher',
    {
      method: 'GET',
      path: '/rooms/7',
      headers: goHeaders,
      matchingRules: { path: regex('/rooms/\\d+') },
      generators: { path: { type: 'ProviderState', expression: '/rooms/id', dataType: 'STRING' } },
    },
    { status: 200, body: { name: 'x' }, matchingRules: { body: { '$.name': type } } },
    'a room exists',
  ],
  [
    'error status',
    'a new room, 202',
    { method: 'POST', path: '/rooms', headers: goHeaders, body: room },
    { status: 202 },
  ],
  [
    'error request/body',
    'a list of rooms in place of one',
    { method: 'POST', path: '/rooms', headers: goHeaders, body: [room] },
    { status: 201 },
  ],
  ...about(
    { method: 'POST', path: '/rooms', headers: goHeaders },
    ['error request/body', 'a new room without a body', { status: 201 }],
    ['promised', 'a new room without a body, 400', { status: 400, headers: { 'Content-Type': problemJson } }],
  ),
  [
    'note body/detail',
    'a problem with details',
    { method: 'GET', path: '/rooms/9', headers: goHeaders },
    {
      status: 404,
      headers: { 'Content-Type': problemJson },
      body: { detail: 'no room 9' },
      matchingRules: { body: { '$.detail': type } },
    },
    'no room exists',
  ],
  [
    'note request/method',
    'a room is locked, 405',
    { method: 'LOCK', path: '/rooms/7', headers: goHeaders },
    { status: 405 },
  ],
]

const net: Row[] = [
  ...about(
    get3('/trips', trip),
    [
      'promised',
      'Match.Number of a price',
      ok3({ data: [{ price: 50 }] }, { '$.data[*].price': one('number') }),
      'trips exist',
    ],
    [
      'promised',
      'Match.Include of an operator',
      ok3(
        { data: [{ operator: 'Deutsche Bahn' }] },
        { '$.data[*].operator': one('include', { value: 'Bahn' }) },
      ),
      'trips exist',
    ],
    [
      'error body/data/0/dogs_allowed',
      'Match.Type of a dog as text',
      ok3({ data: [{ dogs_allowed: 'yes' }] }, { '$.data[*].dogs_allowed': type }),
      'trips exist',
    ],
    [
      'note body/data/0/stops',
      'stops that are not described',
      ok3({ data: [{ stops: 3 }] }, { '$.data[*].stops': type }),
      'trips exist',
    ],
    [
      'error body/data/0/stops',
      'exact stops that are not described',
      ok3({ data: [{ stops: 3 }] }),
      'trips exist',
    ],
  ),
  ...about(
    get3('/bookings/12'),
    ['error request/path/bookingId', 'a booking by a number', ok3({}), 'a booking exists'],
    ['promised', 'a booking by a number, 400', { status: 400 }],
  ),
  ['error request/path', 'a path in capitals', get3('/Stations'), ok3({}), 'stations exist'],
  ['error body', 'stations as a list', get3('/stations'), ok3([{ id: some }], { $: type }), 'stations exist'],
  [
    'error request/headers/authorization',
    'Basic for OAuth 2',
    get3('/stations', undefined, { Authorization: 'Basic YTpi' }),
    ok3({}),
  ],
]

/** Version 4 of the Rust core. */
const rust: Row[] = [
  ...about(
    { method: 'GET', path: '/animals' },
    [
      'promised',
      'a cat or a dog',
      ok4([{ kind: 'dog', bark: 'x' }], { $: type, '$[*].kind': one('equality') }),
      'there is a dog',
    ],
    [
      'note body/0/lives',
      'a cat or dog with half a life',
      ok4([{ kind: 'cat', lives: 0.5 }], { $: type, '$[*].lives': one('decimal') }),
      'there is a cat',
    ],
  ),
  ...about(
    { method: 'GET', path: '/homes/1' },
    ['note body/owner', 'an owner without a state', ok4({ owner: { name: 'x' } }, { '$.owner': type })],
    [
      'error body/code',
      'a code of a failure that there is not',
      { status: 404, ...content({ code: 5 }), matchingRules: { body: { '$.code': integer } } },
    ],
    ['error body/owner', 'an owner by name', ok4({ owner: 'Ann' }, { '$.owner': type }), 'there is a home'],
    [
      'promised',
      'any failure of a home',
      {
        status: 404,
        ...content({ code: 'x' }),
        matchingRules: {
          status: { $: one('statusCode', { status: 'clientError' }) },
          body: { '$.code': regex('x|y|z') },
        },
      },
      'there is no home',
    ],
    [
      'note body/code',
      'one code of failures',
      { status: 404, ...content({ code: 'x' }) },
      'there is no home',
    ],
  ),
]

/** Rarer parts of each library: other methods, headers, arrays, maps, and matchers. */
const rare: Row[] = [
  [
    'promised',
    'a request in UTF-8',
    send4('POST', '/rooms', room, {
      headers: { ...keyed, 'Content-Type': ['application/json; charset=utf-8'] },
    }),
    { status: 201 },
  ],
  [
    'promised',
    'an Accept with weights',
    get4('/rooms/7', { headers: { ...keyed, Accept: ['application/xml;q=0.1, application/json'] } }),
    { status: 200 },
    'room 7 exists',
  ],
  [
    'promised',
    'a key in capitals',
    get4('/rooms/7', { headers: { 'X-API-KEY': ['k'] } }),
    { status: 200 },
    'room 7 exists',
  ],
  [
    'promised',
    'the head of a room',
    { ...get4('/rooms/7'), method: 'HEAD' },
    { status: 200 },
    'room 7 exists',
  ],
  ['error status', 'a room is created by its list', { ...send4('POST', '/rooms', room) }, { status: 303 }],
  ...about(
    get4('/rooms/7'),
    [
      'note body/note',
      'a note that is null',
      ok4({ note: null }, { '$.note': one('null') }),
      'room 7 has a note without a text',
    ],
    ['error body/name', 'a name that is null', ok4({ name: null }), 'room 7 exists'],
    [
      'error body/name',
      'a name that is null by a matcher',
      ok4({ name: null }, { '$.name': one('null') }),
      'room 7 exists',
    ],
    ['promised', 'any body of a room', { status: 200 }, 'room 7 exists'],
    [
      'note body/name',
      'a name that is not empty, of up to ten letters',
      ok4({ name: 'Blue' }, { '$.name': regex('.{1,10}') }),
    ],
    ['promised', 'a name that is not empty', ok4({ name: 'Blue' }, { '$.name': one('notEmpty') })],
  ),
  ...about(
    get4('/rooms'),
    [
      'error body/items/0/id',
      'items with ids of letters',
      ok4({ items: [{ id: 'a' }] }, { '$.items': one('eachLike'), '$.items[*].id': type }),
      'rooms exist',
    ],
    ['error body/total', 'a total in words', ok4({ total: 'one' }), 'rooms exist'],
    ['note body/next', 'a next page', ok4({ next: '/rooms?offset=5' }, { '$.next': type })],
    ['promised', 'no next page of the state', ok4({ items: [], total: 0 }), 'no rooms exist'],
  ),
  [
    'error request/query/offset',
    'an offset with a fraction',
    get4('/rooms', { query: { offset: ['1.5'] } }),
    { status: 200 },
  ],
  ['error request/query/kind', 'an empty kind', get4('/rooms', { query: { kind: [''] } }), { status: 200 }],
  ['promised', 'a sort of anything', get4('/rooms', { query: { sort: ['name'] } }), { status: 200 }],
  ['error request/path', 'a room with a slash at the end', get4('/rooms/7/x'), { status: 200 }],
  [
    'promised',
    'a patch that sets null',
    {
      ...send4('PATCH', '/rooms/7', { note: null }),
      headers: { ...keyed, 'Content-Type': ['application/merge-patch+json'] },
    },
    ok4({ name: 'Blue' }, { '$.name': type }),
    'room 7 exists',
  ],
  ...about(
    {
      ...send4('PATCH', '/rooms/7', { beds: 0 }),
      headers: { ...keyed, 'Content-Type': ['application/merge-patch+json'] },
    },
    ['error request/body/beds', 'a patch to no beds', { status: 200 }, 'room 7 exists'],
    [
      'promised',
      'a patch to no beds, 422',
      rejects4(422, { title: 'x' }, { '$.title': type }),
      'room 7 exists',
    ],
  ),
  [
    'promised',
    'a list of steps',
    {
      ...send4('PATCH', '/rooms/7', [{ op: 'remove', path: '/note' }]),
      headers: { ...keyed, 'Content-Type': ['application/json-patch+json'] },
    },
    { status: 200 },
    'room 7 exists',
  ],
  [
    'error request/body',
    'a step that is no list',
    {
      ...send4('PATCH', '/rooms/7', { op: 'remove' }),
      headers: { ...keyed, 'Content-Type': ['application/json-patch+json'] },
    },
    { status: 200 },
    'room 7 exists',
  ],
  [
    'note status',
    'a room that has changed, 412',
    send4('POST', '/rooms', room, { headers: { ...typed4, 'If-Match': ['"a"'] } }),
    { status: 412 },
  ],
  [
    'promised',
    'a version that has changed',
    send4('PUT', '/rooms/7', room, { headers: { ...typed4, 'If-Match': ['"a"'] } }),
    { status: 412 },
    'room 7 has changed',
  ],
  ...about(
    send4('POST', '/rooms', {}),
    [
      'note body/errors',
      'what is wrong with a room',
      rejects4(422, { errors: [{ detail: 'x' }] }, { '$.errors': atLeast(1), '$.errors[*].detail': type }),
    ],
    [
      'error body/status',
      'a problem whose status is a text',
      rejects4(422, { status: '422' }, { '$.status': type }),
    ],
  ),
  ...about(
    get4('/rooms/7/bookings'),
    [
      'error body/0/guest',
      'a guest that is a number',
      ok4([{ guest: 5 }], { $: atLeast(1), '$[*].guest': integer }),
      'a booking exists',
    ],
    [
      'error body/0/roomId',
      'a booking of a room by name',
      ok4([{ roomId: 'Blue' }], { $: type }),
      'a booking exists',
    ],
    ['note body', 'at least one booking', ok4([{ guest: 'Ann' }], { $: atLeast(1), '$[*].guest': type })],
  ),
  ...about(
    send4('PUT', `/rooms/7/bookings/${some}`, { guest: 'Bob' }),
    ['promised', 'a booking is replaced', ok4({ id: some, guest: 'Bob' }), 'a booking exists'],
    [
      'error body/id',
      'a booking is replaced by another',
      ok4({ id: '00000000-0000-4000-8000-000000000000' }),
      'a booking exists',
    ],
  ),
]

/** The writers, with the version of the format and the description. */
export const writers: readonly [
  writer: string,
  api: 'bookings' | 'trains' | 'pets' | 'animals',
  version: string,
  rows: readonly Row[],
][] = [
  ['pact-js', 'bookings', '4.0', js],
  ['rare parts', 'bookings', '4.0', rare],
  ['pact-jvm', 'trains', '3.0.0', jvm],
  ['pact-python', 'bookings', '2.0.0', python],
  ['pact-ruby', 'pets', '2.0.0', ruby],
  ['pact-go', 'bookings', '3.0.0', go],
  ['PactNet', 'trains', '3.0.0', net],
  ['pact-rust', 'animals', '4.0', rust],
]

/** Writes a pact with the interactions of a writer. */
export const writeWriterPact = (version: string, rows: readonly Row[]): object =>
  writePact(
    rows.map(([, description, request, response, ...states]) => ({
      description,
      ...(version === '4.0' && { type: 'Synchronous/HTTP', pending: false }),
      ...(version < '3'
        ? { providerState: states[0] }
        : { providerStates: states.map((name) => ({ name })) }),
      request,
      response,
    })),
    { metadata: { pactSpecification: { version } } },
  )
