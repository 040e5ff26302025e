import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { type AnsweredRequest, type ServerOptions, startServer } from '../../src/server/start-server.ts'
import { listen } from '../tools/listen.ts'

/** Starts a service and a fake in front of it. */
export async function startBoth(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  { prefix = '', ...options }: ServerOptions & { prefix?: string } = {},
) {
  const log: AnsweredRequest[] = []
  const service = createServer(listener)
  const upstream = await listen(service)
  const server = await startServer({
    port: 0,
    upstream: upstream.url + prefix,
    onRequest: (request) => log.push(request),
    ...options,
  })
  onTestFinished(async () => {
    server.closeNow()
    await Promise.all([server.close(), upstream[Symbol.asyncDispose]()])
  })
  return { ...server, service, upstreamUrl: upstream.url, log }
}

/** Answers with what it got. */
export const mirror = (request: IncomingMessage, response: ServerResponse): void => {
  const { method, url, headers } = request
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ method, url, headers }))
}

/** Answers every request with a text. */
export const text = (answer: string) => (_request: IncomingMessage, response: ServerResponse) => {
  response.end(answer)
}
