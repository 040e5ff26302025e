import openapiTS, { astToString } from 'openapi-typescript'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { connectMock } from '../../src/adapters/client/connect-mock.ts'
import { createHandlers } from '../../src/adapters/msw/create-handlers.ts'
import type { MockFixtures } from '../../src/adapters/playwright/playwright.ts'
import { startServer } from '../../src/adapters/server/start-server.ts'
import type { createMockTest } from '../../src/adapters/vitest/vitest.ts'
import type { Contract } from '../../src/contract/contract.ts'
import { type PlantStore, plantStore } from '../../src/contract/plant-store.ts'
import { readContract } from '../../src/contract/read/read-contract.ts'
import { createMock, type Mock, type NewPlant, type Scenario } from '../../src/index.ts'
import { toContract } from '../../src/mock/mock.ts'
import type { RecordOf, ResourceName } from '../../src/mock/types.ts'
import '../../src/adapters/vitest/vitest.ts'
import { bookings } from './bookings.ts'
import type { components, operations, paths } from './generated/bookings.ts'

type Room = components['schemas']['Room']
type Booking = components['schemas']['Booking']
interface Bookings {
  paths: paths
  operations: operations
}

const contract = toContract<Bookings>(bookings)
const room = { id: 1, name: 'Blue', kind: 'single' } as const

/** Only for the compiler. */
const compile = (_code: () => unknown): void => {}

test('the types of the bookings are what openapi-typescript prints', async () => {
  const printed = astToString(await openapiTS(structuredClone(bookings) as never))
  await expect(printed).toMatchFileSnapshot('generated/bookings.ts')
})

describe('by default, a mock has the types of the plant store', () => {
  const mock = createMock({ credentials: ['secret'], seed: { plants: [{ id: 1n, name: 'Fern' }] } })

  test('its records are plants', () => {
    expectTypeOf(mock).toEqualTypeOf<Mock<PlantStore>>()
    expectTypeOf(createMock({ contract: plantStore() })).toEqualTypeOf<Mock<PlantStore>>()
    expectTypeOf<RecordOf<PlantStore, 'plants'>>().toEqualTypeOf<NewPlant>()
    expectTypeOf(mock.records('plants').get(1)).resolves.toEqualTypeOf<NewPlant | undefined>()
    expectTypeOf(createHandlers({ credentials: ['secret'] }).mock).toEqualTypeOf<Mock<PlantStore>>()
    compile(async () => expectTypeOf((await startServer()).mock).toEqualTypeOf<Mock<PlantStore>>())
  })

  test('what has no types fits, too', () => {
    const outage: Scenario = { title: 'outage', steps: [{ operation: 'createPlant', status: 503 }] }
    mock.faults.play(outage)
    const untyped: Mock = mock
    compile(() => expectTypeOf(untyped.records('anything').get(1)).toBeAny())
  })
})

