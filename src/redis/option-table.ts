import { type OptionTable, withDefault } from '../options/option-table.ts'
import { integer } from '../options/schema.ts'
import type { RedisStoreOptions } from './options.ts'

/** The schemas and defaults of all options. */
export const redisOptions = {
  ttl: withDefault(integer(1, 2 ** 31 - 1), 86_400),
} satisfies OptionTable<RedisStoreOptions>
