import { operation } from '../contract/generated/operation.ts'
import type { PlantAnswer } from '../store/exchange.ts'
import type { CorsOption } from '../store/options.ts'

/** The parts of a request that CORS depends on; header names are in lower case. */
interface CorsRequest {
  method?: string | undefined
  headers?: Readonly<Record<string, string | string[] | undefined>>
}

/** How the service treats requests from pages of other origins (Fetch standard, section 3.2). */
export interface Cors {
  /** Gives the headers that let the page read the answer; empty if there is no page or it may not read it. */
  headersFor(request: CorsRequest): Readonly<Record<string, string>>
  /** Answers a preflight of a page that may read answers; undefined for every other request. */
  answerPreflight(request: CorsRequest): PlantAnswer | undefined
}

const none: Readonly<Record<string, string>> = {}

/** Makes the CORS behavior of a door. */
export function createCors(option: CorsOption = '*'): Cors {
  function headersFor({ headers = none }: CorsRequest): Readonly<Record<string, string>> {
    const origin = headers['origin']?.toString()
    if (option === false || (option === '*' && origin === undefined)) return none
    const allowed = {
      'access-control-allow-origin': option === '*' ? option : `${origin}`,
      'access-control-expose-headers': 'WWW-Authenticate, Allow, Accept-Encoding',
    }
    if (option === '*') return allowed
    const vary = { vary: 'Origin' }
    if (origin === undefined || !option.includes(origin)) return vary
    // Browsers refuse it together with *.
    return { ...allowed, ...vary, 'access-control-allow-credentials': 'true' }
  }
  return {
    headersFor,
    answerPreflight(request) {
      const { method, headers = none } = request
      const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
      if (!isPreflight || !('access-control-allow-origin' in headersFor(request))) return undefined
      const asked = headers['access-control-request-headers']?.toString()
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
