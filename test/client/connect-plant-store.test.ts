import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type ConnectedPlantStore, connectPlantStore } from '../../src/client/connect-plant-store.ts'
import { startServer } from '../../src/server/start-server.ts'
import '../../src/vitest/vitest.ts'
import { catchError } from '../matchers/catch-error.ts'
import { postPlant } from '../msw/post-plant.ts'
import { listen } from '../tools/listen.ts'

const server = await startServer({ port: 0, seed: [{ id: 1, name: 'Monstera' }] })
const store = connectPlantStore(server.url)
const big = { id: 9007199254740993n, name: 'Fern', tag: 'fern' }
const post = (plant: { id: number | bigint; name: string }, token?: string) =>
  postPlant(`${server.url}/plants`, plant, token)

beforeEach(() => server.store.reset())
afterAll(() => server.close())

describe('plants', () => {
  test('are added, listed, read, counted, replaced and removed, with exact ids', async () => {
    await store.plants.add([big, { id: 2, name: 'Ivy' }])
    await store.plants.add({ id: 3, name: 'Ash' })
    expect((await store.plants.list()).map(({ id }) => id)).toEqual([1, big.id, 2, 3])
    expect(await store.plants.list({ offset: 1, limit: 1 })).toEqual([big])
    expect(await store.plants.get(big.id)).toEqual(big)
    expect(await store.plants.get(9007199254740992n)).toBeUndefined()
    expect(await store.plants.count()).toBe(4)
    await store.plants.replaceAll([big])
    expect(await server.store.plants.list()).toEqual([big])
    await store.plants.clear()
    expect(await store.plants.count()).toBe(0)
  })

  test('are listed over several pages', async () => {
    const plants = Array.from({ length: 1001 }, (_, index) => ({ id: index, name: 'Fern' }))
    await store.plants.replaceAll(plants)
    expect(await store.plants.list()).toEqual(plants)
  })

  test('that are stored or not valid are refused', async () => {
    await expect(store.plants.add({ id: 1, name: 'Ivy' })).rejects.toMatchObject({
      name: 'ControlApiError',
      status: 409,
      message: `Failed to use the fake at ${server.url}: plants with these ids are already stored: 1`,
    })
    await expect(store.plants.add({ id: 1.5, name: 'Ivy' })).rejects.toThrow('id must be an integer')
  })

  test('with an id that a number cannot hold are refused before they are sent', async () => {
    const rounded = Number('9007199254740993')
    for (const asked of [
      () => store.plants.add({ id: rounded, name: 'Ivy' }),
      () => store.plants.get(rounded),
      () => store.requests.count({ id: rounded }),
    ])
      await expect(asked()).rejects.toThrow('the number 9007199254740992, which is not exact; use a bigint')
  })
})

describe('requests', () => {
  beforeEach(async () => {
    await post(big)
    await post({ id: 2, name: 'Ivy' }, 'invalid-token')
  })

  test('are those of the journal', async () => {
    expect(await store.requests.all()).toEqual(server.store.requests.all())
    expect(await store.requests.count()).toBe(2)
    expect(await store.requests.count({ id: big.id, status: 200 })).toBe(1)
    expect(await store.requests.matching({ failure: 'invalid-token' })).toMatchObject([
      { request: { body: '{"id":2,"name":"Ivy"}' } },
    ])
    expect(await store.requests.nearest({ name: 'Ivy', status: 200 }, 1)).toMatchObject([
      { differences: [{ member: 'status', expected: 200, received: 401 }] },
    ])
    await store.requests.clear()
    expect(server.store.requests.size).toBe(0)
  })

  test('are judged by the matchers, which wait for the answer', async () => {
    await expect(store).toHaveReceived({ name: 'Ivy', failure: 'invalid-token' })
    await expect(store).not.toHaveReceived({ name: 'Ash' })
    await expect(store).toHaveCreatedPlant({ id: big.id })
    const { message } = await catchError(() => expect(store).toHaveCreatedPlant({ id: 2 }))
    expect(message).toContain('Received: 0 of 1 created plants match\n\nNearest: ')
    expect(message).toContain('answered with 401, invalid-token: the bearer token is not valid\n')
  })

  test('have no members but those of a pattern', async () => {
    const pattern = { nmae: 'Ivy' } as object
    await expect(store.requests.count(pattern)).rejects.toThrow('nmae')
    await expect(store.requests.matching(pattern)).rejects.toThrow('nmae')
  })
})

describe('faults', () => {
  test('strike, are listed and cleared', async () => {
    await store.faults.next('invalid-token', 2)
    await store.faults.always({ fault: 'internal-error' })
    expect(await store.faults.list()).toEqual([
      { fault: 'invalid-token', requests: 2 },
      { fault: 'internal-error', requests: 'forever' },
    ])
    expect((await post(big)).status).toBe(401)
    await store.faults.clear()
    expect((await post(big)).status).toBe(200)
    await store.faults.play({ title: 'outage', steps: [{ fault: 'internal-error' }] })
    expect(server.store.faults.scenario).toBe('outage')
  })
})

test('reset restores the state at the start', async () => {
  await post(big)
  await store.reset()
  expect([await store.plants.count(), await store.requests.count()]).toEqual([1, 0])
})

test('a token selects its own store', async () => {
  await using isolated = await startServer({ port: 0, isolate: 'token' })
  const [one, other] = ['one', 'other'].map((token) => connectPlantStore(isolated.url, { token })) as [
    ConnectedPlantStore,
    ConnectedPlantStore,
  ]
  await postPlant(`${isolated.url}/plants`, { id: 1, name: 'Fern' }, 'one')
  await expect(one).toHaveCreatedPlant({ id: 1 })
  await expect(other).not.toHaveReceived()
})

test('an admin token is sent, and its absence explained', async () => {
  await using guarded = await startServer({ port: 0, adminToken: 'secret' })
  expect(await connectPlantStore(guarded.url, { adminToken: 'secret' }).plants.count()).toBe(0)
  await expect(connectPlantStore(guarded.url).plants.count()).rejects.toThrow(
    `Failed to use the fake at ${guarded.url}: the header X-Admin-Token must be the admin token`,
  )
})

test.each<[options: object, message: RegExp]>([
  [{ adminToken: 'two\nlines' }, /^adminToken may contain only ASCII letters, digits, and punctuation/],
  [{ token: '' }, /^token may contain only ASCII letters/],
  [{ admintoken: 'secret' }, /^there is no option admintoken; the options are adminToken, token$/],
])('wrong options are named, without the token: %j', (options, message) => {
  expect(() => connectPlantStore(server.url, options)).toThrow(message)
})

describe('a wrong URL', () => {
  test('that is not absolute is refused', () => {
    expect(() => connectPlantStore('localhost')).toThrow('url must be an absolute URL, got "localhost"')
  })

  test('that does not answer is named', async () => {
    const gone = await startServer({ port: 0 })
    await gone.close()
    await expect(connectPlantStore(gone.url).reset()).rejects.toThrow(
      `Failed to use the fake at ${gone.url}: it is not reachable`,
    )
  })

  test('of something else is named', async () => {
    await using other = await listen((_request, response) => response.writeHead(404).end('<html>'))
    await expect(connectPlantStore(other.url).reset()).rejects.toThrow(
      `Failed to use the fake at ${other.url}: /__admin/reset answered 404 without JSON. Is the URL right?`,
    )
  })
})
