import { Agent, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { buffer } from 'node:stream/consumers'
import type { Exchange, HttpRequest } from '../../http/exchange.ts'
import { sendRequest } from '../../http/send-request.ts'
import { type LocalServer, startLocalServer } from './local-server.ts'

/** The header with the key of a request's interaction; the recorder doesn't forward it to the provider. */
export const keyHeader = 'x-plant-store-interaction'

/** A proxy between Pact's verifier and a provider that records exchanges. */
export interface Recorder extends LocalServer {
  /** The last exchange of each interaction, by its key. */
  exchanges: ReadonlyMap<string, Exchange>
}

/** How the recorder reaches the provider. */
export interface RecorderOptions {
  base: URL
  token: string
  requestLimit: number
  signal: AbortSignal
}

const ofConnection = /^(?:connection|keep-alive|te|transfer-encoding|upgrade|host|content-length)$/i

const readPairs = (raw: readonly string[]): [name: string, value: string][] =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as [string, string]] : []))

function toRequest(
  { method = '', url = '', rawHeaders }: IncomingMessage,
  body: Buffer,
  { base, token }: RecorderOptions,
): HttpRequest {
  const kept = readPairs(rawHeaders).filter(
    ([name]) => !ofConnection.test(name) && name.toLowerCase() !== keyHeader,
  )
  return {
    method,
    path: base.pathname.replace(/\/$/, '') + url,
    headers: [
      { name: 'Host', value: base.host },
      ...kept.map(([name, value]) => ({
        name,
        value,
        // Tokens from the pact aren't masked: they aren't secret, and readers need to see them.
        ...(value.endsWith(token) && { shell: value.replace(token, '$PLANT_STORE_TOKEN') }),
      })),
      ...(body.length > 0 ? [{ name: 'Content-Length', value: String(body.length) }] : []),
    ],
    pieces: body.length > 0 ? [body] : [],
  }
}

function respond(response: ServerResponse, { outcome }: Exchange): void {
  // If the provider doesn't answer, the verifier gets no answer either.
  if (outcome.kind !== 'answer') return void response.destroy()
  const { status, headers, body } = outcome.answer
  const kept = headers.filter(([name]) => !ofConnection.test(name) && name !== 'content-encoding')
  response.writeHead(status, kept.flat())
  response.end(body)
}

export async function startRecorder(options: RecorderOptions): Promise<Recorder> {
  const { base, requestLimit: limit, signal } = options
  const agent = new (base.protocol === 'https:' ? HttpsAgent : Agent)({ keepAlive: true })
  const exchanges = new Map<string, Exchange>()

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = toRequest(incoming, await buffer(incoming), options)
    const start = performance.now()
    const startedAt = new Date().toISOString()
    const outcome = await sendRequest(request, { base, agent, limit, signal })
    const exchange = { request, outcome, startedAt, duration: performance.now() - start }
    exchanges.set(String(incoming.headers[keyHeader]), exchange)
    respond(response, exchange)
  }

  const server = await startLocalServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  return {
    url: server.url,
    exchanges,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      agent.destroy()
    },
  }
}
