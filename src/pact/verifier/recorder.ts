import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Exchange } from '../../http/exchange.ts'
import { type LocalServer, readBody, startLocalServer, toForwarded, writeAnswer } from '../../http/relay.ts'
import { createAgent, sendRequest } from '../../http/send-request.ts'

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

export async function startRecorder({
  base,
  token,
  requestLimit,
  signal,
}: RecorderOptions): Promise<Recorder> {
  const agent = createAgent(base)
  const exchanges = new Map<string, Exchange>()

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const forwarded = toForwarded(incoming, incoming.url ?? '', await readBody(incoming), base)
    // Tokens from the pact aren't masked: they aren't secret, and readers need to see them.
    const mask = (value: string) =>
      value.endsWith(token) && { shell: value.replace(token, '$PLANT_STORE_TOKEN') }
    const headers = forwarded.headers
      .filter(({ name }) => name.toLowerCase() !== keyHeader)
      .map(({ name, value }) => ({ name, value, ...mask(value) }))
    const request = { ...forwarded, headers }
    const start = performance.now()
    const startedAt = new Date().toISOString()
    const outcome = await sendRequest(request, { base, agent, limit: requestLimit, signal })
    const duration = performance.now() - start
    exchanges.set(String(incoming.headers[keyHeader]), { request, outcome, startedAt, duration })
    // If the provider doesn't answer, the verifier gets no answer either.
    if (outcome.kind !== 'answer') return void response.destroy()
    const { answer } = outcome
    const decoded = answer.headers.filter(([name]) => name !== 'content-encoding')
    writeAnswer(response, { ...answer, headers: decoded }, request.method)
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
