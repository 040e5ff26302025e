// Hotels, rooms, and bookings behind an API key, as hotel.yaml describes them.
import * as is from './checks.ts'
import { createHotelChecks } from './hotel-checks.ts'
import {
  type Application,
  type Call,
  createClock,
  pause,
  Rejection,
  type Reply,
  type Switches,
} from './serve.ts'

interface Hotel extends Record<string, unknown> {
  id: number
  createdAt: string
  updatedAt: string
}
interface Room extends Record<string, unknown> {
  id: string
  hotelId: number
}
interface Booking extends Record<string, unknown> {
  id: string
  roomId: string
  from: string
  nights: number
}

/** The API key that the service knows. */
export const apiKey = 'hotel-key-7f3a'

const codes: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  404: 'not_found',
  405: 'not_allowed',
  409: 'conflict',
  415: 'unsupported_media_type',
  422: 'invalid',
}

/** The ways of this service that its description leaves open. */
export const hotelVariants: Readonly<Record<string, string>> = {
  'invalid-400': 'An invalid body gets 400, which is documented as well as 422.',
  'malformed-422': 'A malformed body gets 422, which is documented as well as 400.',
  'not-found-first': 'An unknown hotel gets 404 before the API key is checked.',
  'key-first': 'An unknown path gets 401 without an API key.',
  'bad-key-400': 'A key in the path that does not match its schema gets 400 instead of 404.',
  'absolute-location': 'Location is an absolute URL.',
  'random-ids': 'Ids of hotels grow by random steps.',
  'newest-first': 'Lists begin with the newest record.',
  'coerced-numbers': 'Numbers in the query may have a sign, spaces, and a fraction of zeros.',
  'unknown-rejected': 'Unknown properties of rooms and unknown query parameters are rejected.',
  'read-only-rejected': 'A body with properties that are readOnly is rejected.',
  'no-challenge': 'A 401 has no WWW-Authenticate, because API keys have no scheme of their own.',
  'whole-seconds':
    'Times are in whole seconds with an offset, so that a change may leave updatedAt as it was.',
}

