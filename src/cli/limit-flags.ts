import { optionTable } from '../verify/option-table.ts'
import type { FlagTable } from './flags.ts'
import { parseInteger } from './parse-value.ts'

/** The flags that limit the time of an answer and of a run. */
export const limitFlags = {
  requestLimit: {
    value: '<ms>',
    description: 'milliseconds that each answer may take',
    default: String(optionTable.requestLimit.default),
    parse: parseInteger(...optionTable.requestLimit.range),
  },
  limit: {
    value: '<ms>',
    description: 'milliseconds that the whole run may take',
    default: String(optionTable.limit.default),
    parse: parseInteger(...optionTable.limit.range),
  },
} as const satisfies FlagTable
