import { type SetupServer, setupServer } from 'msw/node'
import { isIntercepting } from './is-intercepting.ts'
import type { MswServer, Network } from './network.ts'

type Boundary = Pick<SetupServer, 'boundary'>

/** The timer of the platform, because tests may replace it with one that stands still. */
const immediately = setImmediate

/** Lets requests that nobody awaits reach their handlers. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => immediately(resolve))
}

let own: SetupServer | undefined

/** The one server of this process, which listens from its first use on; requests outside of its boundaries pass through. */
function listen(): SetupServer {
  if (own !== undefined) return own
  // Two servers in one process read each other's bodies.
  if (isIntercepting()) {
    throw new Error(
      'Failed to start the mock: another setupServer is listening. ' +
        'Pass that server: createMockTest(options, { server }).',
    )
  }
  own = setupServer()
  // msw 3 reads the first name, msw 2 the second; each ignores the other.
  const options = { onUnhandledFrame: 'bypass', onUnhandledRequest: 'bypass' }
  own.listen(options as Parameters<SetupServer['listen']>[0])
  return own
}

function checkGiven(server: MswServer & Partial<Boundary>): MswServer & Boundary {
  if (server.boundary === undefined) {
    throw new Error('Failed to start the mock: server must be the return value of setupServer from msw.')
  }
  if (!isIntercepting()) {
    throw new Error(
      'Failed to start the mock: the server that you passed is not listening. ' +
        'Call server.listen() in a setup file of Vitest, or in beforeAll.',
    )
  }
  return server as MswServer & Boundary
}

/**
 * Returns the network of Node, which uses the server of the project or one of the kit's own.
 *
 * @throws {Error} if the server that was given isn't listening, or if another one is listening
 */
export function openNetwork(given: MswServer | undefined): Network {
  const server = given === undefined ? listen() : checkGiven(given)
  return {
    server,
    around: (handlers, runTest) =>
      server.boundary(async () => {
        server.use(...handlers)
        // `server.resetHandlers()` of a test restores the handlers at the start of the inner boundary.
        await server.boundary(runTest)()
        await settle()
      })(),
    // Only requests of the boundaries are intercepted.
    release() {},
  }
}
