import type { IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { type LocalServer, startLocalServer } from '../../http/relay.ts'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import { describeValue } from '../../options/problems.ts'
import { type ChangeState, readInteger, type StateChange, type StateValues } from './state-handlers.ts'

/** Puts the key of the interaction into the name of a state, since Pact's verifier doesn't send it. */
export const nameState = (key: string, name: string): string => `${key} ${name}`

export interface StateServer extends LocalServer {
  /** Why states could not be set up, by the keys of interactions. */
  failures: ReadonlyMap<string, readonly string[]>
}

/** Waits for a change of state, for a limited time, and checks the values that it returns. */
async function waitFor(changing: Promise<unknown>, limit: number): Promise<StateValues> {
  const late = wait(limit, undefined, { ref: false }).then(() => {
    throw new Error(`it took longer than ${limit} ms`)
  })
  const values = await Promise.race([changing, late])
  if (!isObject(values)) return {}
  if ('id' in values && readInteger(values['id']) === undefined)
    throw new Error(`it returned an id that is not an integer: ${describeValue(values['id'])}`)
  return values
}

/** Listens on this machine and forwards changes of states, each for `limit` milliseconds; a failed one isn't retried. */
export async function startStateServer(change: ChangeState, limit: number): Promise<StateServer> {
  const failures = new Map<string, string[]>()

  async function handle(request: IncomingMessage): Promise<{ status: number; body: string }> {
    const asked = parseExactJson(await readText(request)) as StateChange
    // Without states there is nothing to change.
    if (asked.state === '') return { status: 200, body: '{}' }
    const [key = '', ...words] = asked.state.split(' ')
    const state = words.join(' ')
    try {
      return { status: 200, body: stringifyExactJson(await waitFor(change({ ...asked, state }, key), limit)) }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const verb = asked.action === 'teardown' ? 'cleaned up' : 'set up'
      const failure = `the state "${state}" could not be ${verb}: ${reason}`
      failures.set(key, [...(failures.get(key) ?? []), failure])
      // The verifier would retry after a 5xx.
      return { status: 400, body: '{}' }
    }
  }

  const server = await startLocalServer((request, response) => {
    handle(request).then(
      ({ status, body }) => response.writeHead(status, { 'Content-Type': 'application/json' }).end(body),
      () => response.writeHead(400).end(),
    )
  })
  return { ...server, failures }
}
