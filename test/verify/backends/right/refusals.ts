import type { OutgoingHttpHeaders } from 'node:http'
import type { Overrides } from '../create-backend.ts'
import { correct, Refusal, type RefusalKind, toJsonAnswer } from '../parts.ts'
import type { RightBackend } from './right-backend.ts'

/** Makes a backend that refuses with other statuses. */
function withStatuses(statuses: Partial<Record<RefusalKind, number>>): Overrides {
  return { toStatus: (kind) => statuses[kind] ?? correct.toStatus(kind) }
}

/** Makes a backend that refuses some kinds of requests with another answer. */
function refuseWith(
  kind: RefusalKind,
  status: number,
  headers: OutgoingHttpHeaders,
  body: string,
): Overrides {
  return {
    refuse: (refusal, ...rest) =>
      refusal.kind === kind ? { status, headers, body } : correct.refuse(refusal, ...rest),
  }
}

/** Makes a backend that refuses some names. */
function refuseNames(isRefused: (name: string) => boolean): Overrides {
  return {
    readName(members) {
      const name = correct.readName(members)
      if (isRefused(name)) throw new Refusal('body', 'name is not allowed')
      return name
    },
  }
}

/** Makes a backend that refuses some tags. */
function refuseTags(isRefused: (tag: string) => boolean): Overrides {
  return {
    readTag(members) {
      const tag = correct.readTag(members)
      if (tag !== undefined && isRefused(tag)) throw new Refusal('body', 'tag is not allowed')
      return tag
    },
  }
}

const challenge = { 'WWW-Authenticate': 'Bearer' }
const known = ['id', 'name', 'tag']

/** Correct backends that refuse differently, or refuse more. */
export const rightRefusals: readonly RightBackend[] = [
  {
    title: '401 with an empty body',
    backend: refuseWith('credentials', 401, { ...challenge, 'Content-Length': 0 }, ''),
  },
  {
    title: '401 with plain text and several challenges',
    backend: refuseWith(
      'credentials',
      401,
      { 'WWW-Authenticate': ['Basic realm="a"', 'bearer realm="b"'], 'Content-Type': 'text/plain' },
      'Unauthorized',
    ),
  },
  { title: '403 for wrong credentials', backend: withStatuses({ credentials: 403 }) },
  {
    title: '400 with an Error for every refusal',
    backend: withStatuses({
      credentials: 400,
      'content-type': 400,
      'stored-id': 400,
      path: 400,
      method: 400,
    }),
  },
  {
    title: '404 with an HTML page for everything but /plants, and 501 for everything but POST',
    backend: {
      ...refuseWith('path', 404, { 'Content-Type': 'text/html' }, '<!DOCTYPE html><h1>Not Found</h1>'),
      ...withStatuses({ method: 501 }),
    },
  },
  {
    title: '422 with details for invalid plants, as with FastAPI',
    backend: refuseWith(
      'body',
      422,
      { 'Content-Type': 'application/json' },
      '{"detail":[{"loc":["body"],"msg":"Field required","type":"missing"}]}',
    ),
  },
  {
    title: 'a plant with a stored id replaces the stored plant',
    backend: { save: (plant, parts, { state }) => void state.plants.set(parts.toKey(plant.id), plant) },
  },
  {
    title: 'only an identical plant may be sent again',
    backend: {
      save(plant, parts, exchange) {
        const stored = exchange.state.plants.get(parts.toKey(plant.id))
        const isSame = stored?.name === plant.name && stored.tag === plant.tag
        return isSame ? undefined : correct.save(plant, parts, exchange)
      },
    },
  },
  {
    title: 'unknown members are refused',
    backend: {
      toPlant(value, ...rest) {
        const plant = correct.toPlant(value, ...rest)
        if (Object.keys(value as object).some((name) => !known.includes(name)))
          throw new Refusal('body', 'a member is not known')
        return plant
      },
    },
  },
  { title: 'names over 255 characters are refused', backend: refuseNames((name) => name.length > 255) },
  {
    title: 'blank names and tags are refused',
    backend: {
      ...refuseNames((name) => name.trim() === ''),
      ...refuseTags((tag) => tag.trim() === ''),
    },
  },
  {
    title: 'names under 3 and over 20 characters are refused',
    backend: refuseNames((name) => name.length < 3 || name.length > 20),
  },
  {
    title: 'tags with anything but ASCII letters are refused',
    backend: refuseTags((tag) => !/^[A-Za-z]+$/.test(tag)),
  },
  {
    title: 'names with letters of four bytes, and the names null and undefined, are refused',
    backend: refuseNames((name) => /[\u{10000}-\u{10ffff}]|^null$|^undefined$/u.test(name)),
  },
  {
    title: 'names with signs of markup and SQL are refused, with an HTML page',
    backend: {
      ...refuseNames((name) => /[<>;'"]/.test(name)),
      refuse: (refusal, ...rest) =>
        refusal.message === 'name is not allowed'
          ? { status: 403, headers: { 'Content-Type': 'text/html' }, body: '<h1>Request blocked</h1>' }
          : correct.refuse(refusal, ...rest),
    },
  },
  {
    title: 'a header with letters outside ASCII gets an empty 400 from the HTTP server',
    backend: {
      handle: async (exchange, parts) =>
        /[^\x20-\x7e]/.test(exchange.request.headers.authorization ?? '')
          ? { status: 400, headers: { 'Content-Length': 0 }, body: '' }
          : correct.handle(exchange, parts),
    },
  },
  {
    title: 'texts that a database cannot hold are refused',
    backend: {
      ...refuseNames((name) => name.includes('\0') || !name.isWellFormed()),
      ...refuseTags((tag) => tag.includes('\0')),
    },
  },
  {
    title: 'bodies over 100 kB are refused with 413',
    backend: {
      async readBody(exchange) {
        const bytes = await correct.readBody(exchange)
        if (bytes.length > 100_000) throw new Refusal('body', 'too large')
        return bytes
      },
      refuse: (refusal, ...rest) =>
        refusal.message === 'too large'
          ? { status: 413, headers: { 'Content-Type': 'text/html' }, body: '<h1>Payload Too Large</h1>' }
          : correct.refuse(refusal, ...rest),
    },
  },
  {
    title: 'every fortieth plant must be sent again later',
    backend: {
      async handle(exchange, parts) {
        const { state } = exchange
        const isTooMany = state.accepted % 40 === 39
        if (isTooMany) state.accepted++
        if (!isTooMany) return correct.handle(exchange, parts)
        return { ...toJsonAnswer(429, '{"error":429,"message":"too many"}'), headers: { 'Retry-After': 0 } }
      },
    },
  },
]
