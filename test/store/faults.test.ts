import { describe, expect, test, vi } from 'vitest'
import {
  createPlantStore,
  type Fault,
  OptionsError,
  type PlantStore,
  type Scenario,
} from '../../src/index.ts'
import { failureNames } from '../../src/store/failures.ts'
import { post } from './post.ts'

async function statuses(store: PlantStore, count: number): Promise<number[]> {
  const answers = []
  for (let id = 0; id < count; id++) answers.push(await post(store, `{"id":${id},"name":"Fern"}`))
  return answers.map(({ status }) => status)
}

describe('a fault', () => {
  test.each(failureNames)('%s gives the answer of the failure and stores nothing', async (fault) => {
    const store = createPlantStore()
    store.faults.next(fault)
    const answer = await post(store, '{"id":1,"name":"Fern"}')
    expect(answer).toMatchObject({ failure: fault, fault, status: expect.any(Number) })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await store.plants.count()).toBe(0)
    expect(await statuses(store, 1)).toEqual([200])
  })

  test('applies to as many requests as it says', async () => {
    const store = createPlantStore()
    store.faults.next('invalid-token', 2)
    expect(await statuses(store, 3)).toEqual([401, 401, 200])
  })

  test('applies until it is cleared', async () => {
    const store = createPlantStore()
    store.faults.always('invalid-token')
    expect(await statuses(store, 3)).toEqual([401, 401, 401])
    store.faults.clear()
    expect(await statuses(store, 1)).toEqual([200])
  })

  test('waits in a queue and comes before lasting faults', async () => {
    const store = createPlantStore()
    store.faults.always('internal-error')
    store.faults.next('invalid-token')
    store.faults.next({ fault: 'duplicate-id', requests: 2 })
    expect(store.faults.list()).toEqual([
      { fault: 'invalid-token', requests: 1 },
      { fault: 'duplicate-id', requests: 2 },
      { fault: 'internal-error', requests: 'forever' },
    ])
    expect(await statuses(store, 4)).toEqual([401, 409, 409, 500])
  })

  test('ignores requests to other paths or with other methods', async () => {
    const store = createPlantStore()
    store.faults.next('invalid-token')
    store.handle({ method: 'GET', path: '/favicon.ico' })
    store.handle({ method: 'OPTIONS', path: '/plants' })
    expect(await statuses(store, 1)).toEqual([401])
  })

  test('with a path hits requests to this path with any method, before the fake refuses them', async () => {
    const store = createPlantStore()
    const ask = async (method: string, path: string) => (await store.handle({ method, path })).status
    store.faults.next({ fault: 'internal-error', path: '/orders', requests: 2 })
    store.faults.next({ fault: 'invalid-token', path: '/plants', requests: 2 })
    store.faults.always({ fault: 'duplicate-id', path: '/plants' })
    expect([await ask('GET', '/orders?a=1'), await ask('GET', '/order')]).toEqual([500, 404])
    expect(await ask('GET', '/plants')).toBe(401)
    expect(await statuses(store, 2)).toEqual([401, 409])
    expect(store.faults.list()).toEqual([
      { fault: 'internal-error', path: '/orders', requests: 1 },
      { fault: 'duplicate-id', path: '/plants', requests: 'forever' },
    ])
    expect([await ask('PUT', '/orders'), await ask('PUT', '/orders')]).toEqual([500, 404])
  })

  test('can be a fixed delay or a range, alone or before another fault', async () => {
    const store = createPlantStore()
    store.faults.next({ delay: 40 })
    store.faults.next({ delay: [20, 30], fault: 'invalid-token' })
    const start = performance.now()
    expect(await statuses(store, 2)).toEqual([200, 401])
    expect(performance.now() - start).toBeGreaterThanOrEqual(58)
  })

  test('drops the connection, cuts the body off or replaces it with HTML', async () => {
    const store = createPlantStore()
    store.faults.next('dropped-connection')
    expect(await post(store, '{"id":1,"name":"Fern"}')).toMatchObject({
      status: 0,
      fault: 'dropped-connection',
    })
    expect(await store.plants.count()).toBe(0)
    store.faults.next('not-json-body')
    const answer = await post(store, '{"id":1,"name":"Fern"}')
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } })
    expect(() => JSON.parse(answer.body)).toThrow(SyntaxError)
    expect(await store.plants.count()).toBe(1)
    store.faults.next('cut-off-body')
    expect(await post(store, '{"id":2,"name":"Fern"}')).toMatchObject({
      fault: 'cut-off-body',
      body: '{"name":"Fern"}',
    })
  })

  test('appears in the journal', async () => {
    const store = createPlantStore()
    store.faults.next('invalid-token')
    await statuses(store, 1)
    expect(store.requests.all()[0]).toMatchObject({ fault: 'invalid-token', failure: 'invalid-token' })
  })

  test('with a path and one without apply in the order in which they were added', async () => {
    const store = createPlantStore()
    store.faults.always({ fault: 'internal-error', path: '/plants' })
    store.faults.always('duplicate-id')
    store.faults.next({ fault: 'invalid-token', path: '/plants' })
    store.faults.next({ fault: 'missing-body', path: '/orders' })
    store.faults.next('malformed-json', 2)
    store.faults.next({ fault: 'body-too-large', path: '/plants' })
    expect(store.faults.list().map(({ fault }) => fault)).toEqual([
      'invalid-token',
      'missing-body',
      'malformed-json',
      'body-too-large',
      'duplicate-id',
      'internal-error',
    ])
    expect(await statuses(store, 6)).toEqual([401, 400, 400, 413, 409, 409])
  })

  test('costs the same however many wait: none of them moves or is looked at', async () => {
    const store = createPlantStore()
    for (let count = 0; count < 1000; count++) store.faults.next('invalid-token')
    const methods = ['shift', 'splice', 'slice', 'filter', 'find', 'findIndex', 'map'] as const
    const longest = methods.map((method) => {
      const original = Array.prototype[method] as (...args: unknown[]) => unknown
      let length = 0
      vi.spyOn(Array.prototype, method).mockImplementation(function (this: unknown[], ...args: unknown[]) {
        length = Math.max(length, this.length)
        return original.apply(this, args) as never
      })
      return () => length
    })
    const answer = await post(store, '{"id":1,"name":"Fern"}')
    vi.restoreAllMocks()
    expect(answer.failure).toBe('invalid-token')
    expect(Math.max(...longest.map((read) => read()))).toBeLessThan(1000)
  })

  test('applies in its turn, whether it is for a path or for the operation', async () => {
    const store = createPlantStore()
    store.faults.always({ fault: 'malformed-json', path: '/plants' })
    store.faults.next({ fault: 'duplicate-id', path: '/plants' })
    store.faults.next('invalid-token', 2)
    store.faults.next({ fault: 'internal-error', path: '/plants' })
    store.faults.next({ fault: 'duplicate-id', path: '/other' })
    const failures = ['duplicate-id', 'invalid-token', 'internal-error', 'duplicate-id', 'malformed-json']
    expect(store.faults.list().map(({ fault }) => fault)).toEqual(failures)
    expect(await statuses(store, 6)).toEqual([409, 401, 401, 500, 400, 400])
    expect(store.faults.list()).toHaveLength(2)
  })

  test('is refused if 10,000 faults wait, until one is used up', async () => {
    const store = createPlantStore()
    store.faults.always('internal-error')
    for (let count = 1; count < 10_000; count++) store.faults.next('invalid-token')
    const message = 'at most 10000 faults can wait; use one with requests'
    expect(() => store.faults.next('invalid-token')).toThrow(new OptionsError(message))
    expect(() => store.faults.always('invalid-token')).toThrow(message)
    expect(store.faults.list()).toHaveLength(10_000)
    expect(await statuses(store, 1)).toEqual([401])
    store.faults.next('duplicate-id')
    expect(store.faults.list().slice(-2)).toEqual([
      { fault: 'duplicate-id', requests: 1 },
      { fault: 'internal-error', requests: 'forever' },
    ])
    expect(new Set(await statuses(store, 9998))).toEqual(new Set([401]))
    expect(await statuses(store, 2)).toEqual([409, 500])
  })

  test.each<[fault: unknown, message: RegExp]>([
    ['no-such', /^fault must be one of dropped-connection, .*, got "no-such"$/],
    [
      { delay: -1 },
      /^delay must be an integer from 0 to 3600000 or a range from a smaller to a larger one, got -1$/,
    ],
    [{ delay: 'long' }, /^delay must be an integer .+ or a range .+, got "long"$/],
    [{ delay: [1] }, /^delay must be an integer .+ or a range .+, got an array$/],
    [{ delay: [5, 1] }, /^delay must be .+ or a range from a smaller to a larger one, got an array$/],
    [{ chance: 2 }, /^chance must be a number from 0 to 1, got 2$/],
    [
      { fault: 'invalid-token', requests: 0 },
      /^requests must be an integer from 1 to 1000000 or forever, got 0$/,
    ],
    [{ requests: 'often' }, /^requests must be an integer from 1 to 1000000 or forever, got "often"$/],
    [
      { falt: 'invalid-token' },
      /^there is no member falt; the members are fault, delay, chance, requests, path$/,
    ],
    [{ ['x'.repeat(1000)]: 1 }, /^there is no member "x{40}…" \(1000 characters\); the members are /],
    [{ path: 'orders' }, /^path must be a short path like \/v1, with no query, got "orders"$/],
    [{ path: '/orders?a=1' }, /^path must be a short path like \/v1, with no query, got "\/orders\?a=1"$/],
    [
      { path: `/${'x'.repeat(2000)}` },
      /^path must be a short path like \/v1, with no query, got "\/x{39}…" \(2001 characters\)$/,
    ],
    [{ path: 1 }, /^path must be a short path like \/v1, with no query, got 1$/],
  ])('%o is refused and not queued', (fault, message) => {
    const { faults } = createPlantStore()
    expect(() => faults.next(fault as Fault)).toThrow(OptionsError)
    expect(() => faults.next(fault as Fault)).toThrow(message)
    expect(faults.list()).toEqual([])
  })
})

