import type { components } from './generated/types.ts'

/** A plant in a request; an id that a number can't hold is a bigint. */
export type NewPlant = components['schemas']['NewPlant']

/** A plant in a response. */
export type Plant = components['schemas']['Plant']

/** The body of a rejection. */
export type ApiError = components['schemas']['Error']
