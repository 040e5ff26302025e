import { operation } from '../contract/generated/operation.ts'
import { type Exchange, type HttpRequest, toPath } from '../http/exchange.ts'

/** A request that two services get, each at its own address and with its own token. */
export interface Ask {
  method?: string
  /** Below the base address. */
  path?: string
  /** Headers besides the usual ones: null removes one, an array sends several fields. `{token}` is the token. */
  headers?: Readonly<Record<string, string | readonly string[] | null>>
  body?: string | Buffer
  /** Bodies of plants to store first. */
  stored?: readonly string[]
}

/** The exchange of a request. */
export interface Sent extends Exchange {
  ask: Ask
  /** Those that stored its plants before. */
  earlier: readonly Exchange[]
}

const usual = {
  authorization: 'Bearer {token}',
  'content-type': operation.contentType,
  accept: 'application/json',
  'user-agent': 'plant-store-drift',
}

/** Makes the bytes of a request for a service. */
export function toHttpRequest(ask: Ask, base: URL, token: string): HttpRequest {
  const { method = operation.method, path = operation.path, body = '' } = ask
  const bytes = Buffer.from(body)
  const headers = { host: base.host, ...usual, 'content-length': `${bytes.length}`, ...ask.headers }
  return {
    method,
    path: toPath(base, path),
    headers: Object.entries(headers).flatMap(([name, values]) =>
      [values ?? []].flat().map((value) => ({
        name,
        value: value.replaceAll('{token}', token),
        ...(value.includes('{token}') && { shell: value.replaceAll('{token}', '$PLANT_STORE_TOKEN') }),
      })),
    ),
    pieces: bytes.length === 0 ? [] : [bytes],
  }
}

/** Stores the plants that a request needs, and sends it. */
export async function sendAsk(ask: Ask, send: (ask: Ask) => Promise<Exchange>): Promise<Sent> {
  const earlier: Exchange[] = []
  for (const body of ask.stored ?? []) earlier.push(await send({ body }))
  return { ...(await send(ask)), ask, earlier }
}