describe('a scenario', () => {
  const steps: Scenario['steps'] = [{}, { fault: 'invalid-token', requests: 2 }, { fault: 'internal-error' }]

  test('plays faults for a series of requests', async () => {
    const store = createPlantStore({ scenario: { title: 'script', steps } })
    expect(await statuses(store, 6)).toEqual([200, 401, 401, 500, 200, 200])
  })

  test('starts again if it repeats', async () => {
    const store = createPlantStore({
      scenario: { title: 'script', repeat: true, steps },
      onDuplicate: 'replace',
    })
    expect(await statuses(store, 9)).toEqual([200, 401, 401, 500, 200, 401, 401, 500, 200])
  })

  test('can stay at a step forever', async () => {
    const scenario: Scenario = {
      title: 'outage',
      steps: [{}, { fault: 'internal-error', requests: 'forever' }],
    }
    expect(await statuses(createPlantStore({ scenario }), 4)).toEqual([200, 500, 500, 500])
  })

  test('can have steps for other paths, which wait for their requests', async () => {
    const scenario: Scenario = {
      title: 'login',
      steps: [{ fault: 'invalid-token', path: '/login' }, { fault: 'internal-error' }],
    }
    const store = createPlantStore({ scenario })
    expect(await statuses(store, 1)).toEqual([200])
    expect((await store.handle({ method: 'POST', path: '/login' })).status).toBe(401)
    expect(await statuses(store, 2)).toEqual([500, 200])
  })

  test('draws the same random numbers for the same seed, and others for another seed', async () => {
    const play = (seed: number) => {
      const steps: Fault[] = [{ fault: 'internal-error', chance: 0.5, requests: 'forever' }]
      return statuses(createPlantStore({ scenario: { title: 'chances', seed, steps } }), 50)
    }
    expect(await play(1)).toEqual(await play(1))
    expect(await play(1)).not.toEqual(await play(2))
    expect(new Set(await play(1))).toEqual(new Set([200, 500]))
  })

  test('that is invalid does not replace the current one', () => {
    const { faults } = createPlantStore({ scenario: { title: 'script', steps } })
    expect(() => faults.play({ title: 'bad', steps: [{ fault: 'x' }] } as unknown as Scenario)).toThrow(
      /^scenario\.steps\[0\]\.fault must be one of/,
    )
    expect(faults.scenario).toBe('script')
    faults.clear()
    expect(faults.scenario).toBeUndefined()
  })
})
