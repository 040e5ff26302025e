import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  createPlantStore,
  type Fault,
  type Held,
  OptionsError,
  type PlantStore,
  type Scenario,
} from '../../src/index.ts'
import type { ActiveFault } from '../../src/mock/faults/fault.ts'
import { createServedStore } from '../../src/store/plant-store.ts'
import { expectRefused } from '../tools/refused.ts'
import { sendPlant } from '../tools/send.ts'

/** Sends plants to a store, one after the other. */
async function statuses(store: PlantStore, count: number): Promise<number[]> {
  const answers = []
  for (let id = 0; id < count; id++) answers.push(await sendPlant(store, { id, name: 'Fern' }))
  return answers.map(({ status }) => status)
}

const ask = async (store: PlantStore, path: string, method = 'POST'): Promise<number> =>
  (await store.handle({ method, path })).status

describe('a fault', () => {
  test('covers as many requests as it says, or all until it is cleared', async () => {
    const store = createPlantStore()
    store.faults.next('invalid-credentials', { requests: 2 })
    store.faults.next({ fault: 'duplicate-key', requests: 2 }, { requests: 1 })
    expect(await statuses(store, 4)).toEqual([401, 401, 409, 200])
    store.faults.always({ fault: 'invalid-credentials', requests: 1 })
    expect(await statuses(store, 3)).toEqual([401, 401, 401])
    store.faults.clear()
    expect([await statuses(store, 1), store.faults.list()]).toEqual([[200], []])
  })

  test('can be removed from the list, the next one first; a hold is released', async () => {
    const store = createPlantStore()
    for (const status of [503, 429, 503]) store.faults.next({ status, headers: { a: 'b', c: 'd' } })
    store.faults.hold({ path: '/orders' })
    const [first, , , hold] = store.faults.list() as [ActiveFault, never, never, ActiveFault]
    for (const fault of [first, hold, { status: 503, requests: 2 }]) store.faults.remove(fault)
    expect(store.faults.list()).toHaveLength(2)
    expect(await statuses(store, 3)).toEqual([429, 503, 200])
  })

  test('ignores other requests, unless it has their path', async () => {
    const store = createPlantStore()
    store.faults.next('invalid-credentials')
    store.faults.next({ fault: 'internal-error', path: '/orders', requests: 2 })
    expect([await ask(store, '/favicon.ico'), await ask(store, '/plants', 'OPTIONS')]).toEqual([404, 405])
    expect([await ask(store, '/orders?a=1', 'GET'), await ask(store, '/order')]).toEqual([500, 404])
    expect(await statuses(store, 1)).toEqual([401])
    expect(store.faults.list()).toEqual([{ fault: 'internal-error', path: '/orders', requests: 1 }])
    expect([await ask(store, '/orders', 'PUT'), await ask(store, '/orders')]).toEqual([500, 404])
  })

  test('applies in its turn: first those of the queue, then the last of those that stay', async () => {
    const store = createPlantStore({ scenario: { title: 'Last', steps: [{ fault: 'body-too-large' }] } })
    store.faults.always({ fault: 'internal-error', path: '/plants' })
    store.faults.always('unknown-path')
    store.faults.always({ fault: 'duplicate-key', path: '/plants' })
    store.faults.next({ fault: 'invalid-credentials', path: '/plants' })
    store.faults.next({ fault: 'missing-body', path: '/orders' })
    store.faults.next('malformed-body', { requests: 2 })
    store.faults.next({ fault: 'request-timeout', path: '/plants' })
    expect(store.faults.list()).toEqual([
      { fault: 'invalid-credentials', path: '/plants', requests: 1 },
      { fault: 'missing-body', path: '/orders', requests: 1 },
      { fault: 'malformed-body', requests: 2 },
      { fault: 'request-timeout', path: '/plants', requests: 1 },
      { fault: 'duplicate-key', path: '/plants', requests: 'forever' },
      { fault: 'unknown-path', requests: 'forever' },
      { fault: 'internal-error', path: '/plants', requests: 'forever' },
    ])
    expect(await statuses(store, 6)).toEqual([401, 400, 400, 408, 409, 409])
    // Requests with another method are not the operation.
    expect(await ask(store, '/plants', 'GET')).toBe(409)
  })

  test('of the body is carried out on the usual answer; the journal has it, and once used up it is gone', async () => {
    const store = createServedStore()
    store.faults.next('cut-off-body')
    const fault = 'not-json-body'
    const accepted = { status: 200, body: '{"name":"Monstera"}', fault: 'cut-off-body' }
    expect(await sendPlant(store)).toMatchObject(accepted)
    store.faults.next(fault)
    expect(await sendPlant(store)).toMatchObject({ status: 409, failure: 'duplicate-key', fault })
    await sendPlant(store)
    const { requests, faults, changes, plants } = store
    expect(requests.all().map((entry) => [entry.fault, entry.failure])).toEqual([
      ['cut-off-body', undefined],
      [fault, 'duplicate-key'],
      [undefined, 'duplicate-key'],
    ])
    expect(requests.all()[2]).not.toHaveProperty('fault')
    expect([faults.list(), changes.counts.faults, await plants.count()]).toEqual([[], 4, 1])
  })

  test('costs the same however many wait: none of them moves or is looked at', async () => {
    const store = createPlantStore()
    for (let count = 0; count < 1000; count++) store.faults.next('invalid-credentials')
    let longest = 0
    for (const method of ['shift', 'splice', 'slice', 'filter', 'find', 'findIndex', 'map'] as const) {
      const original = Array.prototype[method] as (...args: unknown[]) => unknown
      vi.spyOn(Array.prototype, method).mockImplementation(function (this: unknown[], ...args: unknown[]) {
        const start = method === 'splice' ? Number(args[0]) : 0
        longest = Math.max(longest, this.length - start)
        return original.apply(this, args) as never
      })
    }
    const answer = await sendPlant(store)
    vi.restoreAllMocks()
    expect(answer.status).toBe(401)
    expect(longest).toBeLessThan(1000)
  })

  test('is refused if 10,000 faults wait, until one is used up', async () => {
    const store = createPlantStore()
    store.faults.always({ fault: 'internal-error', path: '/other' })
    for (let count = 1; count < 10_000; count++) store.faults.next('invalid-credentials')
    const message = 'at most 10000 faults can wait; use one with requests'
    expect(() => store.faults.next('invalid-credentials')).toThrow(new OptionsError(message))
    expect(() => store.faults.always('invalid-credentials')).toThrow(message)
    expect(await statuses(store, 1)).toEqual([401])
    store.faults.next('duplicate-key')
    expect(store.faults.list()).toHaveLength(10_000)
    expect(await statuses(store, 10_000)).toEqual([...Array(9998).fill(401), 409, 200])
  })

  test('that is wrong is refused, and changes nothing', async () => {
    const store = createPlantStore({ scenario: { title: 'Old', steps: [{}] } })
    const { faults } = store
    const play = (...steps: unknown[]) => faults.play({ title: 'Bad', steps } as Scenario)
    const wrong = [
      () => faults.next('no-such' as never),
      () => faults.always({ delay: -1 }),
      () => faults.next('invalid-credentials', { requests: 0 }),
      () => faults.next(503 as never),
      () => faults.next('invalid-credentials', 2 as never),
      () => faults.hold({ requests: 0 }),
      () => faults.hold().fail({ status: 199 }),
      () => faults.next({ body: 'x' }),
      () => faults.next({ headers: { a: '\n' }, status: 500 }),
      () => play({}, { fault: 'invalid-credentials', status: 500 }),
      () => play({ fault: 'x' }),
    ]
    await expectRefused('refused-faults', wrong, (add) => add())
    expect([faults.list().filter(({ hold }) => !hold), faults.scenario]).toEqual([[], 'Old'])
  })
})

