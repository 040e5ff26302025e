import { setTimeout as wait } from 'node:timers/promises'
import { isSuccess } from '../../http/exchange.ts'
import { hideQuery } from '../../http/mask.ts'
import { readBody } from '../../http/relay.ts'
import type { Sender } from '../../http/sender.ts'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import { describeValue } from '../../options/problems.ts'
import { fields, object, type Schema, that } from '../../options/schema.ts'
import { toHttpRequest } from '../../probes/ask.ts'
import { type NamedState, type OwnState, readInteger, stateNames } from './provider-states.ts'
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

/** Creates a plant with a plain request, and returns why that failed; `texts` has its name and its tag, if they matter. */
export type CreatePlant = (id: bigint, texts?: NamedState['params']) => Promise<string | undefined>

/** Creates the function that creates plants. */
export const createCreator =
  (sender: Sender, token: string): CreatePlant =>
  async (id, { name = 'Monstera', tag } = {}) => {
    const body = stringifyExactJson({ id, name, ...(tag !== undefined && { tag }) })
    const target = { base: sender.base, currentToken: () => token, agent: 'plant-store-verify-pacts' }
    const { outcome } = await sender.send(toHttpRequest({ body }, target))
    if (outcome.kind !== 'answer') return outcome.message
    const { status } = outcome.answer
    return isSuccess(status) ? undefined : `the request was answered with ${status}`
  }

/**
 * Reaches a state of the kit, which needs no hooks in the service. The state has another id than the pact names, of the same
 * size, since the service may have that one from an earlier run.
 */
export async function reachOwnState(
  { name, params, id }: OwnState,
  create: CreatePlant,
): Promise<{ id?: bigint }> {
  if (name === stateNames.invalidToken) return {}
  if (id === undefined) throw new Error('the state has no parameter id that is an integer')
  const own = takeIdLike(id)
  const problem = name === stateNames.plant ? await create(own, params) : undefined
  if (problem !== undefined) throw new Error(`a plant could not be created: ${problem}`)
  return { id: own }
}

/** Waits for a change of state, for a limited time, and checks the values that it returns. */
export async function waitForValues(changing: unknown, limit: number): Promise<StateValues> {
  const late = wait(limit, undefined, { ref: false }).then(() => {
    throw new Error(`it took longer than ${limit} ms`)
  })
  const values = await Promise.race([changing, late])
  if (!isObject(values)) return {}
  if ('id' in values && readInteger(values['id']) === undefined)
    throw new Error(`it returned an id that is not an integer: ${describeValue(values['id'])}`)
  return values
}
