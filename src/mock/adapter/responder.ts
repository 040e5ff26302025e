import type { Mock } from '../create-mock.ts'
import type { MockRequest, MockResponse } from '../exchange.ts'
import { respondWithCors } from './respond-with-cors.ts'
import { parseBaseUrl, type Target, toUrlPattern } from './service-url.ts'

export interface Responder {
  target: Target
  pattern: RegExp
  /** Whether the description has the path of a URL. */
  covers(method: string, url: string): boolean
  /** Whether the body of a request is worth reading: not that of a form which its operation rejects. In jsdom, reading one with a file would fail. */
  wantsBody(request: Pick<Request, 'method' | 'url' | 'headers'>): boolean
  /** Responds to a request; undefined for a path that the description doesn't have. */
  respond(url: string, request: Omit<MockRequest, 'path'>): Promise<MockResponse | undefined>
}

/**
 * Makes what responds like a mock at the address of a service.
 *
 * @param baseUrl the address of the service as clients know it; without it, the mock responds at every origin
 *
 * @throws {OptionsError} if the address isn't valid
 */
export function createResponder(mock: Mock, baseUrl: string | undefined): Responder {
  const { origin, basePath = '' } = baseUrl === undefined ? {} : parseBaseUrl(baseUrl)
  const target = { ...(origin !== undefined && { origin }), path: basePath }
  const pattern = toUrlPattern(target, '(/.*)?')

  /** Reads the path as the description knows it, and what clients have before it. */
  function readPath(url: string): { path: string; prefix: string } {
    const { pathname, search } = new URL(url)
    // The contract finds a path with or without the base path of the description, but no other one.
    const prefix = mock.contract.basePaths.includes(basePath) ? '' : basePath
    return { path: pathname.slice(prefix.length) + search, prefix }
  }

  const covers = (method: string, url: string): boolean =>
    pattern.test(url.replace(/[?#].*/s, '')) &&
    mock.contract.match(method, readPath(url).path).kind !== 'unknown-path'

  return {
    target,
    pattern,
    covers,
    wantsBody({ method, url, headers }) {
      const type = headers.get('content-type') ?? ''
      if (!/^multipart\//i.test(type)) return true
      const match = mock.contract.match(method, readPath(url).path)
      return match.kind !== 'operation' || match.operation.body?.pick(type) !== undefined
    },
    async respond(url, request) {
      if (!covers(request.method, url)) return undefined
      const { path, prefix } = readPath(url)
      const { settings, handle, contract } = mock
      const methods = [...new Set(contract.operations.map(({ method }) => method))]
      const response = await respondWithCors({ settings, handle }, { ...request, path }, methods)
      const { location } = response.headers
      return location?.startsWith('/') === true && prefix !== ''
        ? { ...response, headers: { ...response.headers, location: prefix + location } }
        : response
    },
  }
}
