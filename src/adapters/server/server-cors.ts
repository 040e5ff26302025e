import { type Cors, type CorsRequest, createCors } from '../../mock/adapter/cors.ts'
import type { CorsOption } from '../../mock/options.ts'
import { describeValue } from '../../options/problems.ts'

/** How the server treats requests from pages of other origins. */
export interface ServerCors extends Cors {
  /** Says why the preflight of a page that may not read responses is rejected; undefined for every other request. */
  describeRejection(request: CorsRequest): string | undefined
}

/** Makes the CORS behavior of a server, which also explains what it rejects. */
export function createServerCors(option: CorsOption, methods: readonly string[]): ServerCors {
  const allowed = option && option.length > 0 ? option.toString().replaceAll(',', ', ') : 'no origin'
  const cors = createCors(option, methods)
  return {
    ...cors,
    describeRejection(request) {
      const { method, headers: { origin, 'access-control-request-method': asked } = {} } = request
      if (method !== 'OPTIONS' || origin === undefined || asked === undefined) return undefined
      if (cors.respondToPreflight(request) !== undefined) return undefined
      return `the method must be ${methods.join(' or ')}, got "OPTIONS": pages of ${describeValue(origin)} may not read responses, because cors allows ${allowed}`
    },
  }
}
