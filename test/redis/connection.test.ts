import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createClient } from '@redis/client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { createMock, createServedMock } from '../../src/mock/create-mock.ts'
import { Failure } from '../../src/mock/failure.ts'
import { connectToRedis, type RedisConnection, toHint, toPause } from '../../src/redis/connection.ts'
import { redisStore } from '../../src/redis/redis-store.ts'
import { contracts } from '../mock/contracts.ts'
import { sendToMock } from '../mock/send-to-mock.ts'
import { files, texts } from '../tools/certificates/certificates.ts'
import { has } from '../tools/optional-tools.ts'
import { callControl } from '../tools/send.ts'
import { startRedis } from './start-redis.ts'

const contract = contracts.bookings
const addRoom = { to: 'POST /rooms', body: { name: 'Blue', kind: 'single' } }
const keys = ['m', 'j', 'r', 'o']
type Script = Parameters<RedisConnection['run']>
const count: Script = ['count', keys, ['0']]
const list: Script = ['list', keys, ['0', '0', '-1']]

test.each([
  ['redis://h', 'NOAUTH x', '. It needs a password, as in redis://:password@host'],
  ['rediss://h', 'Connection timeout', '. Does it listen for TLS?'],
  ['redis://h', 'Connection timeout', ''],
  ['rediss://h', 'x', ''],
])('a connection to %s that fails with "%s" gets the hint "%s"', (url, reason, hint) => {
  expect(toHint(url, reason)).toBe(hint)
})

test('a connection that is lost is made again soon, and then less and less often', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(toPause)).toEqual([20, 40, 80, 160, 320, 500, 500])
})

