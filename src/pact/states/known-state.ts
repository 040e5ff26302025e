import type { NamedState } from '../file/pact-interaction.ts'
import { stateNames } from './provider-states.ts'

const written = /^(no|a) plant with id (-?\d+) exists$/

/** Gives a state the name that the kit knows it by, where its id stands in its name: `no plant with id 7 exists`. */
export function toKnownState(state: NamedState): NamedState {
  const [, article, id] = written.exec(state.name) ?? []
  if (id === undefined) return state
  return {
    name: article === 'no' ? stateNames.noPlant : stateNames.plant,
    params: { ...state.params, id },
  }
}
