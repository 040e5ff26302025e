import { type Exchange, readStatus, wasTaken } from '../../http/exchange.ts'
import { hideQuery } from '../../http/mask.ts'
import { readBody } from '../../http/relay.ts'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { type NamedState, type OwnState, stateNames, takeIdLike } from './provider-states.ts'

/** The values that a state handler returns; they replace the values that the generators of a pact refer to. */
export type StateValues = Record<string, unknown>

/**
 * Sets up a provider state, or cleans up after it; `params` come from the interaction. It may return {@link StateValues}
 * or a promise of them. It fails by throwing.
 */
export type StateHandler = (params: Readonly<Record<string, unknown>>) => unknown

/** Handlers of provider states, by the names of the states. A handler is a function that sets up the state, or an object with functions for setup and teardown. */
export type StateHandlers = Readonly<
  Record<string, StateHandler | { setup?: StateHandler; teardown?: StateHandler }>
>

/** A request of Pact's verifier for a change of state. */
export interface StateChange {
  state: string
  params: Readonly<Record<string, unknown>>
  action: 'setup' | 'teardown'
}

/** Calls the handler of a state; throws an error if there is none. */
export function callHandler(
  handlers: StateHandlers,
  state: NamedState,
  action: StateChange['action'],
): unknown {
  const handler = handlers[state.name]
  if (handler === undefined)
    throw new Error('there is no handler for this state. Pass states, or --state-change-url')
  const { setup, teardown } = typeof handler === 'function' ? { setup: handler } : handler
  return (action === 'setup' ? setup : teardown)?.(state.params)
}

/** Requests a state from a URL of the service, like Pact's verifiers; fails unless the answer is 2xx. */
export async function forwardState(
  url: string | URL,
  change: StateChange,
  signal: AbortSignal,
): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' }
  const request = { method: 'POST', headers, body: stringifyExactJson(change), signal }
  const response = await fetch(url, request).catch(({ message, cause }: Error) => {
    throw new Error(`${hideQuery(url)} gave no answer: ${(cause as Error | undefined)?.message ?? message}`)
  })
  if (!response.ok) throw new Error(`${hideQuery(url)} answered with ${response.status}`)
  const text = String(await readBody(response.body))
  try {
    return parseExactJson(text)
  } catch {
    // Services that return no values needn't answer with JSON.
    return undefined
  }
}

/**
 * Reaches a state of the kit, which needs no hooks in the service. The state has another id than the pact names, of the same
 * size, since the service may have that one from an earlier run.
 */
export async function reachOwnState(
  { name, params, id }: OwnState,
  create: (plant: object) => Promise<Exchange>,
): Promise<{ id?: bigint }> {
  if (name === stateNames.invalidToken) return {}
  if (id === undefined) throw new Error('the state has no parameter id that is an integer')
  const { name: text = 'Monstera', tag } = params
  const plant = { id: takeIdLike(id), name: text, ...(tag !== undefined && { tag }) }
  const exchange = name === stateNames.plant ? await create(plant) : undefined
  if (exchange === undefined || wasTaken(exchange)) return { id: plant.id }
  const status = readStatus(exchange)
  throw new Error(
    `a plant could not be created: ${status === undefined ? 'no answer came' : `the answer was ${status}`}`,
  )
}
