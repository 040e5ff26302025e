import { createClient } from '@redis/client'
import { describe, expect, test } from 'vitest'
import { redisStore } from '../../src/redis/redis-store.ts'
import { startServer } from '../../src/server/start-server.ts'
import { files } from '../tools/certificates/certificates.ts'
import { takePort } from '../tools/listen.ts'
import { has } from '../tools/optional-tools.ts'
import { runCommand, startStore } from '../tools/processes.ts'
import { callControl, sendPlant } from '../tools/send.ts'
import { startRedis } from './start-redis.ts'

const fern = { id: 1, name: 'Fern' }

test.each([
  [
    '',
    'the address of the store must be a URL like redis://host:6379/0?namespace=name, or rediss:// for TLS',
  ],
  [
    'redis://h?namespace=',
    'the namespace must be 1 to 100 letters, digits, dots, hyphens, and underscores, got ""',
  ],
  ['redis://h?namespace={a}', 'got "{a}"'],
  ['redis://user:secret@h?password=secret', 'unknown parameter "password"; there is only namespace'],
  ['redis://user:secret@h/x', `must be the number of a database, got "/x"`],
  ['redis://user:secret@:', 'must be a URL like'],
  ['redis://user:1/secret@h', 'in a password, write %2F for /, %3F for ?, %23 for #, and %25 for %'],
  ['redis://user:%secret@h', 'and %25 for %'],
  ['redis://user:1?secret@h', 'must be a URL like'],
  ['redis://user:1?namespace=secret@h', 'must be a URL like'],
  ['redis://user:1#secret@h', 'must be a URL like'],
])('refuses the address %j without repeating a password', async (url, reason) => {
  const error: Error = await redisStore(url).catch((thrown) => thrown)
  expect(error.message).toContain(reason)
  expect(error.message).not.toContain('secret')
})

