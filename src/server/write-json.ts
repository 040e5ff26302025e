import { stringifyExactJson } from '../contract/exact-json.ts'
import { tameJson } from '../contract/tame.ts'

/** Writes JSON of the control API, which people read in terminals. */
export const writeJson = (value: unknown): string => tameJson(stringifyExactJson(value))