/** Creates the service with its records, which are empty at first. */
export function createHotelService({ wrong, legal }: Switches): Application {
  const hotels = new Map<number, Hotel>()
  const rooms = new Map<string, Room>()
  const bookings = new Map<string, Booking>()
  let lastId = 0
  const tick = createClock()

  const checks = createHotelChecks({ wrong, legal })

  function now(): string {
    const time = tick().toISOString()
    if (wrong('created-at-format')) return time.replace('T', ' ').slice(0, 19)
    return legal('whole-seconds') ? `${time.slice(0, 19)}+00:00` : time
  }

  function readBody(call: Call, type: string, check: is.Check): Record<string, unknown> {
    const lenient = wrong('content-type-unchecked') && call.method === 'POST'
    if (is.toMediaType(call) !== type && !lenient) throw new Rejection(415, `Send ${type}.`)
    let value: unknown
    try {
      value = JSON.parse(is.readText(call))
    } catch {
      if (wrong('malformed-500')) throw new Error('unexpected token')
      throw new Rejection(legal('malformed-422') ? 422 : 400, 'The body is no JSON.')
    }
    if (wrong('null-body-500') && value === null) throw new TypeError('Cannot read properties of null')
    if (is.isObject(value)) {
      if (wrong('wrong-type-500') && typeof (value['name'] ?? '') !== 'string') throw new TypeError('trim')
      if (wrong('emoji-500') && /\p{Emoji_Presentation}/u.test(String(value['name'])))
        throw new Error('utf8mb3')
      if (wrong('description-256-500') && String(value['description']).length > 255)
        throw new Error('varchar')
    }
    const problem = check(value)
    if (problem) throw new Rejection(legal('invalid-400') ? 400 : 422, problem)
    return value as Record<string, unknown>
  }

  function readQuery(call: Call, ...names: string[]): URLSearchParams {
    const unknown = [...call.query.keys()].find((name) => !names.includes(name))
    if (unknown && legal('unknown-rejected')) throw new Rejection(400, `${unknown} is unknown.`)
    return call.query
  }

  function toId({ params }: Call): number {
    const id = /^[1-9]\d{0,9}$/.test(params['hotelId'] ?? '') ? Number(params['hotelId']) : 0
    if (id > 0 && id < 2 ** 31) return id
    if (wrong('big-id-500') && Number(params['hotelId']) >= 2 ** 31) throw new RangeError('out of range')
    throw new Rejection(legal('bad-key-400') ? 400 : 404, 'There is no such hotel.')
  }

  function findHotel(call: Call): Hotel {
    const hotel = hotels.get(toId(call))
    if (!hotel) throw new Rejection(404, 'There is no such hotel.')
    return hotel
  }

  function findRoom(call: Call): Room {
    const hotel = findHotel(call)
    const key = call.params['roomId'] ?? ''
    const room = rooms.get(key.toLowerCase())
    if (room && (room.hotelId === hotel.id || wrong('room-of-other-hotel'))) return room
    const isUuid = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(key)
    if (!isUuid && wrong('room-id-500')) throw new Error('invalid input syntax for type uuid')
    throw new Rejection(!isUuid && legal('bad-key-400') ? 400 : 404, 'There is no such room.')
  }

  function checkName(name: unknown, city: unknown, id?: number): void {
    const taken = [...hotels.values()].some(
      (one) => one['name'] === name && one['city'] === city && one.id !== id,
    )
    if (taken && !wrong(id ? 'rename-to-taken' : 'duplicate-accepted')) {
      throw new Rejection(409, 'The city has a hotel of this name.')
    }
  }

  function toHotel(sent: Record<string, unknown>, id: number, createdAt: string, updatedAt: string): Hotel {
    const checkIn = wrong('default-wrong') ? '14:00' : '15:00'
    const hotel = { checkInFrom: checkIn, ...(wrong('city-missing') && { city: '' }), ...sent }
    if (wrong('name-trimmed')) Object.assign(hotel, { name: String(sent['name']).trim() })
    return { ...hotel, id, createdAt, updatedAt }
  }

  function view(hotel: Hotel): unknown {
    const { alarmCode, stars, ...rest } = hotel
    const shown = wrong('stars-5-missing') && stars === 5 ? rest : { ...rest, stars }
    return wrong('alarm-code-returned') && alarmCode ? { ...shown, alarmCode } : shown
  }

  const toLocation = (call: Call, path: string): Record<string, string> => ({
    location: legal('absolute-location') ? `http://${call.headers.host}${path}` : path,
  })
  const inOrder = <T>(records: Iterable<T>): T[] =>
    legal('newest-first') ? [...records].reverse() : [...records]

  async function createHotel(call: Call): Promise<Reply> {
    const sent = readBody(call, 'application/json', checks.hotel)
    checkName(sent['name'], sent['city'])
    if (wrong('parallel-duplicates')) await pause()
    const id = wrong('id-from-client') && sent['id'] ? Number(sent['id']) : lastId + 1
    if (wrong('parallel-ids')) await pause()
    lastId = id + (legal('random-ids') ? Math.floor(Math.random() * 1000) : 0)
    const time = now()
    const hotel = toHotel(sent, lastId, time, time)
    hotels.set(lastId, hotel)
    const path = wrong('location-wrong') ? `/hotel/${lastId}` : `/hotels/${lastId}`
    return { status: wrong('create-200') ? 200 : 201, body: view(hotel), headers: toLocation(call, path) }
  }

  function listHotels(call: Call): Reply {
    const query = readQuery(call, 'limit', 'offset', 'city', 'minStars')
    if (wrong('limit-text-500') && /[a-z]/i.test(query.get('limit') ?? '')) throw new Error('LIMIT NaN')
    const coerced = legal('coerced-numbers')
    const limit = is.readInteger(call, 'limit', [1, wrong('limit-101') ? 500 : 100, 20], coerced)
    const offset = is.readInteger(call, 'offset', [wrong('offset-negative') ? -9 : 0, 1e300, 0], coerced)
    const minimum = is.readInteger(call, 'minStars', [1, 5, 1], coerced)
    const city = wrong('city-filter-ignored') ? null : query.get('city')
    let found = inOrder(hotels.values()).filter((one) =>
      wrong('min-stars-exclusive') && query.has('minStars')
        ? Number(one['stars']) > minimum
        : Number(one['stars']) >= minimum,
    )
    if (city !== null) found = found.filter((one) => one['city'] === city)
    if (wrong('last-not-listed')) found.pop()
    const start = wrong('pages-overlap') && offset ? offset - 1 : offset
    const items = found.slice(start, wrong('limit-ignored') ? undefined : start + limit)
    const total = wrong('total-of-page') ? items.length : found.length
    return { status: 200, body: { items: items.map(view), total, limit, offset } }
  }

  function replaceHotel(call: Call): Reply {
    if (wrong('put-creates') && !hotels.has(toId(call))) {
      hotels.set(toId(call), toHotel({}, toId(call), now(), now()))
    }
    const old = findHotel(call)
    const sent = readBody(
      call,
      'application/json',
      wrong('put-unchecked') ? is.object({}, [], is.anything) : checks.hotel,
    )
    checkName(sent['name'], sent['city'], old.id)
    const base = wrong('put-merges') ? { ...old, ...sent } : sent
    const hotel = toHotel(base, old.id, wrong('put-renews-created-at') ? now() : old.createdAt, now())
    hotels.set(old.id, hotel)
    return { status: 200, body: view(hotel) }
  }

  async function changeHotel(call: Call): Promise<Reply> {
    const old = findHotel(call)
    const sent = readBody(call, 'application/merge-patch+json', checks.patch)
    checkName(sent['name'] ?? old['name'], sent['city'] ?? old['city'], old.id)
    if (wrong('patches-lost')) await pause()
    const { name, city, stars, alarmCode } = old
    const base = wrong('patch-drops-rest') ? { name, city, stars, alarmCode } : old
    const isKept = ([key, value]: [string, unknown]) =>
      value !== null || (wrong('patch-null-ignored') ? false : sent[key] !== null)
    const removed = wrong('patch-null-ignored') ? Object.entries(sent).filter(isKept) : Object.entries(sent)
    const merged = Object.entries({ ...base, ...Object.fromEntries(removed) }).filter(isKept)
    const time = wrong('updated-at-kept') ? old.updatedAt : now()
    const hotel = toHotel(Object.fromEntries(merged), old.id, old.createdAt, time)
    hotels.set(old.id, hotel)
    return { status: 200, body: view(hotel) }
  }

  function deleteHotel(call: Call): Reply {
    const id = toId(call)
    if (wrong('delete-unknown-204') && !hotels.has(id)) return { status: 204 }
    const { name } = findHotel(call)
    const isUsed = [...rooms.values()].some((room) => room.hotelId === id)
    if (isUsed && !wrong('delete-with-rooms')) throw new Rejection(409, 'The hotel still has rooms.')
    if (!wrong('delete-does-nothing')) hotels.delete(id)
    return wrong('delete-200') ? { status: 200, body: { deleted: name } } : { status: 204 }
  }

  function listRooms(call: Call): Reply {
    const isEmpty = wrong('rooms-of-unknown-hotel') && !hotels.has(toId(call))
    const id = isEmpty ? 0 : findHotel(call).id
    const type = readQuery(call, 'type').get('type')
    if (type !== null && !['single', 'double', 'suite'].includes(type))
      throw new Rejection(400, 'type is unknown.')
    const found = inOrder(rooms.values()).filter(
      (room) =>
        (room.hotelId === id || wrong('rooms-of-all-hotels')) &&
        (type === null || (room['type'] === type) !== wrong('type-filter-inverted')),
    )
    return { status: 200, body: found }
  }

  function createRoom(call: Call): Reply {
    if (wrong('room-in-unknown-500') && !hotels.has(toId(call))) throw new Error('foreign key')
    const hotelId = findHotel(call).id
    const { number, type, beds, pricePerNight, smoking } = readBody(call, 'application/json', checks.room)
    const isTaken = [...rooms.values()].some((one) => one.hotelId === hotelId && one['number'] === number)
    if (isTaken && !wrong('room-number-twice')) throw new Rejection(409, 'There is a room of this number.')
    const isText = wrong('price-as-string') && !Number.isInteger(pricePerNight)
    const price = isText ? String(pricePerNight) : pricePerNight
    const id = crypto.randomUUID()
    const room: Room = { id, hotelId, number, type, beds: beds ?? 2, pricePerNight: price, smoking }
    rooms.set(id, room)
    const path = `/hotels/${hotelId}/rooms/${id}`
    return { status: 201, body: room, headers: wrong('room-location-missing') ? {} : toLocation(call, path) }
  }

  function deleteRoom(call: Call): Reply {
    const { id } = findRoom(call)
    rooms.delete(id)
    for (const booking of bookings.values()) if (booking.roomId === id) bookings.delete(booking.id)
    return { status: 204 }
  }

  const toNights = (from: string, nights: number): [number, number] => {
    const first = Date.parse(from) / 86_400_000
    return [first, first + nights]
  }
  const viewBooking = ({ roomId: _, ...booking }: Booking): unknown => booking

  function createBooking(call: Call): Reply {
    const { id: roomId } = findRoom(call)
    let rejection: unknown
    let sent: Record<string, unknown> = {}
    try {
      sent = readBody(call, 'application/json', checks.booking)
    } catch (error) {
      if (!wrong('rejected-booking-stored')) throw error
      rejection = error
      sent = { from: '2030-01-01', nights: 1, guest: { name: '?' } }
    }
    const [first, end] = toNights(String(sent['from']), Number(sent['nights']))
    const isTaken = [...bookings.values()].some((one) => {
      const [from, to] = toNights(one.from, one.nights)
      return one.roomId === roomId && from < end && first < to
    })
    if (isTaken && !wrong('booked-twice')) throw new Rejection(409, 'The room is taken.')
    const { name, phone } = sent['guest'] as Record<string, unknown>
    const given = { from: String(sent['from']), nights: Number(sent['nights']), guest: { name, phone } }
    const status = wrong('status-spelling') ? 'Confirmed' : 'confirmed'
    const booking = { ...given, id: crypto.randomUUID(), roomId, status, createdAt: now() }
    bookings.set(booking.id, booking)
    if (rejection) throw rejection
    return { status: 201, body: viewBooking(booking) }
  }

  function listBookings(call: Call): Reply {
    const { id } = findRoom(call)
    const found = inOrder(bookings.values()).filter((one) => one.roomId === id)
    return { status: 200, body: found.map(viewBooking) }
  }

  function cancelBooking(call: Call): Reply {
    const { id: roomId } = findRoom(call)
    const booking = bookings.get((call.params['bookingId'] ?? '').toLowerCase())
    if (booking?.roomId !== roomId) throw new Rejection(404, 'There is no such booking.')
    bookings.delete(booking.id)
    return { status: 204 }
  }

  function before(call: Call): void {
    if (legal('not-found-first') && call.params['hotelId']) findHotel(call)
    if (!call.route && !legal('key-first')) return
    if (wrong('booking-without-key') && call.route.startsWith('DELETE') && call.params['bookingId']) return
    const key = call.headers['x-api-key'] ?? (wrong('key-in-query') ? call.query.get('X-API-Key') : undefined)
    if (key === apiKey || (wrong('any-key') && key)) return
    const challenge: Record<string, string> = legal('no-challenge')
      ? {}
      : { 'www-authenticate': 'ApiKey realm="hotels"' }
    throw new Rejection(wrong('no-key-403') ? 403 : 401, 'The API key is missing or unknown.', challenge)
  }

  function after(call: Call, reply: Reply): Reply {
    if (wrong('head-500') && call.method === 'HEAD') return { status: 500 }
    if (wrong('undocumented-method-500') && reply.status === 405) return { status: 500 }
    if (wrong('get-as-text') && call.route === 'GET /hotels/{hotelId}') {
      return { ...reply, body: JSON.stringify(reply.body), type: 'text/plain' }
    }
    const isError = reply.status >= 400
    if (wrong('letters-mangled') && !isError && reply.body) {
      const text = Buffer.from(JSON.stringify(reply.body), 'utf8').toString('latin1')
      return { ...reply, body: text, type: 'application/json' }
    }
    return reply
  }

  return {
    routes: {
      'GET /hotels': listHotels,
      'POST /hotels': createHotel,
      'GET /hotels/{hotelId}': (call) => ({ status: 200, body: view(findHotel(call)) }),
      'PUT /hotels/{hotelId}': replaceHotel,
      'PATCH /hotels/{hotelId}': changeHotel,
      'DELETE /hotels/{hotelId}': deleteHotel,
      'GET /hotels/{hotelId}/rooms': listRooms,
      'POST /hotels/{hotelId}/rooms': createRoom,
      'GET /hotels/{hotelId}/rooms/{roomId}': (call) => ({ status: 200, body: findRoom(call) }),
      'DELETE /hotels/{hotelId}/rooms/{roomId}': deleteRoom,
      'GET /hotels/{hotelId}/rooms/{roomId}/bookings': listBookings,
      'POST /hotels/{hotelId}/rooms/{roomId}/bookings': createBooking,
      'DELETE /hotels/{hotelId}/rooms/{roomId}/bookings/{bookingId}': cancelBooking,
    },
    before,
    after,
    toError: (status, message) => ({
      status,
      body:
        wrong('error-shape') && status === 404
          ? { error: message }
          : { code: codes[status] ?? 'internal', message },
    }),
  }
}
