import { type MockRequest, type MockResponse, readHeader } from '../exchange.ts'
import type { CorsOption } from '../options.ts'
import { createCors } from './cors.ts'

interface Responding {
  settings: { readonly cors: CorsOption }
  handle(request: MockRequest): MockResponse | Promise<MockResponse>
}

/**
 * Responds to a request as the server does, also to pages of other origins.
 *
 * @param methods those that a page may use
 */
export async function respondWithCors(
  { settings, handle }: Responding,
  request: MockRequest,
  methods: readonly string[],
): Promise<MockResponse> {
  const { respondToPreflight, headersFor } = createCors(settings.cors, methods)
  const { headers } = request
  const isOfHappyDom = readHeader(headers, 'user-agent')?.includes('HappyDOM/')
  // happy-dom sends these headers, but msw 3 drops them, because a page can't set them.
  const dropped = { origin: 'null', 'access-control-request-method': methods[0] }
  const asked = isOfHappyDom ? { ...request, headers: { ...headers, ...dropped } } : request
  const response = respondToPreflight(asked) ?? (await handle(request))
  return { ...response, headers: { ...response.headers, ...headersFor(asked, response.headers) } }
}
