import { type HttpHandler, HttpResponse, http } from 'msw'
import { type SetupServer, setupServer } from 'msw/node'

export type { SetupServer }

/** A request that no handler took. */
export type UnhandledRequest = Pick<Request, 'method' | 'url'>

let server: SetupServer | undefined

/** Gives the one server of this process, which listens from its first use; requests outside of its boundaries pass through. */
export function listen(): SetupServer {
  if (server !== undefined) return server
  server = setupServer()
  // The first is the name of msw 3, the second that of msw 2; each ignores the other.
  const options = { onUnhandledFrame: 'bypass', onUnhandledRequest: 'bypass' }
  server.listen(options as Parameters<SetupServer['listen']>[0])
  return server
}

/** Makes a handler that tells of every request and lets it fail as a network does; it belongs behind all others. */
export const createLastHandler = (onUnhandled: (request: UnhandledRequest) => void): HttpHandler =>
  http.all('*', ({ request }) => {
    onUnhandled(request)
    return HttpResponse.error()
  })
