import type { SharedStorage } from '../../src/mock/shared-storage.ts'
import type { MockStorage } from '../../src/mock/storage/mock-storage.ts'
import { type Connection, connect } from '../../src/redis/connection.ts'
import { redisStore } from '../../src/redis/redis-store.ts'
import { createSharedRecords } from '../../src/redis/shared-records.ts'
import { startRedis, type TestRedis } from './start-redis.ts'

/** A Redis for the tests of a file; each call opens a namespace that nothing else uses. */
export interface OpenRedis extends AsyncDisposable {
  redis: TestRedis
  connection: Connection
  openRecords(): MockStorage
  openStorage(): SharedStorage
}

let count = 0

/** Starts Redis and connects to it. */
export async function openRedis(): Promise<OpenRedis> {
  const stack = new AsyncDisposableStack()
  const redis = stack.use(await startRedis())
  const connection = await connect(redis.toUrl(), redis.toUrl())
  stack.defer(() => connection.close())
  const storage = stack.use(await redisStore(redis.toUrl('stores')))
  return {
    redis,
    connection,
    openRecords: () => createSharedRecords(connection, `{test${count++}}`, 60_000),
    openStorage: () => ({
      ...storage,
      createStore: (options) => storage.createStore(options, String(count++)),
    }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