test('refuses a time to live that is none', async () => {
  await expect(redisStore('redis://h', { ttl: 0 })).rejects.toThrow(
    'ttl must be an integer from 1 to 2147483647, got 0',
  )
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
    expect(await tell('')).toMatch(/can't be used: NOAUTH .+ It needs a password, as in redis:/)
    await redis[Symbol.asyncDispose]()
    expect(await tell('user:wrong-secret@')).toBe(`${address}: connect ECONNREFUSED 127.0.0.1:${port}`)
    const flags = ['--port', '0', '--store', `redis://user:wrong-secret@127.0.0.1:${port}/0`]
    const { code, stderr } = await runCommand(['start', ...flags])
    expect([code, stderr]).toEqual([
      1,
      `Failed to start the fake: ${address}: connect ECONNREFUSED 127.0.0.1:${port}\n`,
    ])
  })

  test('ends if the fake can not start, and after exec', async () => {
    await using redis = await startRedis()
    await using taken = await takePort()
    const store = ['--store', redis.toUrl()]
    const { code } = await runCommand(['start', '--port', String(taken.port), ...store])
    expect([code, (await runCommand(['exec', ...store, '--', 'true'])).code]).toEqual([3, 0])
  })

  test('refuses requests while Redis is away or silent, and goes on by itself', async () => {
    await using redis = await startRedis('--requirepass', 'some-secret')
    await using storage = await redisStore(`redis://:some-secret@127.0.0.1:${redis.port}?namespace=away`)
    await using server = await startServer({ port: 0, storage })
    const statusOf = async (id: number) => (await sendPlant(server.url, { ...fern, id })).status
    expect(await statusOf(1)).toBe(200)

    process.kill(redis.pid, 'SIGSTOP')
    const { status, body } = await sendPlant(server.url, { ...fern, id: 2 })
    expect([status, JSON.parse(body)]).toEqual([
      500,
      {
        error: 50001,
        message: `the storage of the plant store failed: Redis at redis://127.0.0.1:${redis.port} does not respond`,
      },
    ])
    const silent = await callControl(server.url, 'GET', '/health')
    expect([silent.status, JSON.parse(silent.body).message]).toEqual([
      503,
      expect.stringMatching(/^the store \(redis\) failed: /),
    ])
    process.kill(redis.pid, 'SIGCONT')
    // Redis still got it.
    await expect.poll(() => statusOf(2)).toBe(409)

    await redis.stop('SIGKILL')
    const away = await sendPlant(server.url, { ...fern, id: 3 })
    expect(away.status).toBe(500)
    expect(away.body).toContain('is not connected')
    const health = await callControl(server.url, 'GET', '/health')
    expect(health.status).toBe(503)
    expect([away.body, health.body].join()).not.toContain('secret')
    await redis.restart()
    await expect.poll(() => statusOf(3)).toBe(200)
    expect((await callControl(server.url, 'GET', '/health')).status).toBe(200)
  })

  test('loses nothing when Redis is killed and restarts with its append-only file', async () => {
    await using redis = await startRedis('--appendonly', 'yes', '--appendfsync', 'always')
    await using storage = await redisStore(redis.toUrl('kept'))
    const store = storage.createStore({ journal: 10 })
    const send = (id: number) =>
      store.handle({
        method: 'POST',
        path: '/plants',
        headers: { authorization: 'Bearer a', 'content-type': 'application/json' },
        body: `{"id":${id},"name":"Fern"}`,
      })
    await store.faults.next('invalid-token', 3)
    await Promise.all(Array.from({ length: 50 }, (_, id) => send(id)))
    const look = async () => [
      await store.plants.list(),
      await store.requests.all(),
      await store.faults.list(),
    ]
    const before = await look()
    await redis.stop('SIGKILL')
    await redis.restart()
    await expect.poll(() => look().catch(() => [])).toEqual(before)
    expect(before[0]).toHaveLength(47)
  })

  test('uses TLS and the user of an access list, who may only use one namespace', async () => {
    const tls = ['--tls-port', 'PORT', '--tls-cert-file', files.cert, '--tls-key-file', files.key]
    const user =
      'on >team-secret ~plant-store:{team-a}:* resetchannels +@scripting +@read +@write +@connection +time -@dangerous'
    await using redis = await startRedis(
      ...tls,
      '--tls-auth-clients',
      'no',
      '--user',
      'team',
      ...user.split(' '),
    )
    const address = `rediss://localhost:${redis.port}/0`
    const toUrl = (namespace: string) =>
      `rediss://team:team-secret@localhost:${redis.port}/0?namespace=${namespace}`
    await expect(redisStore(toUrl('team-a'))).rejects.toThrow(
      `Redis at ${address} can't be used: self-signed certificate`,
    )

    const env = { NODE_EXTRA_CA_CERTS: files.cert }
    await using store = await startStore(['--log', 'silent', '--store', toUrl('team-a')], { env })
    expect((await sendPlant(store.url, fern)).status).toBe(200)
    const { code, stderr } = await runCommand(['start'], {
      env: { ...env, PLANT_STORE_PORT: '0', PLANT_STORE_STORE: toUrl('team-b') },
    })
    expect(code).toBe(1)
    expect(stderr).toContain(`Failed to start the fake: Redis at ${address} refused a step: NOPERM`)
    expect(stderr).not.toContain('secret')
  })

  test('keeps a namespace, also with isolated tokens, in one slot of Redis Cluster', async () => {
    await using redis = await startRedis('--cluster-enabled', 'yes')
    const client = createClient({ url: redis.toUrl() })
    await client.connect()
    await client.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', '0', '16383'])
    await expect.poll(() => client.sendCommand(['CLUSTER', 'INFO'])).toContain('cluster_state:ok')
    await using storage = await redisStore(redis.toUrl('team-a'))
    await using server = await startServer({ port: 0, storage, isolate: 'token', seed: [fern] })
    expect((await sendPlant(server.url, { ...fern, id: 2 })).status).toBe(200)
    await server.store.faults.next('invalid-token', 2)
    await server.store.reset()
    const keys = await client.keys('*')
    const slots = await Promise.all(keys.map((key) => client.sendCommand(['CLUSTER', 'KEYSLOT', key])))
    expect(keys.length).toBeGreaterThan(5)
    expect(new Set(slots).size).toBe(1)
    client.destroy()
  })
})
