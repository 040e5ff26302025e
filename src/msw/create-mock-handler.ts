import * as msw from 'msw'
import { respondWithCors } from '../doors/answer-with-cors.ts'
import { parseBaseUrl, toUrlPattern } from '../doors/service-url.ts'
import type { Mock } from '../mock/create-mock.ts'
import type { PlantAnswer, PlantRequest } from '../store/exchange.ts'
import { toPlantRequest, toResponse } from '../store/fetch.ts'

/** Creates the handler that responds like a mock. Requests to paths that the description has not fall through to MSW. */
export function createMockHandler(mock: Mock, baseUrl: string | undefined): never {
  const { origin, basePath } = baseUrl === undefined ? {} : parseBaseUrl(baseUrl)
  const below = toUrlPattern({ ...(origin !== undefined && { origin }), path: basePath ?? '' }, '(/.*)?')
  const handle = (request: PlantRequest) => mock.handle(request) as PlantAnswer | Promise<PlantAnswer>

  return msw.http.all(below, async ({ request }) => {
    const { contract, settings } = mock
    const { pathname, search } = new URL(request.url)
    // The contract finds a path without the base path of the description, too.
    const path = pathname.slice(basePath?.length ?? 0) + search
    if (contract.match(request.method, path).kind === 'unknown-path') return undefined
    const methods = [...new Set(contract.operations.map(({ method }) => method))]
    const asked = { ...(await toPlantRequest(request)), path }
    return toResponse(await respondWithCors({ settings, handle }, asked, methods)) ?? msw.HttpResponse.error()
  }) as never
}
