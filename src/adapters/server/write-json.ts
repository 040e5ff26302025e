import { tameJson } from '../../http/tame.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'

/** Writes JSON of the control API, which people read in terminals. */
export const writeJson = (value: unknown): string => tameJson(stringifyExactJson(value))
