import { operation } from '../contract/generated/operation.ts'
import { type HttpRequest, type RequestHeader, toPath } from '../http/exchange.ts'
import { writePlant } from './plain-plant.ts'
import type { SentPlant } from './source.ts'

/** The value of a header, with `{token}` for the valid token and `{origin}` for the origin of the service; or one that is made from the token, and how a shell writes it. */
export type FieldValue = string | Omit<RequestHeader, 'name'>

/** A request that any service can get, at its own address and with its own token. What it leaves out is that of a plain plant. */
export interface Ask {
  method?: string
  /** Below the base address. */
  path?: string
  /** Headers besides the usual ones, or in their place: null removes one, an array sends several fields. */
  headers?: Readonly<Record<string, FieldValue | readonly FieldValue[] | null>>
  writeName?: (name: string) => string
  /** The plant that the request is about. */
  plant?: SentPlant
  /** The body; that of the plant by default. */
  body?: string | Buffer
  /** Sends the body in pieces of this many bytes, with a pause in milliseconds. */
  pieceSize?: number
  pause?: number
  /** Requests to send before it. */
  before?: readonly Ask[]
}

/** The methods that any service can get besides POST; others could change or delete its plants. */
export const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/** Who gets a request. */
export interface Target {
  base: URL
  /** Returns the valid token, which may be renewed. */
  currentToken: () => string
  agent?: string
}

/** The fields that say that a body comes in chunks. */
export const chunked = { 'Content-Length': null, 'Transfer-Encoding': 'chunked' }

/** Without headers that only describe the client. */
export const bare = { Accept: null, 'User-Agent': null }

const variable = '$PLANT_STORE_TOKEN'

/** Puts the token into a value; in commands for a shell, it is a variable. */
function fillIn(given: FieldValue, { base, currentToken }: Target): Omit<RequestHeader, 'name'> {
  if (typeof given !== 'string') return given
  const value = given.replaceAll('{origin}', base.origin)
  const token = currentToken()
  if (!value.includes('{token}')) return { value }
  const shell = value
    .replaceAll('"', '\\"')
    .replaceAll(/\{token\}(?=\\"|$)/g, () => variable)
    .replaceAll('{token}', () => `\${PLANT_STORE_TOKEN}`)
  return { value: value.replaceAll('{token}', () => token), shell }
}

function cut(bytes: Buffer, size: number): Buffer[] {
  const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => index * size)
  return starts.map((start) => bytes.subarray(start, start + size))
}

/** Makes the bytes of a request for a service. */
export function toHttpRequest(ask: Ask, target: Target): HttpRequest {
  const { base, agent } = target
  const { method = operation.method, path = operation.path, plant, pause, writeName = (name) => name } = ask
  const bytes = Buffer.from(ask.body ?? (plant === undefined ? '' : writePlant(plant)))
  const usual: NonNullable<Ask['headers']> = {
    Host: base.host,
    Accept: 'application/json',
    'User-Agent': agent ?? 'plant-store-verify',
    Authorization: 'Bearer {token}',
    'Content-Type': operation.contentType,
    'Content-Length': String(bytes.length),
  }
  const fields = new Map(Object.entries(usual).map((field) => [field[0].toLowerCase(), field]))
  for (const [name, values] of Object.entries(ask.headers ?? {}))
    fields.set(name.toLowerCase(), [fields.get(name.toLowerCase())?.[0] ?? name, values])
  return {
    method,
    path: toPath(base, path),
    headers: [...fields.values()].flatMap(([name, values]) =>
      [values ?? []]
        .flat()
        .map((value) => ({ name: writeName(name), ...fillIn(value as FieldValue, target) })),
    ),
    pieces: cut(bytes, ask.pieceSize ?? Math.max(bytes.length, 1)),
    ...(pause !== undefined && { pause }),
  }
}
