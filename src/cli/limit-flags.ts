import { defaults, ranges } from '../verify/options.ts'
import type { FlagTable } from './flags.ts'
import { parseInteger } from './parse-value.ts'

/** The flags for the time of an answer and of a run. */
export const limitFlags = {
  requestLimit: {
    value: '<ms>',
    description: 'milliseconds in which each answer must come',
    default: String(defaults.requestLimit),
    parse: parseInteger(...ranges.requestLimit),
  },
  limit: {
    value: '<ms>',
    description: 'milliseconds for the whole run',
    default: String(defaults.limit),
    parse: parseInteger(...ranges.limit),
  },
} as const satisfies FlagTable
