import { describe, expect, test } from 'vitest'
import { type ServerOptions, startServer } from '../../src/server/start-server.ts'
import { createPlantStore, type PlantStore } from '../../src/store/plant-store.ts'
import { createMemoryStorage } from '../../src/store/storage/memory-storage.ts'
import { openConnection, sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { readError, sendPlant } from '../tools/send.ts'

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status)

describe('the request target', () => {
  test.each<[target: string, status: number]>([
    ['/v1/plants', 200],
    ['/v1/plants?from=test', 200],
    ['http://plants.example/v1/plants', 200],
    ['http://plants.example/v1/plants?from=test', 200],
    ['HTTP://plants.example:8080/v1/plants', 200],
    ['/plants', 404],
    ['/v1', 404],
    ['/v1/plants/', 404],
    ['/v1/plants/1', 404],
    ['/v2/plants', 404],
    ['http://plants.example/plants', 404],
    ['http://plants.example', 404],
    ['/v1/__admin/health', 404],
  ])('%s below the base path /v1 is %i', async (target, status) => {
    await using server = await startServer({ port: 0, basePath: '/v1' })
    expect(statuses(await sendRaw(server.url, toRequestText({ target })))).toEqual([status])
    expect(await server.store.plants.count()).toBe(status === 200 ? 1 : 0)
    const [entry] = server.store.requests.all()
    expect(entry?.request.path).toBe(target.replace(/^http:\/\/[^/]+\/?/i, '/'))
  })

  test.each(['/__admin/health', 'http://localhost/__admin/health'])(
    '%s is the control API, independent of the base path',
    async (target) => {
      await using server = await startServer({ port: 0, basePath: '/v1' })
      const [answer] = await sendRaw(server.url, toRequestText({ method: 'GET', target, body: '' }))
      expect(answer).toMatchObject({ status: 200, body: '{"status":"ok","store":"memory"}' })
    },
  )

  test.each(['/__administrator', '/__admin-health'])('%s belongs to the service', async (target) => {
    await using server = await startServer({ port: 0 })
    const [answer] = await sendRaw(server.url, toRequestText({ target }))
    expect(answer && readError(answer).error).toBe(40401)
  })
})

describe('a request that fetch does not send', () => {
  test('HTTP/1.0 needs no Host', async () => {
    await using server = await startServer({ port: 0 })
    const text = toRequestText({ headers: { Host: undefined } }).replace('HTTP/1.1', 'HTTP/1.0')
    expect(statuses(await sendRaw(server.url, text))).toEqual([200])
  })

  test('two Authorization fields are refused', async () => {
    await using server = await startServer({ port: 0 })
    const text = toRequestText().replace('Authorization:', 'Authorization: Bearer other\r\nAuthorization:')
    const [answer] = await sendRaw(server.url, text)
    expect(answer?.status).toBe(401)
    expect(answer && readError(answer).error).toBe(40102)
  })

  test('two Content-Type fields are refused', async () => {
    await using server = await startServer({ port: 0 })
    const text = toRequestText().replace('Content-Type:', 'Content-Type: text/plain\r\nContent-Type:')
    expect(statuses(await sendRaw(server.url, text))).toEqual([415])
  })

  test('Expect: 100-continue gets 100 before the body is sent', async () => {
    await using server = await startServer({ port: 0 })
    const [head, body = ''] = toRequestText({ headers: { Expect: '100-continue' } }).split(/(?<=\r\n\r\n)/)
    const connection = await openConnection(server.url)
    await connection.write(head ?? '')
    await connection.until(/^HTTP\/1\.1 100 Continue\r\n\r\n$/)
    await connection.write(body)
    expect(statuses(await connection.answers())).toEqual([100, 200])
  })

  test('an unknown expectation is ignored', async () => {
    await using server = await startServer({ port: 0 })
    const [answer] = await sendRaw(server.url, toRequestText({ headers: { Expect: 'a-miracle' } }))
    expect(answer).toMatchObject({ status: 200, body: '{"name":"Monstera"}' })
  })
})

describe('pipelined requests', () => {
  const headers = { Connection: 'keep-alive' }

  test('are answered in order', async () => {
    await using server = await startServer({ port: 0 })
    server.store.faults.next({ delay: 50 })
    const names = ['slow', 'quick', 'last']
    const text = names.map((name, id) =>
      toRequestText({ body: JSON.stringify({ id, name }), ...(name !== 'last' && { headers }) }),
    )
    const answers = await sendRaw(server.url, text.join(''))
    expect(answers.map(({ body }) => JSON.parse(body))).toEqual(names.map((name) => ({ name })))
  })
})

describe('a storage that fails', () => {
  const fail = () => {
    throw new Error('disk full')
  }
  test.each<[title: string, options: ServerOptions]>([
    ['immediately', { storage: { ...createMemoryStorage(), insertIfAbsent: fail } }],
    ['later', { storage: { ...createMemoryStorage(), insertIfAbsent: async () => fail() } }],
    ['to replace', { storage: { ...createMemoryStorage(), put: fail }, onDuplicate: 'replace' }],
    [
      'to seed',
      {
        storage: { ...createMemoryStorage(), insertIfAbsent: async () => fail() },
        seed: [{ id: 9, name: 'Fern' }],
      },
    ],
  ])('%s gives 500 with an Error that says so', async (_title, options) => {
    await using server = await startServer({ port: 0, ...options })
    const answer = await sendPlant(server.url, { id: 1, name: 'Monstera' })
    expect(answer.status).toBe(500)
    expect(readError(answer)).toEqual({ error: 50001, message: expect.stringContaining('disk full') })
    expect(server.store.requests.count({ failure: 'internal-error' })).toBe(1)
  })
})

test.each<[title: string, handle: PlantStore['handle']]>([
  [
    'immediately',
    () => {
      throw new Error('out of order')
    },
  ],
  ['later', () => Promise.reject(new Error('out of order'))],
])('a store that fails %s gives 500 with an Error that says so', async (_title, handle) => {
  await using server = await startServer({ port: 0, store: { ...createPlantStore(), handle } })
  const answer = await sendPlant(server.url, { id: 1, name: 'Monstera' })
  expect(answer.status).toBe(500)
  expect(readError(answer)).toEqual({ error: 50001, message: expect.stringContaining('out of order') })
})

describe('200 requests at once with one new id', () => {
  test('are one 200 and 199 times 409, and store one plant', async () => {
    await using server = await startServer({ port: 0 })
    const requests = Array.from({ length: 200 }, (_, at) =>
      sendPlant(server.url, { id: 1, name: `Plant ${at}` }),
    )
    const answers = await Promise.all(requests)
    const created = answers.filter(({ status }) => status === 200)
    expect(created).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(199)
    const [plant, ...more] = await server.store.plants.list()
    expect(more).toEqual([])
    expect(created[0]?.body).toBe(JSON.stringify({ name: plant?.name }))
  })
})
