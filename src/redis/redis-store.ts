import type { SharedStorage } from '../mock/shared-storage.ts'
import type { MockStorage } from '../mock/storage/mock-storage.ts'
import { checkOptions } from '../options/option-table.ts'
import { connect } from './connection.ts'
import { openNamespace, toKeys } from './namespace.ts'
import { type RedisStoreOptions, redisOptions } from './options.ts'
import { readRedisUrl } from './read-url.ts'
import { createSharedPlantStore } from './shared-plant-store.ts'
import { createSharedRecords } from './shared-records.ts'

export type { RedisStoreOptions, SharedStorage }

/**
 * Connects to Redis for plant stores that several processes share: plants, journal, faults, and scenario. All processes
 * need the same options, apart from the seed. Mocks of other APIs share their records. Needs `@redis/client`.
 *
 * @param url the address, such as `rediss://user:password@host:6379/0?namespace=team-a`; each namespace has its own state
 *
 * @example
 * await using storage = await redisStore('redis://localhost?namespace=team-a')
 * await using server = await startServer({ storage })
 *
 * @throws {OptionsError} if the URL or an option is invalid
 * @throws {Error} if Redis can't be reached or refuses the credentials, or if `@redis/client` isn't installed
 */
export async function redisStore(
  url: string,
  options: RedisStoreOptions = {},
): Promise<SharedStorage & MockStorage & AsyncDisposable> {
  const { url: fullUrl, address, namespace } = readRedisUrl(url)
  checkOptions(options, redisOptions)
  const { ttl = redisOptions.ttl.default } = options
  const connection = await connect(fullUrl, address)
  const toName = (scope?: string): string => `{${namespace}}${scope === undefined ? '' : `:${scope}`}`
  try {
    // A user without access to the namespace should hear of it at once.
    await connection.run('check', toKeys(toName()), [])
  } catch (error) {
    connection.close()
    throw error
  }
  return {
    ...createSharedRecords(connection, toName(), ttl * 1000),
    kind: 'redis',
    createStore(storeOptions, scope) {
      const name = toName(scope)
      return createSharedPlantStore(storeOptions, (initial) =>
        openNamespace(connection, name, ttl * 1000, initial),
      )
    },
    async remove(scope) {
      await connection.run('remove', toKeys(toName(scope)), [])
    },
    async [Symbol.asyncDispose]() {
      connection.close()
    },
  }
}
