import { serviceOptions } from '../http/service-options.ts'
import type { FlagTable } from './flags.ts'
import { readInteger } from './read-value.ts'

/** The flags that limit the time of an answer and of a run. */
export const limitFlags = {
  requestLimit: {
    value: '<ms>',
    description: 'milliseconds that each answer may take',
    schema: serviceOptions.requestLimit,
    read: readInteger,
  },
  limit: {
    value: '<ms>',
    description: 'milliseconds that the whole run may take',
    schema: serviceOptions.limit,
    read: readInteger,
  },
} as const satisfies FlagTable
