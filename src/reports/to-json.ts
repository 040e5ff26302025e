import { tameJson } from '../contract/tame.ts'
import type { Judgment } from './judgment.ts'

/** Writes as JSON what the function of the same command returns in code. */
export const toJson = ({ data }: Judgment): string => `${tameJson(JSON.stringify(data, null, 2))}\n`
