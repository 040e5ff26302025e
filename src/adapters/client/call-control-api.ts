import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { isContainer } from '../../options/is-object.ts'
import { checkOptions } from '../../options/option-table.ts'
import { describeValue } from '../../options/problems.ts'
import { token as tokenText } from '../../options/values.ts'
import type { paths } from './generated/types.ts'

/** How to reach a running mock. */
export interface ClientOptions {
  /** The admin token that the mock was started with, if any. */
  adminToken?: string
  /** The bearer token whose records, journal, and faults to use, if the mock was started with `--isolate token`. */
  token?: string
}

type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : undefined
type ResultOf<Operation> = Operation extends { responses: { 200: infer Response } } ? Json<Response> : never
type BodyOf<Operation> = Operation extends { requestBody: infer Body } ? Json<Body> : undefined

type Method = 'get' | 'post' | 'put' | 'delete'

/** Calls an operation of the control API; the types are those of its description. Throws an Error if it is rejected. */
export type CallControlApi = <Path extends keyof paths, Name extends Method>(
  method: Name,
  path: Path,
  sent?: {
    body?: BodyOf<paths[Path][Name]>
    query?: Record<string, number | undefined>
    /** Stands for `{id}` or `{key}` in the path. */
    id?: number | bigint | string
    /** Stands for `{resource}` in the path. */
    resource?: string
  },
) => Promise<ResultOf<paths[Path][Name]>>

/** Thrown if the control API rejects a request. */
export class ControlApiError extends Error {
  override name = 'ControlApiError'
  /** The status code of the response. */
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const fail = (url: URL, reason: string, cause?: unknown): never => {
  throw new Error(`Failed to use the mock at ${url.origin}: ${reason}`, { cause })
}

/** Explains why a page can't reach a mock of another origin; returns an empty string if that isn't the reason. */
function describePage(url: URL): string {
  const { location, happyDOM } = globalThis as { location?: { origin: string }; happyDOM?: unknown }
  if (location === undefined || location.origin === url.origin) return ''
  return happyDOM !== undefined
    ? ` Call happyDOM.setURL('${url.origin}') first: only a page of its origin can use the control API.`
    : ` Pages can't use the control API of another origin: let your development server forward /__admin, and connect to ${location.origin}.`
}

async function readResult(response: Response, url: URL): Promise<unknown> {
  const text = await response.text()
  try {
    return parseExactJson(text)
  } catch (error) {
    return fail(
      url,
      `${url.pathname} responded with ${response.status} without JSON. Is the URL right?`,
      error,
    )
  }
}

/** Rejects numbers that may have been rounded to other integers. */
function checkExact(value: unknown): void {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new TypeError(`Failed to send a record or a pattern: it contains ${describeValue(value)}`)
  if (isContainer(value)) Object.values(value).forEach(checkExact)
}

/** Creates the function that calls the control API of the mock at a URL. */
export function createControlApi(base: string | URL, options: ClientOptions): CallControlApi {
  // If a header can't hold a token, the error of `fetch` would show the token.
  checkOptions(options, { adminToken: tokenText, token: tokenText })
  const { adminToken, token } = options
  if (!URL.canParse(String(base)))
    throw new TypeError(`url must be an absolute URL, got ${describeValue(base)}`)
  const headers = {
    ...(adminToken !== undefined && { 'x-admin-token': adminToken }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  return async (method, path, { body, query = {}, id, resource = '' } = {}) => {
    checkExact([body, id])
    const target = path
      .replace(/\{(?:id|key)\}/, encodeURIComponent(String(id)))
      .replace('{resource}', encodeURIComponent(resource))
    const url = new URL(`/__admin${target}`, base)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const json = {
      headers: { ...headers, 'content-type': 'application/json' },
      body: stringifyExactJson(body),
    }
    const init = { method: method.toUpperCase(), headers, ...(body !== undefined && json) }
    const response = await fetch(url, init).catch((error: Error) =>
      fail(
        url,
        `it is not reachable (${(error.cause as Error | undefined)?.message ?? error.message}).${describePage(url)}`,
        error,
      ),
    )
    const result = await readResult(response, url)
    if (response.ok) return result as never
    const { message } = result as { message?: string }
    throw new ControlApiError(
      response.status,
      `Failed to use the mock at ${url.origin}: ${message ?? `it responded with ${response.status}`}`,
    )
  }
}
