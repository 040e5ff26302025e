import type { MockResponse } from '../exchange.ts'
import type { CorsOption } from '../options.ts'

/** The parts of a request that CORS depends on; header names are in lower case. */
export interface CorsRequest {
  method?: string | undefined
  headers?: Readonly<Record<string, string | string[] | undefined>>
}

/** How the service treats requests from pages of other origins (Fetch standard, section 3.2). */
export interface Cors {
  /** Gives the headers that let the page read the response with these headers; empty if there is no page or it may not read it. */
  headersFor(
    request: CorsRequest,
    received?: Readonly<Record<string, string>>,
  ): Readonly<Record<string, string>>
  /** Responds to a preflight of a page that may read responses; undefined for every other request. */
  respondToPreflight(request: CorsRequest): MockResponse | undefined
}

const none: Readonly<Record<string, string>> = {}
const vary = { vary: 'Origin' }

/**
 * Makes the CORS behavior of an adapter.
 *
 * @param methods those that the service has
 */
export function createCors(option: CorsOption, methods: readonly string[]): Cors {
  function headersFor({ headers = none }: CorsRequest, received = none): Readonly<Record<string, string>> {
    const origin = headers['origin']?.toString()
    const isAny = option === '*'
    if (option === false || (isAny && origin === undefined)) return none
    if (origin === undefined || !(isAny || option.includes(origin))) return vary
    return {
      'access-control-allow-origin': isAny ? option : origin,
      // Browsers reject credentials together with *.
      ...(!isAny && { ...vary, 'access-control-allow-credentials': 'true' }),
      // Names that pages may read anyway, or never, don't matter here.
      'access-control-expose-headers': Object.keys(received).join(', '),
    }
  }
  return {
    headersFor,
    respondToPreflight(request) {
      const { method, headers = none } = request
      const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
      if (!isPreflight || !headersFor(request)['access-control-allow-origin']) return undefined
      return {
        status: 204,
        headers: {
          'access-control-allow-methods': methods.join(', '),
          'access-control-allow-headers':
            headers['access-control-request-headers']?.toString() ?? 'Authorization, Content-Type, Prefer',
          'access-control-max-age': '600',
        },
        body: '',
      }
    },
  }
}
