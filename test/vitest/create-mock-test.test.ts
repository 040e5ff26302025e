import { HttpResponse, http } from 'msw'
import { afterAll, describe, expect, onTestFinished, test as plainTest } from 'vitest'
import { createMockTest } from '../../src/adapters/vitest/vitest.ts'
import type { MockStorage } from '../../src/index.ts'
import { toContract } from '../../src/mock/mock.ts'
import { bookings } from '../mock/bookings.ts'
import { sendPlant } from '../tools/send.ts'

const url = 'http://plants.example'
/** The tests that must fail, and did so after their own end: a mistake in them would not be what they expect. */
const ended: string[] = []
afterAll(() => expect(ended.toSorted()).toEqual(['another URL', 'another path', 'another test', 'unhandled']))

const test = createMockTest({
  credentials: ['secret'],
  seed: { plants: [{ id: 1, name: 'Monstera' }] },
})
const post = (id: number) => sendPlant(url, { id, name: 'Fern' }, { token: 'secret' })

const other = createMockTest({ responses: 'documented' }, { baseUrl: 'http://other.example/v2' })

describe('a file may have two kinds of mocks', () => {
  test('one', async ({ mock, expect }) => {
    expect((await post(2)).status).toBe(200)
    expect(mock.requests.size).toBe(1)
  })

  other('and another', async ({ mock, expect }) => {
    expect((await sendPlant('http://other.example/v2')).status).toBe(200)
    expect(mock.requests.size).toBe(1)
  })

  other.fails('each at its own URL', async () => {
    await post(2).catch(() => ended.push('another URL'))
  })
})

describe('a mock of any description', () => {
  const hotel = createMockTest({ contract: toContract(bookings) }, { baseUrl: 'http://hotel.example/api' })
  const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }

  hotel('has its records', async ({ mock, expect }) => {
    const body = JSON.stringify({ name: 'Blue', kind: 'single' })
    const { status } = await fetch('http://hotel.example/api/rooms', { method: 'POST', headers, body })
    expect(status).toBe(201)
    expect(mock).toHaveRecord('rooms', { name: 'Blue' })
  })

  hotel.fails('has no other paths', async () => {
    await fetch('http://hotel.example/api/guests', { headers }).catch(() => ended.push('another path'))
  })
})

const own = plainTest.extend('shelf', 'by the window')
const ofProject = createMockTest({ seed: { plants: [{ id: 1, name: 'Monstera' }] } }, { test: own })

describe('options of some tests', () => {
  ofProject.override({ mockOptions: { credentials: ['secret'] } })

  ofProject('replace those of all, next to the fixtures of the project', async ({ mock, shelf, expect }) => {
    expect([(await sendPlant(url)).status, (await post(1)).status]).toEqual([401, 200])
    expect([mock.requests.size, shelf]).toEqual([2, 'by the window'])
  })

  describe('in a describe', () => {
    ofProject.override({ mockOptions: { storage: {} as MockStorage } })
    ofProject.fails("can't be a storage", () => {})
  })
})

const documented = ofProject.extend({ mockOptions: { responses: 'documented' } })

documented.for([404])('test.extend replaces options, too', async (_status, { mock, expect }) => {
  expect((await sendPlant(url, { id: '1' })).status).toBe(400)
  expect(mock.requests.last()?.failure).toBe('invalid-body')
})

let ofDescribe: ReturnType<typeof createMockTest>
describe('a describe', () => {
  ofDescribe = createMockTest()
  ofDescribe('may create a test', () => {})
})

describe('another describe', () => {
  ofDescribe('may use the test of the first one', async ({ mock, expect }) => {
    await post(2)
    expect(mock).toHaveCreated('plants', { id: 2 })
  })
})

plainTest('a storage that tests would share is rejected', ({ expect }) => {
  const create = () => createMockTest({ storage: {} as MockStorage })
  expect(create).toThrow("every test has its own mock, so storage can't be set")
})

describe.concurrent('tests at the same time', () => {
  test.for([2, 3, 4, 5, 6])('have mocks of their own: %i', async (id, { mock, expect }) => {
    const statuses = [(await post(id)).status, (await post(1)).status, (await post(7)).status]
    expect(statuses).toEqual([200, 409, 200])
    expect(mock.records('plants').list()).toMatchObject([{ id: 1 }, { id }, { id: 7 }])
    expect(mock).toHaveCreated('plants', { id })
    expect(mock.requests.size).toBe(3)
  })
})

describe('a test', () => {
  test('has listening handlers, even if it does not use the mock', async ({ expect }) => {
    expect((await post(2)).status).toBe(200)
  })

  test('has a mock with the options', async ({ mock, expect }) => {
    expect((await sendPlant(url, undefined, { token: 'other' })).status).toBe(401)
    expect(mock).toHaveReceived({ failure: 'invalid-credentials' })
  })

  test('may have handlers of its own', async ({ server, expect }) => {
    server.use(http.get('http://plants.example/health', () => HttpResponse.text('fine')))
    expect(await (await fetch('http://plants.example/health')).text()).toBe('fine')
  })

  test('may use faults', async ({ mock, expect }) => {
    mock.faults.always('dropped-connection')
    await expect(post(2)).rejects.toThrow(TypeError)
  })

  describe('that fails', () => {
    const failures: { message: string; stack?: string }[] = []
    const watch = (): void => onTestFinished(({ task }) => void failures.push(...(task.result?.errors ?? [])))
    afterAll(() => {
      const lines =
        'By the end of the test, the mock received:\n  1. POST /plants {"id":1,"name":"Fern"} got 409, duplicate-key: a plant with the id 1 is already stored'
      // The tests run in any order.
      const messages = failures.map(({ message }) => message).toSorted()
      expect(messages).toEqual([
        expect.stringContaining('toHaveReceived'),
        `expected 409 to be 200 // Object.is equality\n\n${lines}`,
      ])
      expect(messages[0]).toContain(`\n\n${lines}`)
      expect(failures.every(({ message, stack }) => stack?.includes(message))).toBe(true)
    })

    test.fails('shows its last requests', async ({ expect }) => {
      watch()
      expect((await post(1)).status).toBe(200)
    })

    test.fails('shows what it did not wait for', async ({ mock, expect }) => {
      watch()
      void post(1)
      expect(mock).toHaveReceived()
    })
  })

  test('rejects properties that the description does not name', async ({ mock, expect }) => {
    const { status } = await sendPlant(url, { id: 2, name: 'Fern', tags: 'x' }, { token: 'secret' })
    expect(status).toBe(400)
    expect(mock).toHaveReceived({ failure: 'invalid-body' })
  })

  const open = createMockTest({ unknownProperties: 'ignore' })
  open('may ignore them', async ({ expect }) => {
    expect((await sendPlant(url, { id: 2, name: 'Fern', tags: 'x' })).status).toBe(200)
  })

  test.fails('fails if it sent an unhandled request', async () => {
    await fetch('http://plants.example/other').catch(() => ended.push('unhandled'))
  })

  test.fails('has no handlers of another test', async () => {
    await fetch('http://plants.example/health').catch(() => ended.push('another test'))
  })

  test('keeps its mock if it resets handlers', async ({ server, expect }) => {
    server.resetHandlers()
    expect((await post(2)).status).toBe(200)
  })

  plainTest('without a mock sends its requests on', async ({ expect }) => {
    await expect(fetch('http://plants.invalid/plants')).rejects.toThrow('fetch failed')
  })
})
