import { asksForFewer, type HttpRequest, isSuccess } from '../../http/exchange.ts'
import { hideQuery } from '../../http/mask.ts'
import { readBody } from '../../http/relay.ts'
import type { Sender } from '../../http/sender.ts'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import { fields, object, type Schema, that } from '../../options/schema.ts'
import { toHttpRequest } from '../../probes/ask.ts'
import { type NamedState, type OwnState, stateNames } from './provider-states.ts'
import { takeIdLike } from './take-id-like.ts'

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

const step = that('a function', (value) => typeof value === 'function')
const steps = object({ setup: step, teardown: step })

const handler: Schema = {
  expected: 'a function, or an object with setup or teardown functions',
  find: (value) =>
    step.find(value) ?? (isObject(value) && Object.keys(value).length > 0 ? steps.find(value) : undefined),
}

/** The values of {@link StateHandlers}. */
export const stateHandlers: Schema = fields('an object with handlers by name', true, () => handler)

/** A request of Pact's verifier for a change of state. */
export interface StateChange {
  state: string
  params: Readonly<Record<string, unknown>>
  action: 'setup' | 'teardown'
}

/** Returns a state under the name that has a handler. */
export const findHandled = (
  handlers: StateHandlers,
  state: NamedState,
): Omit<NamedState, 'own'> | undefined =>
  [state, state.own].find((one) => one !== undefined && Object.hasOwn(handlers, one.name))

/** Calls the handler of a state; throws an error if there is none. */
export function callHandler(
  handlers: StateHandlers,
  state: NamedState,
  action: StateChange['action'],
): unknown {
  const handled = findHandled(handlers, state)
  if (handled === undefined)
    throw new Error('there is no handler for this state. Pass states, or --state-change-url')
  const handler = handlers[handled.name]
  const { setup, teardown } = typeof handler === 'function' ? { setup: handler } : (handler ?? {})
  return (action === 'setup' ? setup : teardown)?.(handled.params)
}

/** Creates the function that requests states from a URL of the service, like Pact's verifiers; it fails unless the answer is 2xx. */
export function createForwarded(
  url: string | URL,
  signal: AbortSignal,
): (change: StateChange) => Promise<unknown> {
  const shown = hideQuery(url)
  return async (change) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: stringifyExactJson(change),
      signal,
    }).catch(({ message, cause }: Error) => {
      throw new Error(`${shown} gave no answer: ${(cause as Error | undefined)?.message ?? message}`)
    })
    const text = String(await readBody(response.body))
    if (!response.ok) throw new Error(`${shown} answered with ${response.status}`)
    try {
      return parseExactJson(text)
    } catch {
      // Services that return no values needn't answer with JSON.
      return undefined
    }
  }
}

const toPlainRequest = ({ base }: Sender, token: string, plant: object): HttpRequest =>
  toHttpRequest(
    { body: stringifyExactJson(plant) },
    { base, currentToken: () => token, agent: 'plant-store-verify-pacts' },
  )

/** Creates a plant with a plain request, and returns why that failed; `texts` has its name and its tag, if they matter. */
export type CreatePlant = (id: bigint, texts?: NamedState['params']) => Promise<string | undefined>

/** Creates the function that creates plants. */
export function createCreator(begin: () => Sender, token: string): CreatePlant {
  /** Whether the service still asked for fewer requests after a sender waited for it. */
  let isLimited = false
  return async (id, { name = 'Monstera', tag } = {}) => {
    // A sender that the service has limited would send every other plant later.
    using sender = begin()
    const request = toPlainRequest(sender, token, { id, name, ...(tag !== undefined && { tag }) })
    const { outcome } = await (isLimited ? sender.alone((send) => send(request)) : sender.send(request))
    if (outcome.kind !== 'answer') return outcome.message
    isLimited = asksForFewer(outcome.answer)
    const { status } = outcome.answer
    return isSuccess(status) ? undefined : `the request was answered with ${status}`
  }
}

/** Reaches a state of the kit, which needs no hooks in the service; if the id of a plant to create is taken, another one is added to the substitutes. */
export async function reachOwnState(
  { name, params, id }: OwnState,
  substitutes: Map<bigint, bigint>,
  create: CreatePlant,
): Promise<StateValues | undefined> {
  if (name === stateNames.invalidToken) return undefined
  if (id === undefined) throw new Error('the state has no parameter id that is an integer')
  const known = substitutes.get(id)
  if (name === stateNames.noPlant) return { id: known ?? id }
  let problem: string | undefined
  for (const one of known === undefined ? [id, takeIdLike(id)] : [known]) {
    problem = await create(one, params)
    if (problem !== undefined) continue
    if (one !== id) substitutes.set(id, one)
    return { id: one }
  }
  throw new Error(`a plant with the id ${id} could not be created: ${problem}`)
}
