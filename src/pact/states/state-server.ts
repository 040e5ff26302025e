import type { IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { parseExactJson, stringifyExactJson } from '../../contract/exact-json.ts'
import { type LocalServer, startLocalServer } from '../verifier/local-server.ts'

/** Tells in the name of a state for which interaction it is, as Pact's verifier does not. */
export const nameState = (key: string, name: string): string => `${key} ${name}`

/** Reads what {@link nameState} wrote. */
function readStateName(text: string): { key: string; name: string } {
  const [key = '', ...name] = text.split(' ')
  return { key, name: name.join(' ') }
}

/** A change of state as Pact's verifier asks for it. */
export interface StateChange {
  state: string
  params: Readonly<Record<string, unknown>>
  action: 'setup' | 'teardown'
}

/** Where Pact's verifier asks for states. */
export interface StateServer extends LocalServer {
  /** Why states could not be reached, by the keys of interactions. */
  failures: ReadonlyMap<string, readonly string[]>
}

/** Listens on this machine and hands changes of states on; one that fails is answered so that it is not asked for again. */
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
      const verb = asked.action === 'teardown' ? 'cleared up' : 'reached'
      failures.set(key, [...(failures.get(key) ?? []), `the state "${name}" could not be ${verb}: ${reason}`])
      // A 5xx would be tried again and again.
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
