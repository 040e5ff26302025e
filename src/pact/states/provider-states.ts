import type { ExactInteger } from '../../contract/exact-integer.ts'

/** What must be so at the provider before an interaction: in the form that a pact has. */
export interface ProviderState {
  name: string
  params?: Readonly<Record<string, string>>
}

/** The names of the kit's provider states, which stay as they are. */
export const stateNames = {
  /**
   * With the parameter `id`, a string of digits: JavaScript handlers would lose digits of a number. A handler may give
   * another `id` that is free, as a string or a number of JSON, and that one is sent.
   */
  noPlant: 'no plant with the id exists',
  /** With the parameter `id`, a string of digits. */
  plant: 'a plant with the id exists',
  /** Without parameters: the token of the interaction is one that must be refused, and is sent as it is in the pact. */
  invalidToken: 'the token is not valid',
} as const

/** The state in which a plant with this id can be created. */
export const noPlantWithId = (id: ExactInteger): ProviderState => ({
  name: stateNames.noPlant,
  params: { id: id.toString() },
})

/** The state of an interaction whose token must be refused. */
export const invalidToken: ProviderState = { name: stateNames.invalidToken }
