import { respondWithCors } from '../doors/answer-with-cors.ts'
import { parseBaseUrl, toUrlPattern } from '../doors/service-url.ts'
import type { Mock } from '../mock/create-mock.ts'
import { toPlantRequest } from '../mock/fetch.ts'
import type { PlantAnswer, PlantRequest } from '../store/exchange.ts'

/** Responds to requests to some addresses; undefined for a path that the description doesn't have. */
interface MockResponder {
  pattern: RegExp
  respond(request: Request): Promise<PlantAnswer | undefined>
}

/** Makes what responds like a mock at the address of the service. @throws {OptionsError} if that isn't valid */
export function respondLikeMock(mock: Mock, baseUrl: string | undefined): MockResponder {
  const { origin, basePath = '' } = baseUrl === undefined ? {} : parseBaseUrl(baseUrl)
  const handle = (request: PlantRequest) => mock.handle(request) as PlantAnswer | Promise<PlantAnswer>
  return {
    pattern: toUrlPattern({ ...(origin !== undefined && { origin }), path: basePath }, '(/.*)?'),
    async respond(request) {
      const { contract, settings } = mock
      const { pathname, search } = new URL(request.url)
      // The contract finds a path with or without the base path of the description, but no other one.
      const other = contract.basePaths.includes(basePath) ? '' : basePath
      const path = pathname.slice(other.length) + search
      if (contract.match(request.method, path).kind === 'unknown-path') return undefined
      const methods = [...new Set(contract.operations.map(({ method }) => method))]
      const asked = { ...(await toPlantRequest(request)), path }
      const response = await respondWithCors({ settings, handle }, asked, methods)
      const { location } = response.headers
      return location?.startsWith('/') === true && other !== ''
        ? { ...response, headers: { ...response.headers, location: other + location } }
        : response
    },
  }
}
