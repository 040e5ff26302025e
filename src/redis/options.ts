/** How long a store in Redis lives. */
export interface RedisStoreOptions {
  /** Seconds that Redis keeps a namespace without use, 86400 (a day) by default. */
  ttl?: number
}
