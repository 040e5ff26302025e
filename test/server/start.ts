import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { afterAll, beforeEach, onTestFinished } from 'vitest'
import {
  type LoggedRequest,
  type ServerOptions,
  startServer,
} from '../../src/adapters/server/start-server.ts'
import type { ServedMock } from '../../src/mock/create-mock.ts'
import { listen } from '../tools/listen.ts'

/** Starts a server that stops after the test, and keeps what it logs; a stop that waits for its limit hangs. */
export async function start(options: ServerOptions = {}) {
  const log: LoggedRequest[] = []
  const onRequest = (request: LoggedRequest) => log.push(request)
  const server = await startServer({ port: 0, shutdownTimeout: 3_600_000, onRequest, ...options })
  onTestFinished(() => {
    server.closeNow()
    return server.close()
  })
  return { ...server, mock: server.mock as ServedMock, adminUrl: server.adminUrl ?? '', log }
}

/** Starts a server for all tests of a file, whose mock is as new for each of them, and keeps what it logs. */
export async function share(options: ServerOptions = {}) {
  const log: LoggedRequest[] = []
  const server = await startServer({ port: 0, onRequest: (request) => log.push(request), ...options })
  beforeEach(() => {
    log.length = 0
    return server.mock.reset()
  })
  afterAll(server.close)
  return { ...server, mock: server.mock as ServedMock, log }
}

/** Starts a service and a server in front of it. */
export async function startBoth(
  listener: RequestListener,
  { prefix = '', ...options }: ServerOptions & { prefix?: string } = {},
) {
  const service = createServer(listener)
  const upstream = await listen(service)
  onTestFinished(() => upstream[Symbol.asyncDispose]())
  const server = await start({ upstream: upstream.url + prefix, ...options })
  return { ...server, service, upstreamUrl: upstream.url }
}

/** Responds with what it got. */
export const mirror = (request: IncomingMessage, response: ServerResponse): void => {
  const { method, url, headers } = request
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ method, url, headers }))
}

/** Responds to every request with a string. */
export const text = (body: string) => (_request: IncomingMessage, response: ServerResponse) => {
  response.end(body)
}
