import { describeValue } from '../../contract/problems.ts'
import { PactOptionsError } from '../pact-options.ts'

/** What a handler of a state gives: values that take the place of what the generators of a pact name. */
export type StateValues = Record<string, unknown>

/**
 * Makes a provider state so, or clears up after it; `params` are those of the interaction. It may give {@link StateValues}
 * or a promise of them. It fails by throwing.
 */
export type StateHandler = (params: Readonly<Record<string, unknown>>) => unknown

/** Handlers of provider states, by the names of those: what makes a state so, or that and what clears up after it. */
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
 * Checks that every state has a handler that is one.
 *
 * @throws {PactOptionsError} that names the first state for which that is not so
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
