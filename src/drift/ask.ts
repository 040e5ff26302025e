import { operation } from '../contract/generated/operation.ts'
import type { HttpRequest } from '../http/exchange.ts'

/** A request that two services get, each at its own address and with its own token. */
export interface Ask {
  title: string
  method?: string
  /** Below the base address. */
  path?: string
  /** Headers besides the usual ones: null removes one, an array sends several fields. `{token}` is the token. */
  headers?: Readonly<Record<string, string | readonly string[] | null>>
  body?: string | Buffer
  /** Bodies of plants to store first. */
  stored?: readonly string[]
}

/** The address of a service, and its token. */
export interface Target {
  host: string
  /** The path of the base address, without a slash at its end. */
  prefix: string
  token: string
}

const usual = {
  authorization: 'Bearer {token}',
  'content-type': operation.contentType,
  accept: 'application/json',
  'user-agent': 'plant-store-drift',
}

/** Makes the bytes of a request for a service. */
export function toHttpRequest(ask: Ask, { host, prefix, token }: Target): HttpRequest {
  const { method = operation.method, path = operation.path, body = '' } = ask
  const bytes = Buffer.from(body)
  const headers = { host, ...usual, 'content-length': `${bytes.length}`, ...ask.headers }
  return {
    method,
    path: prefix + path,
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
