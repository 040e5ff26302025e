import { operation } from '../contract/generated/operation.ts'
import type { PlantAnswer } from '../store/exchange.ts'
import type { CorsOption } from '../store/options.ts'

/** The parts of a request that CORS depends on; header names are in lower case. */
export interface CorsRequest {
  method?: string | undefined
  headers?: Readonly<Record<string, string | string[] | undefined>>
}

/** How the service treats requests from pages of other origins (Fetch standard, section 3.2). */
export interface Cors {
  /** Gives the headers that let the page read the answer with these headers; empty if there is no page or it may not read it. */
  headersFor(
    request: CorsRequest,
    answered?: Readonly<Record<string, string>>,
  ): Readonly<Record<string, string>>
  /** Answers a preflight of a page that may read answers; undefined for every other request. */
  answerPreflight(request: CorsRequest): PlantAnswer | undefined
}

const none: Readonly<Record<string, string>> = {}
const vary = { vary: 'Origin' }

/**
 * Makes the CORS behavior of a door.
 *
 * @param methods those that the service has
 */
export function createCors(option: CorsOption = '*', methods: readonly string[] = [operation.method]): Cors {
  function headersFor({ headers = none }: CorsRequest, answered = none): Readonly<Record<string, string>> {
    const origin = headers['origin']?.toString()
    const isAny = option === '*'
    if (option === false || (isAny && origin === undefined)) return none
    if (origin === undefined || !(isAny || option.includes(origin))) return vary
    return {
      'access-control-allow-origin': isAny ? option : origin,
      // Browsers refuse credentials together with *.
      ...(!isAny && { ...vary, 'access-control-allow-credentials': 'true' }),
      // Names that pages may read anyway, or never, don't matter here.
      'access-control-expose-headers': Object.keys(answered).join(', '),
    }
  }
  return {
    headersFor,
    answerPreflight(request) {
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
