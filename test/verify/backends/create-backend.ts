import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Listening, listen } from '../../tools/listen.ts'
import { type Answer, correct, type Parts, Refusal, type State, toJsonAnswer } from './parts.ts'

/** The parts that a backend replaces. */
export type Overrides = Partial<Parts>

/** Starts a plant store on a free port of this machine; it is correct except for the given parts. */
export async function startBackend(overrides: Overrides = {}): Promise<Listening> {
  const parts: Parts = { ...correct, ...overrides }
  const state: State = {
    plants: new Map(),
    open: 0,
    accepted: 0,
    leftover: Buffer.alloc(0),
    isBroken: false,
  }
  const requestsOn = new WeakMap<Socket, number>()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const onConnection = (requestsOn.get(request.socket) ?? 0) + 1
    requestsOn.set(request.socket, onConnection)
    const exchange = { request, response, state, onConnection }
    let result: Answer
    state.open++
    try {
      result = await parts.handle(exchange, parts)
    } catch (error) {
      // A client that has disconnected can't be answered.
      if (request.destroyed && !request.complete) return
      result =
        error instanceof Refusal
          ? parts.refuse(error, parts, exchange)
          : toJsonAnswer(500, JSON.stringify({ error: 500, message: 'something went wrong' }))
    } finally {
      state.open--
    }
    await parts.send(result, exchange)
  }

  const server = createServer({ requireHostHeader: false }, (request, response) => {
    response.on('error', () => {})
    answer(request, response).catch(() => response.destroy())
  })
  server.on('clientError', parts.refuseNonHttp)
  return listen(server)
}