describe('a hold', () => {
  /** Sends plants; the answers follow when they are released. */
  const sendSome = (store: PlantStore, ids: number[]) =>
    Promise.all(ids.map(async (id) => (await sendPlant(store, { id, name: 'Fern' })).status))

  test.each<
    [what: string, end: (held: Held, store: PlantStore) => unknown, answers: number[], left: object[]]
  >([
    ['are released', (held) => held.release(), [200, 200], []],
    ['fail', (held) => held.fail('internal-error'), [500, 500], [{ fault: 'internal-error', requests: 1 }]],
    ['are released with all', ({ name }, { faults }) => faults.release(name), [200, 200], []],
    ['are released when faults are cleared', (_held, { faults }) => faults.clear(), [200, 200], []],
    ['are dropped by a reset', (_held, store) => store.reset(), [0, 0], []],
    [
      'fail after a delay',
      (held) => held.fail({ status: 503, delay: 1, path: '/ignored' }),
      [503, 503],
      [{ status: 503, delay: 1, requests: 1 }],
    ],
  ])('keeps requests waiting until they %s', async (_what, end, answers, left) => {
    const store = createPlantStore()
    const held = store.faults.hold({ requests: 3 })
    expect(store.faults.list()).toEqual([{ hold: held.name, requests: 3 }])
    const sent = sendSome(store, [1, 2])
    await new Promise(setImmediate)
    expect(store.requests.all().map(({ answer, duration }) => [answer, duration])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ])
    await end(held, store)
    expect([await sent, store.faults.list()]).toEqual([answers, left])
  })

  test('is in the list until it ends, also if it covers no more requests; one that lasts goes', async () => {
    const store = createPlantStore()
    const [first, lasting] = [store.faults.hold({ path: '/a' }), store.faults.hold({ requests: 'forever' })]
    const sent = [store.handle({ method: 'GET', path: '/a' }), sendPlant(store)]
    expect(store.faults.list()).toEqual([
      { hold: first.name, path: '/a', requests: 0 },
      { hold: lasting.name, requests: 'forever' },
    ])
    lasting.fail('duplicate-key')
    first.release()
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([404, 409])
    expect(store.faults.list()).toEqual([])
  })

  test('that ended before its requests arrive lets them fail, too', async () => {
    const store = createPlantStore()
    store.faults.hold().fail('invalid-credentials')
    store.faults.hold().release()
    expect(await statuses(store, 2)).toEqual([401, 200])
  })
})

