import type { SharedStorage } from '../mock/shared-state.ts'
import type { ResourceStorage } from '../mock/storage/mock-storage.ts'
import { checkOptions } from '../options/option-table.ts'
import { createSharedChanges } from './changes.ts'
import { connectToRedis, type RedisConnection } from './connection.ts'
import { createSharedFaults } from './faults.ts'
import { createSharedJournal } from './journal.ts'
import { openNamespace, toKeys } from './namespace.ts'
import { type RedisStoreOptions, redisOptions } from './options.ts'
import { readRedisUrl } from './read-url.ts'
import { createSharedResource } from './resource.ts'

export type { RedisStoreOptions, SharedStorage }

/**
 * Makes the storage of a namespace.
 *
 * @param ttl milliseconds that the state is kept without use
 */
function createSharedStorage(connection: RedisConnection, name: string, ttl: number): SharedStorage {
  const namespace = openNamespace(connection, name, ttl)
  const resources = new Map<string, ResourceStorage>()
  const toScopeName = (scope: string): string => `${name}:${scope}`
  return {
    kind: 'redis',
    resource(wanted) {
      const found = resources.get(wanted) ?? createSharedResource(namespace, wanted)
      resources.set(wanted, found)
      return found
    },
    share(start) {
      namespace.start(start)
      return {
        ...createSharedJournal(namespace, start),
        ...createSharedFaults(namespace, start),
        changes: createSharedChanges(namespace),
        readEpoch: async () => (await namespace.run('epoch')) as string,
        reset: namespace.reset,
      }
    },
    forScope: (scope) => createSharedStorage(connection, toScopeName(scope), ttl),
    async removeScope(scope) {
      await connection.run('remove', toKeys(toScopeName(scope), resources.keys()), [])
    },
  }
}

/**
 * Connects to Redis for mocks that several processes share: records, journal, faults, and scenario. All processes need the
 * same options, apart from the seed. Needs `@redis/client`.
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
): Promise<SharedStorage & AsyncDisposable> {
  const { url: fullUrl, address, namespace } = readRedisUrl(url)
  checkOptions(options, redisOptions)
  const { ttl = redisOptions.ttl.default } = options
  const connection = await connectToRedis(fullUrl, address)
  const name = `{${namespace}}`
  try {
    // A user without access to the namespace should hear of it at once.
    await connection.run('check', toKeys(name), [])
  } catch (error) {
    connection.close()
    throw error
  }
  return {
    ...createSharedStorage(connection, name, ttl * 1000),
    async [Symbol.asyncDispose]() {
      connection.close()
    },
  }
}
