import { operation } from '../contract/generated/operation.ts'
import { type PlantAnswer, type PlantRequest, readHeader } from '../store/exchange.ts'
import type { CorsOption } from '../store/options.ts'
import type { PlantStore } from '../store/plant-store.ts'
import { createCors } from './cors.ts'

/** The parts of a store or a mock that respond to requests. */
interface Answering {
  settings: { readonly cors: CorsOption }
  handle(request: PlantRequest): PlantAnswer | Promise<PlantAnswer>
}

/**
 * Responds to a request as the server does, also to pages of other origins.
 *
 * @param methods those that a page may use
 */
export async function respondWithCors(
  { settings, handle }: Answering,
  request: PlantRequest,
  methods: readonly string[],
): Promise<PlantAnswer> {
  const { answerPreflight, headersFor } = createCors(settings.cors, methods)
  const { headers } = request
  const isOfHappyDom = readHeader(headers, 'user-agent')?.includes('HappyDOM/')
  // happy-dom sends these headers, but msw 3 drops them, because a page can't set them.
  const dropped = { origin: 'null', 'access-control-request-method': methods[0] }
  const asked = isOfHappyDom ? { ...request, headers: { ...headers, ...dropped } } : request
  const response = answerPreflight(asked) ?? (await handle(request))
  return { ...response, headers: { ...response.headers, ...headersFor(asked, response.headers) } }
}

/** Answers a request to the operation. The path may be that of a base URL: the store gets its own. */
export const answerWithCors = (store: PlantStore, request: PlantRequest): Promise<PlantAnswer> =>
  respondWithCors(store, { ...request, path: store.path + request.path.replace(/^[^?]*/, '') }, [
    operation.method as string,
  ])
