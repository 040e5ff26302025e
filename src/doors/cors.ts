import { operation } from '../contract/generated/operation.ts'
import { OptionsError } from '../contract/options-error.ts'
import { describeValue } from '../contract/problems.ts'
import type { PlantAnswer } from '../store/exchange.ts'

/** The parts of a request that CORS depends on; header names are in lower case. */
export interface CorsRequest {
  method?: string | undefined
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Which pages may read the answers: pages of any origin, of the listed origins, or no pages. */
export type CorsOption = '*' | readonly string[] | false

/** How the service treats requests from pages of other origins (Fetch standard, section 3.2). */
export interface Cors {
  /** Gives the headers that let the page read the answer; empty if there is no page or it may not read it. */
  headersFor(request: CorsRequest): Readonly<Record<string, string>>
  /** Answers a preflight of a page that may read answers; undefined for every other request. */
  answerPreflight(request: CorsRequest): PlantAnswer | undefined
}

const readText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value

const exposed = { 'access-control-expose-headers': 'WWW-Authenticate, Allow, Accept-Encoding' }

const none = {}

const isPreflight = ({ method, headers }: CorsRequest): boolean =>
  method === 'OPTIONS' &&
  headers['origin'] !== undefined &&
  headers['access-control-request-method'] !== undefined

/**
 * Makes the CORS behavior of a door.
 *
 * @throws {OptionsError} if an item of the list is not an origin
 */
export function createCors(option: CorsOption = '*'): Cors {
  const origins = new Set(option === '*' || option === false ? [] : option)
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new OptionsError(
        `cors must be *, off or origins like http://localhost:3000, got ${describeValue(origin)}`,
      )
    }
  }
  function headersFor({ headers }: CorsRequest): Readonly<Record<string, string>> {
    if (option === false) return none
    const origin = readText(headers['origin'])
    if (option === '*')
      return origin === undefined ? none : { 'access-control-allow-origin': '*', ...exposed }
    return origin !== undefined && origins.has(origin)
      ? { 'access-control-allow-origin': origin, vary: 'Origin', ...exposed }
      : { vary: 'Origin' }
  }
  return {
    headersFor,
    answerPreflight(request) {
      if (!isPreflight(request) || !('access-control-allow-origin' in headersFor(request))) return undefined
      const asked = readText(request.headers['access-control-request-headers'])
      const headers = {
        'access-control-allow-methods': operation.method,
        'access-control-allow-headers': asked ?? 'Authorization, Content-Type, Prefer',
        'access-control-max-age': '600',
      }
      return { status: 204, headers, body: '' }
    },
  }
}
