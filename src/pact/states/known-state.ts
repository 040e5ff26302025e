import type { NamedState } from '../file/pact-interaction.ts'
import { stateNames } from './provider-states.ts'

const written = /^(no|a) plant with id (-?\d+) exists$/

/** Converts a state with the id in its name, such as `no plant with id 7 exists`, to the kit's own state with a parameter. */
export function toKnownState(state: NamedState): NamedState {
  const [, article, id] = written.exec(state.name) ?? []
  if (id === undefined) return state
  return {
    name: article === 'no' ? stateNames.noPlant : stateNames.plant,
    params: { ...state.params, id },
  }
}
