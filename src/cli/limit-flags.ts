import { serviceOptions } from '../http/service-options.ts'
import { type FlagTable, integerFlag } from './flags.ts'

/** The flags that limit the time of an answer and of a run. */
export const limitFlags = {
  requestLimit: integerFlag('<ms>', 'milliseconds that each answer may take', serviceOptions.requestLimit),
  limit: integerFlag('<ms>', 'milliseconds that the whole run may take', serviceOptions.limit),
} as const satisfies FlagTable
