import { readFileSync } from 'node:fs'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js'
import { parse, stringify } from 'lossless-json'
import { parse as parseYaml } from 'yaml'

/** An id: a number if that is exact, otherwise a bigint. */
export type Id = number | bigint

/** A plant that is stored. */
export interface NewPlant {
  id: Id
  name: string
  tag?: string
  /** The members that openapi.yaml has besides. */
  others?: Members
}

/** The only valid token of the backends. */
export const validToken = 'local-token'

/** Why a request is refused. */
export type RefusalKind = 'path' | 'method' | 'credentials' | 'content-type' | 'body' | 'stored-id'

/** Thrown to refuse a request; any other error is a crash, which is answered 500. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly kind: RefusalKind

  constructor(kind: RefusalKind, message: string) {
    // Nobody reads where a request was refused, and a stack takes longer than all other parts of an answer.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.kind = kind
  }
}

/** An answer to send. */
export interface Answer {
  status: number
  headers: OutgoingHttpHeaders
  body: string | Uint8Array
}

/** The state of a backend between requests. */
export interface State {
  plants: Map<string, NewPlant>
  /** The number of requests in progress. */
  open: number
  /** The number of accepted plants. */
  accepted: number
  /** The last plant that was read, from any request. */
  latest?: NewPlant
  /** Bytes that an earlier request left behind. */
  leftover: Buffer
  isBroken: boolean
}

/** A request with everything that a part may need to answer it. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  state: State
  /** The number of this request in its connection, from 1. */
  onConnection: number
}

/** A JSON object with unchecked members. */
export type Members = Record<string, unknown>

/** The parts of a plant store that a backend can replace. */
export interface Parts {
  handle(exchange: Exchange, parts: Parts): Promise<Answer>
  route(exchange: Exchange): void
  getHeader(exchange: Exchange, name: string): string | undefined
  isAuthorized(authorization: string | undefined): boolean
  isJson(contentType: string | undefined): boolean
  readBody(exchange: Exchange): Promise<Buffer>
  decode(bytes: Buffer): string
  parse(text: string): unknown
  toPlant(value: unknown, parts: Parts, exchange: Exchange): NewPlant
  readId(members: Members): Id
  readName(members: Members): string
  readTag(members: Members): string | undefined
  readOthers(members: Members): Members
  toKey(id: Id): string
  save(plant: NewPlant, parts: Parts, exchange: Exchange): void | Promise<void>
  accept(plant: NewPlant, parts: Parts, exchange: Exchange): Answer
  toBody(plant: NewPlant, exchange: Exchange): unknown
  refuse(refusal: Refusal, parts: Parts, exchange: Exchange): Answer
  toStatus(kind: RefusalKind): number
  toError(status: number, refusal: Refusal, exchange: Exchange): unknown
  stringify(value: unknown): string
  send(answer: Answer, exchange: Exchange): void | Promise<void>
  /** Answers what the parser of HTTP refuses. */
  refuseNonHttp(error: NodeJS.ErrnoException, socket: Duplex): void
}

const statuses: Record<RefusalKind, number> = {
  path: 404,
  method: 405,
  credentials: 401,
  'content-type': 415,
  body: 400,
  'stored-id': 409,
}

const minId = -(2n ** 63n)
const maxId = 2n ** 63n - 1n

/** Returns whether a value is an integer of any size. */
export function isInteger(value: unknown): value is Id {
  return typeof value === 'bigint' || Number.isSafeInteger(value)
}

/** The most digits of an integer that is read exactly. */
const maxDigits = 400

/** Reads a number; 7e6, 7000000, and 7000000.0 are the same, and a fraction that would be lost is NaN. */
function readNumber(literal: string): Id {
  const [, digits = '', fraction = '', power = '0'] = /^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(literal) ?? []
  const nearest = Number(literal)
  const zeros = Number(power) - fraction.length
  if (Math.abs(zeros) > maxDigits) return nearest
  const scaled = BigInt(digits + fraction) * 10n ** BigInt(Math.max(0, zeros))
  const scale = 10n ** BigInt(Math.max(0, -zeros))
  if (scaled % scale !== 0n) return Number.isInteger(nearest) ? Number.NaN : nearest
  return Number.isSafeInteger(nearest) ? nearest : scaled / scale
}

/** Parses JSON with a parser that the kit doesn't use; of members with the same name, the last one counts. */
function parseJson(text: string): unknown {
  const options = {
    parseNumber: readNumber,
    onDuplicateKey: ({ newValue }: { newValue: unknown }) => newValue,
  }
  try {
    return parse(text, undefined, options)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    // The parser is recursive, and no backend reads values that are nested so deeply.
    const flatter = text.replaceAll(/(\[|\]|\}|\{"a":)\1{999,}/g, (_run, part: string) => part.repeat(100))
    return parse(flatter, undefined, options)
  }
}

