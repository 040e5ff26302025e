import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { VerifierOptions } from '@pact-foundation/pact-core'
import type { HttpAnswer, HttpRequest } from '../../http/exchange.ts'
import {
  type LocalServer,
  readRequestBody,
  startLocalServer,
  toForwarded,
  writeAnswer,
} from '../../http/relay.ts'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import type { StateChange, StateValues } from '../states/state-handlers.ts'

/** What stands behind the server that Pact's verifier asks. */
export interface Service {
  /** The base address of the requests. */
  base: URL
  /** Answers the request of an interaction; undefined if no answer comes. */
  answer(request: HttpRequest): HttpAnswer | undefined | Promise<HttpAnswer | undefined>
  /** Changes a state of an interaction; the generators of its pact read the values. */
  change(change: StateChange): StateValues | Promise<StateValues>
}

/** Starts the server that Pact's verifier asks, on this machine; `options` tell the verifier where it is. */
export async function startServer({
  base,
  answer,
  change,
}: Service): Promise<LocalServer & { options: Partial<VerifierOptions> & { providerBaseUrl: string } }> {
  const path = `/${randomUUID()}`
  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readRequestBody(incoming)
    if (incoming.url === path) {
      const values = await change(parseExactJson(body.toString()) as StateChange)
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(stringifyExactJson(values))
      return
    }
    const request = toForwarded(incoming, incoming.url ?? '', body, base)
    const answered = await answer(request)
    // If the service doesn't answer, the verifier gets no answer either.
    if (answered === undefined) return void response.destroy()
    const decoded = answered.headers.filter(([name]) => name !== 'content-encoding')
    writeAnswer(response, { ...answered, headers: decoded }, request.method)
  }
  const server = await startLocalServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy())
  })
  const options = {
    providerBaseUrl: server.url,
    providerStatesSetupUrl: `${server.url}${path}`,
    providerStatesSetupTeardown: true,
    // A redirect target isn't the answer of this service.
    followRedirects: false,
    failIfNoPactsFound: true,
  }
  return Object.assign(server, { options })
}
