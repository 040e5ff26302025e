import { tameJson } from '../contract/tame.ts'
import type { Judgment } from './judgment.ts'

/** Writes the result of the function of the same command as JSON. */
export const toJson = ({ data }: Judgment): string => `${tameJson(JSON.stringify(data, null, 2))}\n`