describe('the types of another description', () => {
  const mock = createMock({ contract, seed: { rooms: [room], bookings: [{ roomId: 1, guest: 'Ada' }] } })

  test('come with its contract, or are said', () => {
    expectTypeOf(mock).toEqualTypeOf<Mock<Bookings>>()
    expectTypeOf(createHandlers(mock).mock).toEqualTypeOf<Mock<Bookings>>()
    expectTypeOf(createHandlers({ contract }).mock).toEqualTypeOf<Mock<Bookings>>()
    expectTypeOf(createMock<Bookings>({ contract: toContract(bookings) })).toEqualTypeOf<Mock<Bookings>>()
    expectTypeOf<MockFixtures<Bookings>['mock']>().toEqualTypeOf<Mock<Bookings>>()
    const ofVitest = null as unknown as typeof createMockTest
    compile(() =>
      ofVitest({ contract })('', ({ mock }) => expectTypeOf(mock).toEqualTypeOf<Mock<Bookings>>()),
    )
    compile(async () => [
      expectTypeOf(await readContract<Bookings>('bookings.yaml')).toEqualTypeOf<Contract<Bookings>>(),
      expectTypeOf((await startServer({ contract })).mock).toEqualTypeOf<Mock<Bookings>>(),
    ])
  })

  test('are those of its records', () => {
    expectTypeOf<ResourceName<Bookings>>().toEqualTypeOf<
      'rooms' | 'bookings' | `${string}/rooms` | `${string}/bookings`
    >()
    const names = contract.resources.map(({ name }) => name)
    expect(names).toEqual(['rooms', 'bookings'] satisfies ResourceName<Bookings>[])
    expectTypeOf(mock.records('rooms').get(1)).resolves.toEqualTypeOf<Room | undefined>()
    expectTypeOf(mock.records('bookings').list()).resolves.toEqualTypeOf<Booking[]>()
    const remote = connectMock<Bookings>('http://127.0.0.1:4010')
    compile(() => [
      expectTypeOf(remote.records('rooms').list()).toEqualTypeOf<Promise<Room[]>>(),
      remote.records('rooms').put({ id: 9007199254740993n, name: 'Red' }),
      // @ts-expect-error a room has no colour
      remote.records('rooms').put({ colour: 'red' }),
      // @ts-expect-error there is no such operation
      remote.requests.count({ operation: 'createRom' }),
      // @ts-expect-error there is no such resource
      mock.records('rom'),
      // @ts-expect-error a room is single or double
      mock.records('rooms').put({ kind: 'triple' }),
      // @ts-expect-error a room has no colour
      createMock({ contract, seed: { rooms: [{ colour: 'red' }] } }),
    ])
  })

  test('are those of its operations, in patterns and faults', () => {
    mock.requests.count({ operation: 'createRoom', body: { name: 'Blue', note: undefined }, status: 422 })
    mock.requests.count({
      operation: 'createRoom',
      body: { name: expect.any(String), owner: 1n },
      status: 500,
    })
    mock.requests.count({ operation: null, body: { anything: 1 }, status: 404 })
    mock.requests.count({ created: 'rooms', body: { anything: 1 }, status: 201 })
    expect(mock).toHaveReceivedOnly()
    expect(mock).not.toHaveCreated('rooms', { name: 'Red' })
    expect(mock).toHaveRecord('rooms', { name: 'Blue' })
    compile(() => [
      // @ts-expect-error there is no such operation
      mock.requests.count({ operation: 'createRom' }),
      // @ts-expect-error a room has no colour
      mock.requests.count({ operation: 'createRoom', body: { colour: 'red' } }),
      // @ts-expect-error the success is 201
      mock.requests.count({ operation: 'createRoom', status: 200 }),
      // @ts-expect-error a GET has no body
      mock.requests.count({ operation: 'readRoom', body: { name: 'Blue' } }),
      // @ts-expect-error there is no such resource
      mock.requests.count({ created: 'room' }),
      // @ts-expect-error there is no such operation
      expect(mock).toHaveReceived({ operation: 'createRom' }),
      // @ts-expect-error a room has no colour
      expect(mock).toHaveReceivedOnly({ operation: 'createRoom', body: { colour: 'red' } }),
      // @ts-expect-error a room has no colour
      expect(mock).toHaveCreated('rooms', { colour: 'red' }),
      // @ts-expect-error a room has no colour
      expect(mock).toHaveRecord('rooms', { colour: 'red' }),
      // @ts-expect-error there is no such operation
      mock.faults.always({ status: 503, operation: 'createRom' }),
      // @ts-expect-error there is no such operation
      expect(new Response()).toSatisfyContract(contract, 'readRom'),
    ])
  })

  test('are those of its responses, in code of your own', () => {
    compile(() =>
      createMock({
        contract,
        respond: {
          closeRoom: async ({ parameters }, { records }) => {
            const found = await records('rooms').get(parameters.path.roomId)
            return found && { status: 200, body: { closed: true, by: found.name } }
          },
          report: { body: 'rooms\n1\n' },
          listRooms: { body: { items: [], total: 0 } },
          createRoom: ({ body }) => (body.name === '' ? { status: 503, body: 'busy' } : undefined),
        },
      }),
    )
    compile(() => [
      // @ts-expect-error there is no such status
      createMock({ contract, respond: { createRoom: { status: 204 } } }),
      // @ts-expect-error the success of createRoom isn't 200, which is the default
      createMock({ contract, respond: { createRoom: {} } }),
      // @ts-expect-error a page has a total
      createMock({ contract, respond: { listRooms: { status: 200, body: { items: [] } } } }),
      // @ts-expect-error the parameter is roomId
      createMock({ contract, respond: { closeRoom: ({ parameters }) => parameters.path.id } }),
    ])
  })

  test('are paths alone, too, without the ids of operations', () => {
    const ofPaths = createMock<paths>({ contract: toContract(bookings) })
    expectTypeOf(ofPaths.records('rooms').get(1)).resolves.toEqualTypeOf<Room | undefined>()
    expect(ofPaths.requests.count({ operation: 'createRoom', body: { anything: 1 }, status: 201 })).toBe(0)
    compile(() => [
      // @ts-expect-error there is no such resource
      ofPaths.records('rom'),
      // @ts-expect-error there is no such resource
      expect(ofPaths).toHaveRecord('rom'),
    ])
  })
})

