import { describeValue } from '../../contract/problems.ts'
import { PactOptionsError } from '../pact-options.ts'

/** The values that a state handler returns; they replace what the generators of a pact name. */
export type StateValues = Record<string, unknown>

/**
 * Sets up a provider state, or cleans up after it; `params` come from the interaction. It may return {@link StateValues}
 * or a promise of them. It fails by throwing.
 */
export type StateHandler = (params: Readonly<Record<string, unknown>>) => unknown

/** Handlers of provider states, by the names of the states: a function that sets up the state, or one for setup and one for teardown. */
export type StateHandlers = Readonly<
  Record<string, StateHandler | { setup?: StateHandler; teardown?: StateHandler }>
>

const isHandler = (value: unknown): boolean => {
  if (typeof value === 'function') return true
  if (typeof value !== 'object' || value === null) return false
  const steps = Object.entries(value)
  return (
    steps.length > 0 &&
    steps.every(([name, step]) => (name === 'setup' || name === 'teardown') && typeof step === 'function')
  )
}

/**
 * Checks the types of state handlers.
 *
 * @throws {PactOptionsError} that names the first state with a wrong handler
 */
export function checkStateHandlers(states: unknown): void {
  if (typeof states !== 'object' || states === null)
    throw new PactOptionsError(`states must be handlers by their names, got ${describeValue(states)}`)
  const wrong = Object.entries(states).find(([, handler]) => !isHandler(handler))
  if (wrong === undefined) return
  throw new PactOptionsError(
    `the handler of the state ${describeValue(wrong[0])} must be a function, or have setup or teardown that is one, got ${describeValue(wrong[1])}`,
  )
}
