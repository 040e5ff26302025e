import { asksForFewer, type Exchange, type HttpRequest, isSuccess } from '../../http/exchange.ts'
import { hideQuery } from '../../http/mask.ts'
import { readBody } from '../../http/relay.ts'
import type { Sender } from '../../http/sender.ts'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import { fields, object, type Schema, that } from '../../options/schema.ts'
import { toHttpRequest } from '../../probes/ask.ts'
import type { NamedState } from '../file/pact-interaction.ts'
import { stateNames, toKnownState } from './provider-states.ts'

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

/** Changes a state, and returns what the handler returned. */
export type ChangeState = (change: StateChange) => Promise<unknown>

/** Returns a state under the name that has a handler. */
export function findHandled(handlers: StateHandlers, state: NamedState): NamedState | undefined {
  return [state, toKnownState(state)].find(({ name }) => Object.hasOwn(handlers, name))
}

export function createHandled(handlers: StateHandlers): ChangeState {
  return async ({ state, params, action }) => {
    const handled = findHandled(handlers, { name: state, params })
    if (handled === undefined)
      throw new Error('there is no handler for this state. Pass states, or --state-change-url')
    const handler = handlers[handled.name]
    const { setup, teardown } = typeof handler === 'function' ? { setup: handler } : (handler ?? {})
    return (action === 'setup' ? setup : teardown)?.(handled.params)
  }
}

/** Creates the function that requests states from a URL of the provider, like Pact's verifiers; it fails unless the answer is 2xx. */
export function createForwarded(url: string | URL, signal: AbortSignal): ChangeState {
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
      // Providers that return no values needn't answer with JSON.
      return undefined
    }
  }
}

/** Makes a plain request to the operation. */
export const toPlainRequest = ({ base }: Sender, token: string, plant: object): HttpRequest =>
  toHttpRequest(
    { body: stringifyExactJson(plant) },
    { base, currentToken: () => token, agent: 'plant-store-verify-pacts' },
  )

const describeFailure = ({ outcome }: Exchange): string | undefined => {
  if (outcome.kind !== 'answer') return outcome.message
  const { status } = outcome.answer
  return isSuccess(status) ? undefined : `the request was answered with ${status}`
}

/** Creates a plant with a plain request; returns why that failed, or undefined if it succeeded. */
export const createPlant = async (sender: Sender, token: string, id: bigint): Promise<string | undefined> =>
  describeFailure(await sender.send(toPlainRequest(sender, token, { id, name: 'Monstera' })))

export function readInteger(value: unknown): bigint | undefined {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
  return isScalar && /^-?\d+$/.test(String(value)) ? BigInt(value) : undefined
}

/** Makes the handlers of the kit's own states, which need no hooks in the provider: the kit creates plants with plain requests. */
export function createReadyStates(begin: () => Sender, token: string): Record<string, StateHandler> {
  const readId = (params: Readonly<Record<string, unknown>>): bigint => {
    const id = readInteger(params['id'])
    if (id === undefined) throw new Error('the state has no parameter id that is an integer')
    return id
  }
  /** Whether the provider still asked for fewer requests after a sender waited for it. */
  let isLimited = false
  return {
    [stateNames.noPlant]: (params) => ({ id: readId(params) }),
    async [stateNames.plant](params) {
      const id = readId(params)
      // A sender that the provider has limited would send every other plant later.
      using sender = begin()
      const request = toPlainRequest(sender, token, { id, name: 'Monstera' })
      const exchange = await (isLimited ? sender.alone((send) => send(request)) : sender.send(request))
      const { outcome } = exchange
      isLimited = outcome.kind === 'answer' && asksForFewer(outcome.answer)
      const problem = describeFailure(exchange)
      if (problem !== undefined) throw new Error(`a plant with the id ${id} could not be created: ${problem}`)
      return { id }
    },
    [stateNames.invalidToken]: () => undefined,
  }
}
