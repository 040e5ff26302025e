import type { components } from './generated/types.ts'

/** A plant in a request (docs/specification.md, section 2); an id that a number can't hold is a bigint. */
export type NewPlant = components['schemas']['NewPlant']

/** A plant in an answer (docs/specification.md, section 2). */
export type Plant = components['schemas']['Plant']

/** The body of a refusal (docs/specification.md, section 2, Error). */
export type ApiError = components['schemas']['Error']
