import { afterAll, describe, test } from 'vitest'
import { distinctCases } from '../doors/cases.ts'
import { createHttpServer } from '../doors/doors.ts'
import { describeCases } from '../doors/run-cases.ts'
import { openRedis } from './open-redis.ts'

const redis = await openRedis()
afterAll(() => redis?.[Symbol.asyncDispose]())

describe.skipIf(redis === undefined)('with everything in Redis', () => {
  if (redis === undefined) test('needs Redis', () => {})
  else
    describeCases(createHttpServer('HTTP server with everything in Redis', redis.openStorage), distinctCases)
})
