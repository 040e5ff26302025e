import { type ApiError, type Mock, type MockResponse, stringifyExactJson } from '../../src/index.ts'
import { matchesSchema } from './matches-schema.ts'

/** A received response; header names are in lower case. */
export interface Answer {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

/** Sends a request with fetch and reads the whole response; the body of a stream of events stays empty. */
export async function send(url: string | URL, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, init)
  const headers = Object.fromEntries(response.headers)
  const isStream = headers['content-type'] === 'text/event-stream'
  if (isStream) await response.body?.cancel()
  return { status: response.status, headers, body: isStream ? '' : await response.text() }
}

/** How a request to create a plant differs from a valid one. */
export interface SendPlantOptions {
  /** The bearer token; empty for a request without credentials. */
  token?: string
  /** Replaces headers; undefined leaves one out. Names are in lower case. */
  headers?: Readonly<Record<string, string | undefined>>
}

/** A request from the owner of a token. */
export const from = (token: string) => ({
  method: 'POST',
  path: '/plants',
  headers: { authorization: `Bearer ${token}` },
})

/** A valid plant. */
export const monstera = { id: 1, name: 'Monstera' }

/** Sends a plant to a mock, or to the service at this address; a string is sent unchanged. */
export async function sendPlant(
  target: string | Pick<Mock, 'handle'>,
  plant: unknown = monstera,
  { token = 'local-token', headers = {} }: SendPlantOptions = {},
): Promise<Answer> {
  const fields = Object.entries({
    'content-type': 'application/json',
    authorization: token === '' ? undefined : `Bearer ${token}`,
    ...headers,
  }).filter((field): field is [string, string] => field[1] !== undefined)
  const body = typeof plant === 'string' ? plant : stringifyExactJson(plant)
  const request = { method: 'POST', headers: Object.fromEntries(fields), body }
  if (typeof target === 'string')
    return send(`${target}/plants`, { ...request, body: body === '' ? null : body })
  const response = await target.handle({ ...request, path: '/plants' })
  return { ...response, body: String(response.body) }
}

/** Calls the control API with a JSON value; a string is sent unchanged. */
export const callControl = (
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  send(new URL(`/__admin${path}`, url), {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

/** Parses the Error in a response; throws if there is none. */
export function readError({ headers, body }: Pick<MockResponse, 'headers' | 'body'>): ApiError {
  const error: unknown = JSON.parse(String(body))
  if (headers['content-type'] === 'application/json' && matchesSchema(error, 'Error'))
    return error as ApiError
  throw new Error(`Failed to read an Error: got ${headers['content-type']} ${body}`)
}
