import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { isContainer } from '../../options/is-object.ts'
import { checkOptions } from '../../options/option-table.ts'
import { describeValue } from '../../options/problems.ts'
import { token as tokenText } from '../../options/values.ts'

/** How to reach a running mock. */
export interface ClientOptions {
  /** The admin token that the mock was started with, if any. */
  adminToken?: string
  /** The bearer token whose records, journal, and faults to use, if the mock was started with `--isolate token`. */
  token?: string
}

/** Calls a route of the control API, and returns the JSON of its response. */
export type CallControlApi = <Result>(method: string, path: string, body?: unknown) => Promise<Result>

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

/** Explains why a page can't reach a mock of another origin; returns an empty string if that isn't the reason. */
function describePage(url: URL): string {
  const { location, happyDOM } = globalThis as { location?: { origin: string }; happyDOM?: unknown }
  if (location === undefined || location.origin === url.origin) return ''
  return happyDOM !== undefined
    ? ` Call happyDOM.setURL('${url.origin}') first: only a page of its origin can use the control API.`
    : ` Pages can't use the control API of another origin: let your development server forward /__admin, and connect to ${location.origin}.`
}

/** Rejects numbers that may have been rounded to other integers. */
export function checkExact(value: unknown): void {
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
  const ofJson = { ...headers, 'content-type': 'application/json' }
  return async <Result>(method: string, path: string, body?: unknown) => {
    checkExact(body)
    const url = new URL(`/__admin${path}`, base)
    const fail = (reason: string, cause: unknown): never => {
      throw new Error(`Failed to use the mock at ${url.origin}: ${reason}`, { cause })
    }
    const init = body === undefined ? { headers } : { headers: ofJson, body: stringifyExactJson(body) }
    const response = await fetch(url, { method, ...init }).catch((error: Error) => {
      const { message = error.message } = (error.cause ?? {}) as Partial<Error>
      return fail(`it is not reachable (${message}).${describePage(url)}`, error)
    })
    const text = await response.text()
    let result: unknown
    try {
      result = parseExactJson(text)
    } catch (error) {
      const problem = `${url.pathname} responded with ${response.status} without JSON. Is the URL right?`
      return fail(problem, error)
    }
    if (response.ok) return result as Result
    const { message = `it responded with ${response.status}` } = result as { message?: string }
    throw new ControlApiError(response.status, `Failed to use the mock at ${url.origin}: ${message}`)
  }
}
