import { parseExactJson, stringifyExactJson } from '../../contract/exact-json.ts'
import type { NamedState } from '../file/pact-interaction.ts'
import { toKnownState } from './known-state.ts'
import type { StateHandlers, StateValues } from './state-handlers.ts'
import type { StateChange } from './state-server.ts'

type ChangeState = (change: StateChange) => Promise<StateValues | undefined>

const isValues = (value: unknown): value is StateValues => typeof value === 'object' && value !== null

/** Gives a state under the name by which there is a handler for it; undefined if there is none. */
export function findHandled(handlers: StateHandlers, state: NamedState): NamedState | undefined {
  return [state, toKnownState(state)].find(({ name }) => Object.hasOwn(handlers, name))
}

/** Creates what reaches states by handlers; a state that none is for fails. */
export function createHandled(handlers: StateHandlers): ChangeState {
  return async ({ state, params, action }) => {
    const handled = findHandled(handlers, { name: state, params })
    if (handled === undefined) throw new Error('there is no handler for it')
    const handler = handlers[handled.name]
    const isFunction = typeof handler === 'function'
    const chosen = isFunction ? (action === 'setup' ? handler : undefined) : handler?.[action]
    const values = await chosen?.(handled.params)
    return isValues(values) ? values : undefined
  }
}

/** Creates what asks an address of the provider for states, as Pact's verifiers do; an answer that is none of success fails. */
export function createForwarded(url: string | URL, limit: number, signal: AbortSignal): ChangeState {
  return async (change) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: stringifyExactJson(change),
      signal: AbortSignal.any([signal, AbortSignal.timeout(limit)]),
    }).catch(({ message, cause }: Error) => {
      throw new Error(`${url} gave no answer: ${(cause as Error | undefined)?.message ?? message}`)
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    try {
      const values = parseExactJson(text)
      return isValues(values) ? values : undefined
    } catch {
      // Whoever gives no values need not answer with JSON.
      return undefined
    }
  }
}
