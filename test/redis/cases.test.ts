import { afterAll, describe } from 'vitest'
import { startServer } from '../../src/server/start-server.ts'
import { distinctCases } from '../doors/cases.ts'
import { createHttpServer } from '../doors/doors.ts'
import { describeCases } from '../doors/run-cases.ts'
import { testWaiting } from '../doors/waiting.ts'
import { describeStorage } from '../mock/storage/describe-storage.ts'
import { has } from '../tools/optional-tools.ts'
import { type OpenRedis, openRedis } from './open-redis.ts'

describe.skipIf(!has('redis'))('Redis', async () => {
  if (!has('redis')) return
  const redis: OpenRedis = await openRedis()
  afterAll(() => redis[Symbol.asyncDispose]())

  describeCases(createHttpServer('HTTP server with everything in Redis', redis.openStorage), distinctCases)
  testWaiting('an HTTP server', async () => {
    const server = await startServer({ port: 0, storage: redis.openStorage() })
    return { store: server.store, fetch, url: `${server.url}/plants`, [Symbol.asyncDispose]: server.close }
  })
  describeStorage('records', redis.openRecords)
})
