import { parseExactJson, stringifyExactJson } from '../../contract/exact-json.ts'
import type { NamedState } from '../file/pact-interaction.ts'
import { toKnownState } from './known-state.ts'
import type { StateHandlers, StateValues } from './state-handlers.ts'
import type { StateChange } from './state-server.ts'

type ChangeState = (change: StateChange) => Promise<StateValues | undefined>

const isValues = (value: unknown): value is StateValues => typeof value === 'object' && value !== null

/** Returns a state under the name of its handler; undefined if there is no handler. */
export function findHandled(handlers: StateHandlers, state: NamedState): NamedState | undefined {
  return [state, toKnownState(state)].find(({ name }) => Object.hasOwn(handlers, name))
}

/** Creates the function that sets up states with handlers; it fails for a state without a handler. */
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

/** Creates the function that requests states from a URL of the provider, like Pact's verifiers; it fails unless the answer is 2xx. */
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
      // Providers that return no values needn't answer with JSON.
      return undefined
    }
  }
}
