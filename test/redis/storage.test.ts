import { afterAll, describe } from 'vitest'
import { redisStore } from '../../src/redis/redis-store.ts'
import { describeStorage } from '../mock/storage/describe-storage.ts'
import { has } from '../tools/optional-tools.ts'
import { startRedis } from './start-redis.ts'

describe.skipIf(!has('redis'))('Redis', async () => {
  if (!has('redis')) return
  const stack = new AsyncDisposableStack()
  afterAll(() => stack.disposeAsync())
  const storage = stack.use(await redisStore(stack.use(await startRedis()).toUrl()))
  let count = 0
  describeStorage('records', () => storage.forScope(String(count++)))
})
