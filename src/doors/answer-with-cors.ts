import { operation } from '../contract/generated/operation.ts'
import { type PlantAnswer, type PlantRequest, readHeader } from '../store/exchange.ts'
import type { PlantStore } from '../store/plant-store.ts'
import { createCors } from './cors.ts'

/** The headers that happy-dom sends but msw 3 drops, because a page can't set them. */
const dropped = { origin: 'null', 'access-control-request-method': operation.method }

/**
 * Answers a request to the operation as the server does, also to pages of other origins. The path may be that of a base
 * URL: the store gets its own.
 */
export async function answerWithCors(store: PlantStore, request: PlantRequest): Promise<PlantAnswer> {
  const { answerPreflight, headersFor } = createCors(store.settings.cors)
  const { headers, path } = request
  const isOfHappyDom = readHeader(headers, 'user-agent')?.includes('HappyDOM/')
  const asked = isOfHappyDom ? { ...request, headers: { ...headers, ...dropped } } : request
  const own = { ...request, path: store.path + path.replace(/^[^?]*/, '') }
  const answer = answerPreflight(asked) ?? (await store.handle(own))
  return { ...answer, headers: { ...answer.headers, ...headersFor(asked, answer.headers) } }
}