describe('an answer of a fault', () => {
  test.each<[fault: Fault, answer: object]>([
    [
      { status: 503, headers: { 'Retry-After': '1' }, body: { id: 9007199254740993n } },
      {
        headers: { 'content-type': 'application/json', 'retry-after': '1' },
        body: '{"id":9007199254740993}',
      },
    ],
    [
      { status: 302, headers: { Location: '/x' } },
      { headers: { location: '/x' }, body: '' },
    ],
    [
      { status: 204, body: 'x' },
      { headers: {}, body: '' },
    ],
    [
      { status: 500, body: '' },
      { headers: {}, body: '' },
    ],
  ])('%o replaces the usual one, and stores nothing', async (fault, answer) => {
    const store = createPlantStore()
    store.faults.next('invalid-credentials')
    store.faults.next(fault)
    await sendPlant(store)
    const label = `${fault.status}`
    expect(await sendPlant(store)).toEqual({ status: fault.status, fault: label, ...answer })
    expect(store.requests.all()[1]).toMatchObject({ fault: label, answer })
    expect(await store.plants.count()).toBe(0)
  })
})

describe('a delay', () => {
  /** Sends a plant; resolves with the milliseconds that it waits. */
  async function measure(store: PlantStore): Promise<number | undefined> {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const start = Date.now()
    const answer = sendPlant(store)
    await vi.runAllTimersAsync()
    expect((await answer).status).toBe(200)
    return Date.now() - start
  }

  test.each<[what: string, latency: number, fault: Fault | undefined, delay: number]>([
    ['no delay', 0, {}, 0],
    ['a latency', 30, undefined, 30],
    ['a fault', 0, { delay: 40 }, 40],
    ['both', 30, { delay: [40, 40] }, 70],
  ])('with %s', async (_what, latency, fault, delay) => {
    const store = createPlantStore({ latency })
    if (fault) store.faults.next(fault)
    expect(await measure(store)).toBe(delay)
  })

  test('of a range has both ends and is the same for the same seed, also after a reset', async () => {
    const store = createPlantStore({ latency: [1, 3], onDuplicate: 'replace' })
    const measureSome = async () => {
      const delays = []
      for (let index = 0; index < 20; index++) delays.push(await measure(store))
      return delays
    }
    const delays = await measureSome()
    expect(new Set(delays)).toEqual(new Set([1, 2, 3]))
    await store.reset()
    expect(await measureSome()).toEqual(delays)
  })
})

describe('a scenario', () => {
  const steps: Scenario['steps'] = [
    {},
    { fault: 'invalid-credentials', requests: 2 },
    { fault: 'internal-error' },
  ]

  test.each<[what: string, scenario: Omit<Scenario, 'title'>, answers: number[]]>([
    ['plays faults for a series of requests', { steps }, [200, 401, 401, 500, 200, 200]],
    ['starts again if it repeats', { repeat: true, steps }, [200, 401, 401, 500, 200, 401, 401, 500, 200]],
    [
      'can stay at a step',
      { steps: [{}, { fault: 'internal-error', requests: 'forever' }] },
      [200, 500, 500, 500],
    ],
  ])('%s', async (_what, scenario, answers) => {
    const store = createPlantStore({ scenario: { title: 'Script', ...scenario } })
    expect(await statuses(store, answers.length)).toEqual(answers)
  })

  test('can have steps for other paths, which wait for their requests', async () => {
    const login: Scenario['steps'] = [
      { fault: 'invalid-credentials', path: '/login' },
      { fault: 'internal-error' },
    ]
    const store = createPlantStore({ scenario: { title: 'Login', steps: login } })
    expect(await statuses(store, 1)).toEqual([200])
    expect([await ask(store, '/login'), await ask(store, '/login')]).toEqual([401, 404])
    expect(await statuses(store, 2)).toEqual([500, 200])
  })

  test('draws the same random numbers for the same seed, and others for another seed', async () => {
    const steps: Fault[] = [{ fault: 'internal-error', chance: 0.5, requests: 'forever' }]
    const draw = async (seed: number | undefined, randomSeed = 1) => {
      const scenario = { title: 'Chances', steps, ...(seed !== undefined && { seed }) }
      const drawn = await statuses(createPlantStore({ scenario, randomSeed, onDuplicate: 'replace' }), 12)
      return drawn.map((status) => (status === 500 ? 'x' : '.')).join('')
    }
    const drawn = [await draw(1), await draw(2), await draw(undefined), await draw(undefined, 2)]
    expect(drawn.join(' ')).toBe('.x...x..x.xx .xx...xx.x.x .x...x..x.xx .xx...xx.x.x')
  })

  test('is a copy, and is gone once faults are cleared', () => {
    const scenario = { title: 'Script', steps }
    const { faults } = createPlantStore({ scenario })
    scenario.title = 'Changed'
    expect(faults.scenario).toBe('Script')
    faults.clear()
    expect(faults.scenario).toBeUndefined()
    faults.play(scenario)
    expect(faults.scenario).toBe('Changed')
  })
})