test('a contract without types fits everything', () => {
  const mock = createMock({ contract: toContract(bookings), seed: { rooms: [{ ...room }] } })
  expectTypeOf(mock).toEqualTypeOf<Mock>()
  expect(mock).toHaveRecord('rooms', { name: 'Blue' })
  expect(mock.requests.count({ operation: 'createRoom', body: { anything: 1 }, status: 201 })).toBe(0)
  const other: Mock<Bookings> = mock
  expect(other).toBe(mock)
})

/** Paths as openapi-typescript prints them, of one operation each. */
interface Others {
  '/api/v1/people/': {
    get: Responds<{ people: { name: string }[]; total: number }>
    post: Sends<{ name: string }>
  }
  '/songs.json': { get: Responds<{ title: string }[]>; post: Sends<{ title: string }> }
  '/books': { post: Sends<{ title: string }> }
  '/books/{id}': { get: Responds<{ data: { title: string } }> }
  '/days/{id}': { get: Responds<{ id: number }> }
  '/boxes/{id}': { get: Responds<{ box: { size: number } }>; put: Sends<{ size: number }> }
  '/boxes/{id}/open': { post: Sends<{ key: string }> }
  '/settings': { get: Responds<{ themes: { id: number }[] }>; put: Sends<{ theme: string }> }
  '/report': { get: Responds<{ rooms: number }> }
}
interface Responds<Body> {
  responses: { 200: { content: { 'application/json': Body } } }
}
interface Sends<Body> {
  requestBody: { content: { 'application/json': Body } }
  responses: { 204: { content?: never } }
}

test('names and records are found in paths of other styles', () => {
  expectTypeOf<Exclude<ResourceName<Others>, `${string}/${string}`>>().toEqualTypeOf<
    'people' | 'songs' | 'books' | 'boxes' | 'settings'
  >()
  expectTypeOf<RecordOf<Others, 'people'>>().toEqualTypeOf<{ name: string }>()
  expectTypeOf<RecordOf<Others, 'v1/people'>>().toBeAny()
  expectTypeOf<RecordOf<Others, 'songs'>>().toEqualTypeOf<{ title: string }>()
  expectTypeOf<RecordOf<Others, 'books'>>().toEqualTypeOf<{ title: string }>()
  expectTypeOf<RecordOf<Others, 'boxes'>>().toEqualTypeOf<{ size: number }>()
  expectTypeOf<RecordOf<Others, 'settings'>>().toEqualTypeOf<{ themes: { id: number }[] }>()
})
