import type { components } from './generated/types.ts'

/** A plant as a client sends it (specification section 2); an id that a number cannot hold is a bigint. */
export type NewPlant = components['schemas']['NewPlant']

/** A plant as the service answers with it (specification section 2). */
export type Plant = components['schemas']['Plant']

/** What the service says where it refuses a request (specification section 2, Error). */
export type ApiError = components['schemas']['Error']
