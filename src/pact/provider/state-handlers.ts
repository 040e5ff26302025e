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