const api = parseYaml(readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8'))
const { Plant } = api.components.schemas
const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(api, 'openapi.yaml')
const isOther = Object.keys(Plant.properties)
  .filter((name) => !['id', 'name', 'tag'].includes(name))
  .map((name) => {
    const $ref = `openapi.yaml#/components/schemas/Plant/properties/${encodeURIComponent(name)}`
    return [name, ajv.compile({ $ref })] as const
  })

/** Reads the members that openapi.yaml has besides id, name, and tag. */
function readOthers(members: Members): Members {
  const others: Members = {}
  for (const [name, isValid] of isOther) {
    if (members[name] === undefined && !Plant.required.includes(name)) continue
    if (!isValid(members[name])) throw new Refusal('body', `${name} is missing or wrong`)
    others[name] = members[name]
  }
  return others
}

/** Makes an answer with a JSON body. */
export function toJsonAnswer(status: number, body: string | Uint8Array): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    body,
  }
}

async function readBytes({ request }: Exchange): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** Answers what isn't HTTP, and reads on, so that the client gets it even if it still sends. */
function answerNonHttp(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const start = isTooLarge ? 'HTTP/1.1 431 Request Header Fields Too Large' : 'HTTP/1.1 400 Bad Request'
  const body = JSON.stringify({ error: isTooLarge ? 431 : 400, message: 'this is not a request' })
  socket.end(
    `${start}\r\nDate: ${new Date().toUTCString()}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  socket.resume()
}

/** A plant store without a mistake; replaced parts of other backends can call its parts. */
export const correct: Parts = {
  async handle(exchange, parts) {
    parts.route(exchange)
    if (!parts.isAuthorized(parts.getHeader(exchange, 'Authorization')))
      throw new Refusal('credentials', 'the token is missing or not valid')
    if (!parts.isJson(parts.getHeader(exchange, 'Content-Type')))
      throw new Refusal('content-type', 'the content type must be application/json')
    const text = parts.decode(await parts.readBody(exchange))
    const plant = parts.toPlant(parts.parse(text), parts, exchange)
    exchange.state.latest = plant
    await parts.save(plant, parts, exchange)
    exchange.state.accepted++
    return parts.accept(plant, parts, exchange)
  },
  route({ request }) {
    // Node's own refusal would have no body.
    const hosts = request.rawHeaders.filter((_, at) => /^host$/i.test(request.rawHeaders[at - 1] ?? ''))
    const isHost = hosts.length === 1 && /^[\w.-]+(:\d*)?$/.test(hosts[0] ?? '')
    if (!isHost && (hosts.length > 0 || request.httpVersion !== '1.0'))
      throw new Refusal('body', `the header Host ${hosts.length === 0 ? 'is missing' : 'must be one host'}`)
    const path = request.url?.replace(/^http:\/\/[^/]+/, '').split('?')[0]
    if (path !== '/plants') throw new Refusal('path', 'there is nothing here')
    if (request.method !== 'POST') throw new Refusal('method', 'the method must be POST')
  },
  getHeader: ({ request }, name) => {
    const value = request.headers[name.toLowerCase()]
    return Array.isArray(value) ? value[0] : value
  },
  isAuthorized: (authorization = '') => /^bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1] === validToken,
  isJson: (contentType = '') => /^application\/json\s*(;|$)/i.test(contentType),
  readBody: readBytes,
  decode(bytes) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      throw new Refusal('body', 'the body is not UTF-8')
    }
  },
  parse(text) {
    try {
      return parseJson(text)
    } catch {
      throw new Refusal('body', 'the body is not JSON')
    }
  },
  toPlant(value, parts) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Refusal('body', 'the body must be an object')
    const members = value as Members
    const tag = parts.readTag(members)
    const plant = {
      id: parts.readId(members),
      name: parts.readName(members),
      others: parts.readOthers(members),
    }
    return tag === undefined ? plant : { ...plant, tag }
  },
  readId({ id }) {
    if (!isInteger(id) || id < minId || id > maxId) throw new Refusal('body', 'id must be an int64')
    return id
  },
  readName({ name }) {
    if (typeof name !== 'string') throw new Refusal('body', 'name must be a string')
    return name
  },
  readTag({ tag }) {
    if (tag !== undefined && typeof tag !== 'string') throw new Refusal('body', 'tag must be a string')
    return tag
  },
  readOthers,
  toKey: (id) => String(id),
  save(plant, parts, { state }) {
    const key = parts.toKey(plant.id)
    if (state.plants.has(key)) throw new Refusal('stored-id', 'a plant with this id is stored')
    state.plants.set(key, plant)
  },
  accept: (plant, parts, exchange) => {
    const body = parts.toBody(plant, exchange)
    return toJsonAnswer(
      200,
      parts.stringify(body instanceof Object && !Array.isArray(body) ? { ...body, ...plant.others } : body),
    )
  },
  toBody: ({ name, tag }) => ({ name, tag }),
  refuse(refusal, parts, exchange) {
    const { request } = exchange
    const status = parts.toStatus(refusal.kind)
    const answer = toJsonAnswer(status, parts.stringify(parts.toError(status, refusal, exchange)))
    const error = request.headers.authorization ? ', error="invalid_token"' : ''
    if (status === 401) answer.headers['WWW-Authenticate'] = `Bearer realm="plants"${error}`
    if (status === 405) answer.headers['Allow'] = 'POST'
    return answer
  },
  toStatus: (kind) => statuses[kind],
  toError: (status, { message }) => ({ error: status, message }),
  stringify: (value) => stringify(value) ?? '',
  send({ status, headers, body }, { request, response }) {
    response.writeHead(status, headers)
    response.end(request.method === 'HEAD' ? undefined : body)
  },
  refuseNonHttp: answerNonHttp,
}
