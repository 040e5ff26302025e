// Two services that keep their data, written by hand in the manner of teams: with statuses, errors, and an order of their own.
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { parseExactJson, stringifyExactJson } from '../../src/json/exact-json.ts'
import { type Listening, listen } from '../tools/listen.ts'

/** What may change in a service. */
export interface Behavior {
  /** The status of an invalid body, and of a creation. */
  invalid: number
  created: number
  /** The type of JSON. */
  type: string
  /** Headers of each success. */
  headers: Readonly<Record<string, string>>
  /** More properties of errors, and of records. */
  error: Readonly<Record<string, unknown>>
  record: Readonly<Record<string, unknown>>
  /** The longest name, and the largest body. */
  longest: number
  largest: number
  checksBodyFirst: boolean
  rejectsUnknown: boolean
  /** What happens to a stored key. */
  duplicate: 'reject' | 'replace'
}

const usual: Behavior = {
  invalid: 422,
  created: 201,
  type: 'application/json; charset=utf-8',
  headers: { 'x-request-id': '1' },
  error: {},
  record: {},
  longest: 30,
  largest: 100_000,
  checksBodyFirst: true,
  rejectsUnknown: true,
  duplicate: 'reject',
}

/** A response: a status, and a body. */
type Reply = [status: number, body?: unknown, headers?: Record<string, string>]

/** A request that was read. */
interface Request {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: unknown
}

/** Starts a service; what it responds is decided by functions that may throw a reply. */
function start(
  behavior: Behavior,
  respond: (request: Request) => Reply,
  check: (request: Request) => void,
  fail: (status: number, code: string, text: string) => Reply,
): Promise<Listening> {
  const server = createServer(async (incoming, outgoing) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://service')
    const { method = '', headers } = incoming
    const bytes = await buffer(incoming)
    const read = (): unknown => {
      if (bytes.length > behavior.largest) throw fail(413, 'too_large', 'the body is too large')
      if (bytes.length === 0) return undefined
      try {
        return parseExactJson(bytes.toString())
      } catch {
        throw fail(400, 'bad_json', 'the body is no JSON')
      }
    }
    const run = (): Reply => {
      const request: Request = { method, path: pathname, query: searchParams, headers, body: undefined }
      try {
        if (behavior.checksBodyFirst) request.body = read()
        check(request)
        request.body ??= read()
        return respond(request)
      } catch (reply) {
        if (!Array.isArray(reply)) throw reply
        return reply as unknown as Reply
      }
    }
    const [status, body, own = {}] = run()
    const type = typeof body === 'string' ? 'text/html' : behavior.type
    outgoing.writeHead(status, {
      ...(body !== undefined && { 'content-type': type }),
      ...(status < 400 && behavior.headers),
      ...own,
    })
    outgoing.end(typeof body === 'string' ? body : body && stringifyExactJson(body))
  })
  return listen(server)
}

type Json = Record<string, unknown>

const isText = (value: unknown, longest = Number.POSITIVE_INFINITY): boolean =>
  typeof value === 'string' && value.length <= longest

const isInteger = (value: unknown): boolean => typeof value === 'bigint' || Number.isSafeInteger(value)

/** A plant store whose errors have a numeric code and the text of the status, behind a framework that knows no 405. */
export function startPlants(changes: Partial<Behavior> = {}): Promise<Listening> {
  const behavior = { ...usual, ...changes }
  const plants = new Map<string, Json>()
  const codes: Json = {
    bad_json: 1,
    missing_token: 2,
    wrong_token: 3,
    invalid: 4,
    exists: 5,
    no_route: 6,
    too_large: 7,
  }
  const fail = (status: number, code: string, text: string): Reply => [
    status,
    { error: codes[code], message: text, ...behavior.error },
    status === 401 ? { 'www-authenticate': 'Bearer' } : {},
  ]
  return start(
    behavior,
    ({ method, path, body }) => {
      if (path !== '/api/plants' || method !== 'POST') return [404, '<h1>Not Found</h1>']
      const { id, name, tag, ...others } = Object(body) as Json
      const isValid = isInteger(id) && isText(name, behavior.longest) && (tag === undefined || isText(tag))
      if (!isValid || BigInt(id as number) > 2n ** 63n - 1n || BigInt(id as number) < -(2n ** 63n))
        return fail(behavior.invalid, 'invalid', `the plant ${name} is invalid`)
      if (behavior.rejectsUnknown && Object.keys(others).length > 0)
        return fail(behavior.invalid, 'invalid', 'there is something else')
      if (plants.has(`${id}`) && behavior.duplicate === 'reject') return fail(422, 'exists', `${id} exists`)
      plants.set(`${id}`, { name, tag })
      return [behavior.created, { id, name, tag, createdAt: new Date().toISOString(), ...behavior.record }]
    },
    ({ headers }) => {
      if (headers.authorization === undefined) throw fail(401, 'missing_token', 'log in')
      if (headers.authorization !== 'Bearer local-token') throw fail(401, 'wrong_token', 'log in again')
    },
    fail,
  )
}

