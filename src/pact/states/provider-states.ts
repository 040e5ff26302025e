import type { Known } from '../../judge/judge-exchange.ts'

/** The names of the kit's provider states. They are stable. */
export const stateNames = {
  /**
   * With the parameter `id`, a string of digits: JavaScript handlers would lose digits of a number. A handler may return
   * another `id` that is free, as a JSON string or number. The request then has that one.
   */
  noPlant: 'no plant with the id exists',
  /** With the parameter `id`, a string of digits. */
  plant: 'a plant with the id exists',
  /** Without parameters: the provider must refuse the token of the interaction, which is sent unchanged. */
  invalidToken: 'the token is not valid',
} as const

const written = /^(no|a) plant with id (-?\d+) exists$/

/** Converts a state with the id in its name, such as `no plant with id 7 exists`, to the kit's own state with a parameter. */
export function toKnownState<State extends { name: string; params: object }>(state: State): State {
  const [, article, id] = written.exec(state.name) ?? []
  if (id === undefined) return state
  return {
    ...state,
    name: article === 'no' ? stateNames.noPlant : stateNames.plant,
    params: { ...state.params, id },
  }
}

/** Returns whether a state is one of the kit's; another one may change everything at the provider. */
export const isKnownState = (state: { name: string; params: object }): boolean =>
  Object.values<string>(stateNames).includes(toKnownState(state).name)

/** Reads what the states and the status of an interaction say about the token and the id. */
export function toKnown({
  states,
  response,
}: {
  states: readonly { name: string; params: object }[]
  response: { status: number }
}): Known {
  const names = states.map((state) => toKnownState(state).name)
  return {
    // With a valid token, no service answers 401.
    isTokenInvalid: names.includes(stateNames.invalidToken) || response.status === 401,
    id: names.includes(stateNames.plant)
      ? 'stored'
      : names.length > 0 && names.every((name) => name === stateNames.noPlant)
        ? 'free'
        : undefined,
  }
}
