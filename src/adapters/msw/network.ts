import { HttpResponse, http } from 'msw'
import type { UnhandledRequest } from '../../mock/adapter/describe-unhandled.ts'

/** The parts of a server or a worker of MSW that the kit uses. MSW's own types differ in each major version and module format. */
export interface MswServer {
  use(...handlers: never[]): void
  resetHandlers(...handlers: never[]): void
  listHandlers(): readonly unknown[]
}

/** The server or worker that intercepts the requests of tests. */
export interface Network {
  /** The server or worker, for handlers of a test. */
  server: MswServer
  /**
   * Runs a test with handlers in front of those that the server has, then waits for the requests that nobody awaits.
   * In Node, tests may run at the same time; in a page they run one after the other.
   */
  around(handlers: never[], runTest: () => Promise<void>): Promise<void>
  /** Lets the requests of tests without a mock through. */
  release(): void
}

/** Creates a handler that reports every request and makes it fail like a broken network; it comes after all others. */
export const createLastHandler = (onUnhandled: (request: UnhandledRequest) => void): never =>
  http.all('*', ({ request }) => {
    if (isForBundler(request)) return undefined
    onUnhandled(request)
    return HttpResponse.error()
  }) as never

/** A worker also sees the page load modules from the development server. */
function isForBundler({ method, url }: Request): boolean {
  const { location } = globalThis as { location?: { origin: string } }
  const { origin, pathname } = new URL(url)
  return method === 'GET' && origin === location?.origin && /^\/(?:@|__vite)|\.\w+$/.test(pathname)
}
