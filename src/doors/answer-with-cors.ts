import { operation } from '../contract/generated/operation.ts'
import { type PlantAnswer, type PlantRequest, readHeader } from '../store/exchange.ts'
import type { PlantStore } from '../store/plant-store.ts'
import { type CorsRequest, createCors } from './cors.ts'

/** msw 3 drops the headers that a page can't set, as `Origin`, from the requests of happy-dom, preflights included. */
function toCorsRequest({ method, headers = {} }: PlantRequest): CorsRequest {
  if (!readHeader(headers, 'user-agent')?.includes('HappyDOM/')) return { method, headers }
  const added = { origin: 'null', 'access-control-request-method': operation.method }
  return { method, headers: { ...headers, ...added } }
}

/**
 * Answers a request to the operation as the server does, also to pages of other origins. The path may be that of a base
 * URL: the store gets its own.
 */
export async function answerWithCors(store: PlantStore, request: PlantRequest): Promise<PlantAnswer> {
  const cors = createCors(store.settings.cors)
  const asked = toCorsRequest(request)
  const path = store.path + request.path.replace(/^[^?]*/, '')
  const answer = cors.answerPreflight(asked) ?? (await store.handle({ ...request, path }))
  return { ...answer, headers: { ...answer.headers, ...cors.headersFor(asked) } }
}
