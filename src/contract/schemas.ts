import type { components } from './generated/types.ts'

/** A plant in a request (specification section 2); an id that a number can't hold is a bigint. */
export type NewPlant = components['schemas']['NewPlant']

/** A plant in an answer (specification section 2). */
export type Plant = components['schemas']['Plant']

/** The body of a refusal (specification section 2, Error). */
export type ApiError = components['schemas']['Error']
