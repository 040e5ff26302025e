import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Exchange, HttpRequest } from '../../http/exchange.ts'
import { type LocalServer, readBody, startLocalServer, toForwarded, writeAnswer } from '../../http/relay.ts'

/** The header with the key of a request's interaction; the provider doesn't get it. */
export const keyHeader = 'x-plant-store-interaction'

/** Starts a proxy between Pact's verifier and a provider; `send` sends the request of an interaction, whose key it gets. */
export async function startRecorder(
  base: URL,
  send: (key: string, request: HttpRequest) => Promise<Exchange>,
): Promise<LocalServer> {
  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = toForwarded(incoming, incoming.url ?? '', await readBody(incoming), base)
    const headers = request.headers.filter(({ name }) => name.toLowerCase() !== keyHeader)
    const { outcome } = await send(String(incoming.headers[keyHeader]), { ...request, headers })
    // If the provider doesn't answer, the verifier gets no answer either.
    if (outcome.kind !== 'answer') return void response.destroy()
    const { answer } = outcome
    const decoded = answer.headers.filter(([name]) => name !== 'content-encoding')
    writeAnswer(response, { ...answer, headers: decoded }, request.method)
  }
  return await startLocalServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
}
