import { type Option, type OptionTable, withDefault } from '../options/option-table.ts'
import { integer } from '../options/schema.ts'

/** How long a store in Redis lives. */
export interface RedisStoreOptions {
  /** Seconds that Redis keeps a namespace without use, 86400 (a day) by default. */
  ttl?: number
}

/** The schemas and defaults of all options. */
export const redisOptions: OptionTable<RedisStoreOptions> & { ttl: Option & { default: number } } = {
  ttl: withDefault(integer(1, 2 ** 31 - 1), 86_400),
}