describe.skipIf(!has('redis'))('a connection to Redis', () => {
  test('fails at the start with a reason, and without credentials', async () => {
    const redis = await startRedis('--requirepass', 'right-secret')
    const { port } = redis
    const tell = (credentials: string) =>
      redisStore(`redis://${credentials}127.0.0.1:${port}/0`).catch(({ message }: Error) => message)
    const address = `Redis at redis://127.0.0.1:${port}/0 can't be used`
    expect(await tell('user:wrong-secret@')).toBe(
      `${address}: WRONGPASS invalid username-password pair or user is disabled.`,
    )
    const client = await createClient({ url: redis.toUrl(), password: 'right-secret' }).connect()
    await expect.poll(() => client.info('clients')).toContain('connected_clients:1\r')
    client.destroy()
    expect(await tell('')).toMatch(/can't be used: NOAUTH .+ It needs a password, as in redis:/)
    await redis[Symbol.asyncDispose]()
    expect(await tell('user:wrong-secret@')).toBe(`${address}: connect ECONNREFUSED 127.0.0.1:${port}`)
  })

  test('is given up if Redis is silent for 8 looks, or 100 while it works on many records', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    await using redis = await startRedis()
    const connection = await connectToRedis(redis.toUrl(), 'redis://h')
    const look = (times: number) => void vi.advanceTimersByTime(100 * times)
    const missing = /^Redis at redis:\/\/h refused a step: MISSING the namespace/
    // It is not silent if nobody asks.
    look(300)
    expect(await connection.run('changes', keys, ['0'])).toBeNull()
    await expect(connection.run(...count)).rejects.toThrow(missing)
    await expect(connection.run(...list)).rejects.toMatchObject({ code: 'MISSING' })
    look(300)
    for (const isLong of [false, true]) {
      process.kill(redis.pid, 'SIGSTOP')
      const failures: string[] = []
      const running = connection
        .run(...(isLong ? list : count))
        .catch(({ message }) => failures.push(message))
      look(isLong ? 99 : 7)
      await new Promise(setImmediate)
      expect(failures).toEqual([])
      look(1)
      await running
      expect(failures).toEqual(['Redis at redis://h does not respond'])
      await expect(connection.run(...count)).rejects.toThrow('Redis at redis://h does not respond')
      process.kill(redis.pid, 'SIGCONT')
      await expect.poll(() => connection.run(...count).catch(({ message }) => message)).toMatch(missing)
    }
    connection.close()
    expect(vi.getTimerCount()).toBe(0)
    await expect(connection.run(...count)).rejects.toThrow('Redis at redis://h is not connected')
  })

  test('rejects requests while Redis is away, and goes on by itself', async () => {
    await using redis = await startRedis('--requirepass', 'some-secret')
    await using storage = await redisStore(`redis://:some-secret@127.0.0.1:${redis.port}?namespace=away`)
    const mock = createServedMock({ contract, storage })
    await using server = await startServer({ port: 0, mock: mock as never })
    const { origin } = new URL(server.url)
    expect((await sendToMock(mock, addRoom)).status).toBe(201)
    await redis.stop('SIGKILL')
    const away = await sendToMock(mock, addRoom)
    expect(away).toMatchObject({ status: 500, failure: 'internal-error' })
    expect(away.reason).toContain('is not connected: ')
    const health = await callControl(origin, 'GET', '/health')
    expect([health.status, health.body]).toEqual([
      503,
      expect.stringContaining('the storage (redis) failed: '),
    ])
    expect(JSON.stringify([away, health.body])).not.toContain('secret')
    // A server knows its rejections without Redis, and what passes through it meets a failure.
    const get = { method: 'GET', path: '/' }
    expect((await mock.rejectRequest(get, new Failure('unknown-path', 'x'))).status).toBe(404)
    const { strike, finish } = await mock.passOn(get)
    expect(strike).toEqual({ fault: 'internal-error', delay: 0 })
    finish({ status: 200, headers: {}, body: '' })
    await redis.restart()
    await expect.poll(async () => (await sendToMock(mock, addRoom)).status).toBe(201)
    expect((await callControl(origin, 'GET', '/health')).status).toBe(200)
  })

  test('uses TLS and the user of an access list, who may only use one namespace', async () => {
    const tls = `--tls-port PORT --tls-cert-file ${files.cert} --tls-key-file ${files.key} --tls-auth-clients no`
    const user =
      '--user team on >team-secret ~plant-store:{team-a}:* resetchannels +@scripting +@read +@write +@connection +time -@dangerous'
    await using redis = await startRedis(...`${tls} ${user}`.split(' '))
    const address = `rediss://localhost:${redis.port}/0`
    const open = (namespace: string) =>
      redisStore(`rediss://team:team-secret@localhost:${redis.port}/0?namespace=${namespace}`)
    await expect(open('team-a')).rejects.toThrow(`Redis at ${address} can't be used: self-signed certificate`)

    const trusted = getCACertificates('default')
    setDefaultCACertificates([...trusted, texts.cert])
    onTestFinished(() => setDefaultCACertificates(trusted))
    await using storage = await open('team-a')
    expect((await sendToMock(createMock({ contract, storage }), addRoom)).status).toBe(201)
    await expect(open('team-b')).rejects.toThrow(
      new RegExp(`^Redis at ${address} refused a step: NOPERM [^:]*$`),
    )
  })

  test('keeps a namespace, also with isolated credentials, in one slot of Redis Cluster', async () => {
    await using redis = await startRedis('--cluster-enabled', 'yes')
    const client = await createClient({ url: redis.toUrl() }).connect()
    await client.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', '0', '16383'])
    await expect.poll(() => client.sendCommand(['CLUSTER', 'INFO'])).toContain('cluster_state:ok')
    await using storage = await redisStore(redis.toUrl('team-a'))
    for (const given of [storage, storage.forScope('scope')]) {
      const mock = createMock({ contract, storage: given })
      await sendToMock(mock, addRoom)
      await mock.faults.next('invalid-credentials', { requests: 2 })
      if (given === storage) await mock.reset()
    }
    const keys = await client.keys('*')
    const slots = await Promise.all(keys.map((key) => client.sendCommand(['CLUSTER', 'KEYSLOT', key])))
    expect(keys.filter((key) => key.startsWith('plant-store:{team-a}:scope:')).length).toBeGreaterThan(3)
    expect(new Set(slots).size).toBe(1)
    client.destroy()
  })
})
