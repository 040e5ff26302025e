import type { IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { parseExactJson, stringifyExactJson } from '../../contract/exact-json.ts'
import { type LocalServer, startLocalServer } from '../verifier/local-server.ts'

/** Puts the key of the interaction into the name of a state, since Pact's verifier doesn't send it. */
export const nameState = (key: string, name: string): string => `${key} ${name}`

/** Splits a name from {@link nameState}. */
function readStateName(text: string): { key: string; name: string } {
  const [key = '', ...name] = text.split(' ')
  return { key, name: name.join(' ') }
}

/** A request of Pact's verifier for a change of state. */
export interface StateChange {
  state: string
  params: Readonly<Record<string, unknown>>
  action: 'setup' | 'teardown'
}

/** The server that Pact's verifier requests states from. */
export interface StateServer extends LocalServer {
  /** Why states could not be set up, by the keys of interactions. */
  failures: ReadonlyMap<string, readonly string[]>
}

/** Listens on this machine and forwards changes of states; its answer to one that fails makes the verifier not retry it. */
export async function startStateServer(
  change: (change: StateChange) => Promise<Record<string, unknown> | undefined>,
): Promise<StateServer> {
  const failures = new Map<string, string[]>()

  async function handle(request: IncomingMessage): Promise<{ status: number; body: string }> {
    const asked = parseExactJson(await readText(request)) as StateChange
    // Without states there is nothing to change.
    if (asked.state === '') return { status: 200, body: '{}' }
    const { key, name } = readStateName(asked.state)
    try {
      const values = await change({ ...asked, state: name })
      return { status: 200, body: stringifyExactJson(values ?? {}) }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const verb = asked.action === 'teardown' ? 'cleaned up' : 'set up'
      failures.set(key, [...(failures.get(key) ?? []), `the state "${name}" could not be ${verb}: ${reason}`])
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
