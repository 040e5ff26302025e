import { operation } from '../contract/generated/operation.ts'
import type { PlantAnswer } from '../store/exchange.ts'
import type { CorsOption } from '../store/options.ts'

export type { CorsOption }

/** The parts of a request that CORS depends on; header names are in lower case. */
export interface CorsRequest {
  method?: string | undefined
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** How the service treats requests from pages of other origins (Fetch standard, section 3.2). */
export interface Cors {
  /** Gives the headers that let the page read the answer; empty if there is no page or it may not read it. */
  headersFor(request: CorsRequest): Readonly<Record<string, string>>
  /** Answers a preflight of a page that may read answers; undefined for every other request. */
  answerPreflight(request: CorsRequest): PlantAnswer | undefined
}

const readText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value

const none = {}

/** Makes the CORS behavior of a door. */
export function createCors(option: CorsOption = '*'): Cors {
  function headersFor({ headers }: CorsRequest): Readonly<Record<string, string>> {
    const origin = readText(headers['origin'])
    if (option === false || (option === '*' && origin === undefined)) return none
    const vary: Record<string, string> = option === '*' ? none : { vary: 'Origin' }
    if (origin === undefined || !(option === '*' || option.includes(origin))) return vary
    return {
      'access-control-allow-origin': option === '*' ? option : origin,
      ...vary,
      'access-control-expose-headers': 'WWW-Authenticate, Allow, Accept-Encoding',
    }
  }
  return {
    headersFor,
    answerPreflight(request) {
      const { method, headers } = request
      const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
      if (!isPreflight || !('access-control-allow-origin' in headersFor(request))) return undefined
      const asked = readText(headers['access-control-request-headers'])
      return {
        status: 204,
        headers: {
          'access-control-allow-methods': operation.method,
          'access-control-allow-headers': asked ?? 'Authorization, Content-Type, Prefer',
          'access-control-max-age': '600',
        },
        body: '',
      }
    },
  }
}