/** Bookings whose errors have a code of their own, and which know neither entity tags nor the header Accept. */
export function startBookings(changes: Partial<Behavior> = {}): Promise<Listening> {
  const behavior = { ...usual, ...changes }
  const rooms = new Map<string, Json>()
  const bookings = new Map<string, Json>()
  let last = 100
  const fail = (status: number, code: string, text: string): Reply => [
    status,
    { code, text, ...behavior.error },
  ]
  const withRecord = (record: Json): Json => ({ ...record, ...behavior.record })

  function checkRoom(body: unknown, isPartial = false): Json {
    const { name, kind, beds, owner, note, secret, ...others } = Object(body) as Json
    const problems = [
      (name === undefined || name === null) && !isPartial && 'name is missing',
      name !== undefined &&
        name !== null &&
        (!isText(name, behavior.longest) || name === '') &&
        'name is wrong',
      kind === undefined
        ? !isPartial && 'kind is missing'
        : kind !== 'single' && kind !== 'double' && 'kind is wrong',
      beds !== undefined && beds !== null && (!isInteger(beds) || (beds as number) < 1) && 'beds is wrong',
      beds === null && !isPartial && 'beds is null',
      owner !== undefined && !isInteger(owner) && 'owner is wrong',
      note !== undefined && note !== null && !isText(note) && 'note is wrong',
      secret !== undefined && !isText(secret) && 'secret is wrong',
      (typeof body !== 'object' || body === null || Array.isArray(body)) && 'the body is no object',
      behavior.rejectsUnknown &&
        Object.keys(others).some((one) => one !== 'id' && one !== 'createdAt') &&
        'unknown',
    ].filter(Boolean)
    if (problems.length > 0) throw fail(behavior.invalid, 'E_INVALID', problems.join())
    return Object.fromEntries(
      Object.entries({ name, kind, beds, owner, note }).filter(([, value]) => value !== undefined),
    )
  }

  function respondToRoom(method: string, key: string, body: unknown): Reply {
    const room = rooms.get(key)
    if (room === undefined) return fail(404, 'E_ROOM', 'no such room')
    if (method === 'GET') return [200, withRecord(room)]
    if (method === 'DELETE') return [rooms.delete(key) ? 204 : 404]
    if (method === 'PUT') {
      const next = { id: room['id'], createdAt: room['createdAt'], ...checkRoom(body) }
      return rooms.set(key, next) && [200, withRecord(next)]
    }
    if (method !== 'PATCH') return [405, undefined, { allow: 'GET, HEAD, PUT, PATCH, DELETE' }]
    const next = Object.fromEntries(
      Object.entries({ ...room, ...checkRoom(body, true) }).filter(([, value]) => value !== null),
    )
    return rooms.set(key, next) && [200, withRecord(next)]
  }

  function respondToRooms({ method, body, query }: Request): Reply {
    if (method === 'POST') {
      const room = { beds: 1, ...checkRoom(body), id: ++last, createdAt: new Date().toISOString() }
      rooms.set(`${last}`, room)
      return [behavior.created, withRecord(room), { location: `/v1/rooms/${last}` }]
    }
    if (method !== 'GET') return [405, undefined, { allow: 'GET, HEAD, POST' }]
    const limit = Number(query.get('limit') ?? 20)
    if (!Number.isInteger(limit) || limit < 1 || limit > 100)
      return fail(400, 'E_QUERY', 'the limit is wrong')
    const all = [...rooms.values()]
    const next = all.length > limit ? `/v1/rooms?offset=${limit}` : null
    return [200, { items: all.slice(0, limit).map(withRecord), total: all.length, next }]
  }

  function respondToBookings({ method, body }: Request, roomId: string, key?: string): Reply {
    if (!rooms.has(roomId)) return fail(404, 'E_ROOM', 'no such room')
    const all = [...bookings.values()].filter((one) => `${one['roomId']}` === roomId)
    if (method === 'GET' && key === undefined) return [200, all]
    const { guest } = Object(body) as Json
    if (method === 'PUT' || (method === 'POST' && key === undefined)) {
      if (!isText(guest)) return fail(behavior.invalid, 'E_INVALID', 'guest is wrong')
      const id = key ?? crypto.randomUUID()
      const isNew = !bookings.has(id)
      bookings.set(id, { id, roomId: Number(roomId), guest })
      return [isNew ? behavior.created : 200, bookings.get(id)]
    }
    if (key === undefined || method === 'PATCH' || method === 'POST')
      return [405, undefined, { allow: 'GET, POST' }]
    const found = bookings.get(key)
    if (found === undefined) return fail(404, 'E_BOOKING', 'no such booking')
    return method === 'DELETE' ? [bookings.delete(key) ? 204 : 404] : [200, found]
  }

  return start(
    behavior,
    (request) => {
      const { method, path, body } = request
      if (path === '/v1/report' && method === 'GET')
        return [200, { rooms: rooms.size, at: new Date().toISOString() }]
      if (path === '/v1/rooms') return respondToRooms(request)
      const [, room = '', rest = ''] = /^\/v1\/rooms\/([^/]+)(.*)$/.exec(path) ?? []
      if (rest === '/close' && method === 'POST')
        return rooms.has(room) ? [200, { closed: true }] : fail(404, 'E_ROOM', 'no such room')
      if (rest === '/bookings') return respondToBookings(request, room)
      if (rest.startsWith('/bookings/'))
        return respondToBookings(request, room, rest.slice('/bookings/'.length))
      return room !== '' && rest === '' ? respondToRoom(method, room, body) : [404, '<h1>Not Found</h1>']
    },
    ({ path, headers }) => {
      if (path !== '/v1/report' && headers['x-api-key'] !== 'local-key') throw fail(403, 'E_KEY', 'no key')
    },
    fail,
  )
}
