import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpAnswer, HttpRequest } from '../../http/exchange.ts'
import {
  type LocalServer,
  readRequestBody,
  startLocalServer,
  toForwarded,
  writeAnswer,
} from '../../http/relay.ts'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import { describeValue } from '../../options/problems.ts'
import { readInteger } from '../states/provider-states.ts'
import type { StateChange, StateValues } from '../states/state-handlers.ts'
import { keyHeader, type Trial } from './prepare-pact.ts'

/** What stands behind the server that Pact's verifier asks. */
export interface Service<T extends Trial> {
  /** The base address of the requests. */
  base: URL
  /** Answers the request of an interaction; undefined if no answer comes. */
  answer(trial: T, request: HttpRequest): Promise<HttpAnswer | undefined>
  /** Changes a state of an interaction, and returns what its handler returned. */
  change(trial: T, change: StateChange): unknown
}

/** Waits for a change of state, for a limited time, and checks the values that it returns. */
async function waitFor(changing: unknown, limit: number): Promise<StateValues> {
  const late = wait(limit, undefined, { ref: false }).then(() => {
    throw new Error(`it took longer than ${limit} ms`)
  })
  const values = await Promise.race([changing, late])
  if (!isObject(values)) return {}
  if ('id' in values && readInteger(values['id']) === undefined)
    throw new Error(`it returned an id that is not an integer: ${describeValue(values['id'])}`)
  return values
}

/** Starts the server that Pact's verifier asks, on this machine, for requests and for changes of states, each for `limit` milliseconds. A failed change isn't retried. */
export async function startServer<T extends Trial>(
  trials: readonly T[],
  { base, answer, change }: Service<T>,
  limit: number,
): Promise<LocalServer> {
  const byKey = new Map(trials.map((trial) => [trial.key, trial]))

  async function changeState(body: Buffer, response: ServerResponse): Promise<void> {
    const asked = parseExactJson(body.toString()) as StateChange
    const [key = '', ...words] = asked.state.split(' ')
    const state = words.join(' ')
    const trial = byKey.get(key)
    const end = (status: number, values: StateValues = {}): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(stringifyExactJson(values))
    }
    // Without states there is nothing to change.
    if (trial === undefined) return end(200)
    try {
      end(200, await waitFor((async () => change(trial, { ...asked, state }))(), limit))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const verb = asked.action === 'teardown' ? 'cleaned up' : 'set up'
      trial.failures.push(`the state "${state}" could not be ${verb}: ${reason}`)
      // The verifier would retry after a 5xx.
      end(400)
    }
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readRequestBody(incoming)
    const key = incoming.headers[keyHeader]
    if (key === undefined) return await changeState(body, response)
    const request = toForwarded(incoming, incoming.url ?? '', body, base)
    const headers = request.headers.filter(({ name }) => name.toLowerCase() !== keyHeader)
    const answered = await answer(byKey.get(String(key)) as T, { ...request, headers })
    // If the service doesn't answer, the verifier gets no answer either.
    if (answered === undefined) return void response.destroy()
    const decoded = answered.headers.filter(([name]) => name !== 'content-encoding')
    writeAnswer(response, { ...answered, headers: decoded }, request.method)
  }

  return await startLocalServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy())
  })
}
