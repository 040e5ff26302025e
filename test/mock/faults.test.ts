import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMock, type Fault, type Held, type Mock, OptionsError, type Scenario } from '../../src/index.ts'
import { createServedMock } from '../../src/mock/create-mock.ts'
import type { ActiveFault } from '../../src/mock/faults/fault.ts'
import { expectRefused } from '../tools/refused.ts'
import { sendPlant } from '../tools/send.ts'

/** Sends plants to a mock, one after the other. */
async function statuses(mock: Mock, count: number): Promise<number[]> {
  const responses = []
  for (let id = 0; id < count; id++) responses.push(await sendPlant(mock, { id, name: 'Fern' }))
  return responses.map(({ status }) => status)
}

const ask = async (mock: Mock, path: string, method = 'POST'): Promise<number> =>
  (await mock.handle({ method, path })).status

describe('a fault', () => {
  test('covers as many requests as it says, or all until it is cleared', async () => {
    const mock = createMock()
    mock.faults.next('invalid-credentials', { requests: 2 })
    mock.faults.next({ fault: 'duplicate-key', requests: 2 }, { requests: 1 })
    expect(await statuses(mock, 4)).toEqual([401, 401, 409, 200])
    mock.faults.always({ fault: 'invalid-credentials', requests: 1 })
    expect(await statuses(mock, 3)).toEqual([401, 401, 401])
    mock.faults.clear()
    expect([await statuses(mock, 1), mock.faults.list()]).toEqual([[200], []])
  })

  test('can be removed from the list, the next one first; a hold is released', async () => {
    const mock = createMock()
    const common = { headers: { a: 'b', c: 'd' }, body: { ticket: 9007199254740993n } }
    for (const status of [503, 429, 503]) mock.faults.next({ status, ...common })
    mock.faults.hold({ path: '/orders' })
    const [first, , , hold] = mock.faults.list() as [ActiveFault, never, never, ActiveFault]
    for (const fault of [first, hold, { status: 503, requests: 2 }]) mock.faults.remove(fault)
    expect(mock.faults.list()).toHaveLength(2)
    expect(await statuses(mock, 3)).toEqual([429, 503, 200])
  })

  test('ignores other requests, unless it has their path', async () => {
    const mock = createMock()
    mock.faults.next('invalid-credentials')
    mock.faults.next({ fault: 'internal-error', path: '/orders', requests: 2 })
    expect([await ask(mock, '/favicon.ico'), await ask(mock, '/plants', 'OPTIONS')]).toEqual([404, 405])
    expect([await ask(mock, '/orders?a=1', 'GET'), await ask(mock, '/order')]).toEqual([500, 404])
    expect(await statuses(mock, 1)).toEqual([401])
    expect(mock.faults.list()).toEqual([{ fault: 'internal-error', path: '/orders', requests: 1 }])
    expect([await ask(mock, '/orders', 'PUT'), await ask(mock, '/orders')]).toEqual([500, 404])
  })

  test('applies in its turn: first those of the queue, then the last of those that stay', async () => {
    const mock = createMock({ scenario: { title: 'Last', steps: [{ fault: 'body-too-large' }] } })
    mock.faults.always({ fault: 'internal-error', path: '/plants' })
    mock.faults.always('unknown-path')
    mock.faults.always({ fault: 'duplicate-key', path: '/plants' })
    mock.faults.next({ fault: 'invalid-credentials', path: '/plants' })
    mock.faults.next({ fault: 'missing-body', path: '/orders' })
    mock.faults.next('malformed-body', { requests: 2 })
    mock.faults.next({ fault: 'request-timeout', path: '/plants' })
    expect(mock.faults.list()).toEqual([
      { fault: 'invalid-credentials', path: '/plants', requests: 1 },
      { fault: 'missing-body', path: '/orders', requests: 1 },
      { fault: 'malformed-body', requests: 2 },
      { fault: 'request-timeout', path: '/plants', requests: 1 },
      { fault: 'duplicate-key', path: '/plants', requests: 'forever' },
      { fault: 'unknown-path', requests: 'forever' },
      { fault: 'internal-error', path: '/plants', requests: 'forever' },
    ])
    expect(await statuses(mock, 6)).toEqual([401, 400, 400, 408, 409, 409])
    // Requests with another method are not the operation.
    expect(await ask(mock, '/plants', 'GET')).toBe(409)
  })

  test('of the body is carried out on the usual response; the journal has it, and once used up it is gone', async () => {
    const mock = createServedMock({})
    const before = mock.changes.counts.faults
    mock.faults.next('cut-off-body')
    const fault = 'not-json-body'
    const accepted = { status: 200, body: '{"name":"Monstera"}', fault: 'cut-off-body' }
    expect(await sendPlant(mock)).toMatchObject(accepted)
    mock.faults.next(fault)
    expect(await sendPlant(mock)).toMatchObject({ status: 409, failure: 'duplicate-key', fault })
    await sendPlant(mock)
    const { requests, faults, changes } = mock
    expect(requests.all().map((entry) => [entry.fault, entry.failure])).toEqual([
      ['cut-off-body', undefined],
      [fault, 'duplicate-key'],
      [undefined, 'duplicate-key'],
    ])
    expect(requests.all()[2]).not.toHaveProperty('fault')
    expect([faults.list(), changes.counts.faults - before, mock.records('plants').count()]).toEqual([
      [],
      4,
      1,
    ])
  })

  test('is rejected if 10,000 faults wait, until one is used up', async () => {
    const mock = createMock()
    mock.faults.always({ fault: 'internal-error', path: '/other' })
    for (let count = 1; count < 10_000; count++) mock.faults.next('invalid-credentials')
    const message = 'at most 10000 faults can wait; use one with requests'
    expect(() => mock.faults.next('invalid-credentials')).toThrow(new OptionsError(message))
    expect(() => mock.faults.always('invalid-credentials')).toThrow(message)
    expect(await statuses(mock, 1)).toEqual([401])
    mock.faults.next('duplicate-key')
    const names = mock.faults.list().map(({ fault }) => fault)
    expect(names).toEqual([...Array(9998).fill('invalid-credentials'), 'duplicate-key', 'internal-error'])
  })

  test('that is wrong is rejected, and changes nothing', async () => {
    const mock = createMock({ scenario: { title: 'Old', steps: [{}] } })
    const { faults } = mock
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
      () => play({ operation: 'x' }),
      () => faults.next({ operation: 'x' as never }),
    ]
    await expectRefused('rejected-faults', wrong, (add) => add())
    expect([faults.list().filter(({ hold }) => !hold), faults.scenario]).toEqual([[], 'Old'])
  })
})

describe('a hold', () => {
  /** Sends plants; the responses follow when they are released. */
  const sendSome = (mock: Mock, ids: number[]) =>
    Promise.all(ids.map(async (id) => (await sendPlant(mock, { id, name: 'Fern' })).status))

  test.each<[what: string, end: (held: Held, mock: Mock) => unknown, responses: number[], left: object[]]>([
    ['are released', (held) => held.release(), [200, 200], []],
    ['fail', (held) => held.fail('internal-error'), [500, 500], [{ fault: 'internal-error', requests: 1 }]],
    ['are released with all', ({ name }, { faults }) => faults.release(name), [200, 200], []],
    ['are released when faults are cleared', (_held, { faults }) => faults.clear(), [200, 200], []],
    ['are dropped by a reset', (_held, mock) => mock.reset(), [0, 0], []],
    [
      'fail after a delay',
      (held) => held.fail({ status: 503, delay: 1, path: '/ignored' }),
      [503, 503],
      [{ status: 503, delay: 1, requests: 1 }],
    ],
  ])('keeps requests waiting until they %s', async (_what, end, responses, left) => {
    const mock = createMock()
    const held = mock.faults.hold({ requests: 3 })
    expect(mock.faults.list()).toEqual([{ hold: held.name, requests: 3 }])
    const sent = sendSome(mock, [1, 2])
    await new Promise(setImmediate)
    expect(mock.requests.all().map(({ response, duration }) => [response, duration])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ])
    await end(held, mock)
    expect([await sent, mock.faults.list()]).toEqual([responses, left])
  })

  test('is in the list until it ends, also if it covers no more requests; one that lasts goes', async () => {
    const mock = createMock()
    const [first, lasting] = [mock.faults.hold({ path: '/a' }), mock.faults.hold({ requests: 'forever' })]
    const sent = [mock.handle({ method: 'GET', path: '/a' }), sendPlant(mock)]
    expect(mock.faults.list()).toEqual([
      { hold: first.name, path: '/a', requests: 0 },
      { hold: lasting.name, requests: 'forever' },
    ])
    lasting.fail('duplicate-key')
    first.release()
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([404, 409])
    expect(mock.faults.list()).toEqual([])
  })

  test('that ended before its requests arrive lets them fail, too', async () => {
    const mock = createMock()
    mock.faults.hold().fail('invalid-credentials')
    mock.faults.hold().release()
    expect(await statuses(mock, 2)).toEqual([401, 200])
  })
})

describe('an response of a fault', () => {
  test.each<[fault: Fault, response: object]>([
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
  ])('%o replaces the usual one, and mocks nothing', async (fault, response) => {
    const mock = createMock()
    mock.faults.next('invalid-credentials')
    mock.faults.next(fault)
    await sendPlant(mock)
    const label = `${fault.status}`
    expect(await sendPlant(mock)).toEqual({ status: fault.status, fault: label, ...response })
    expect(mock.requests.all()[1]).toMatchObject({ fault: label, response })
    expect(mock.records('plants').count()).toBe(0)
  })
})

describe('a delay', () => {
  /** Sends a plant; resolves with the milliseconds that it waits. */
  async function measure(mock: Mock): Promise<number | undefined> {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const start = Date.now()
    const response = sendPlant(mock)
    await vi.runAllTimersAsync()
    expect((await response).status).toBe(200)
    return Date.now() - start
  }

  test.each<[what: string, latency: number, fault: Fault | undefined, delay: number]>([
    ['no delay', 0, {}, 0],
    ['a latency', 30, undefined, 30],
    ['a fault', 0, { delay: 40 }, 40],
    ['both', 30, { delay: [40, 40] }, 70],
  ])('with %s', async (_what, latency, fault, delay) => {
    const mock = createMock({ latency })
    if (fault) mock.faults.next(fault)
    expect(await measure(mock)).toBe(delay)
  })

  test('of a range has both ends and is the same for the same seed, also after a reset', async () => {
    const mock = createMock({ latency: [1, 3], onDuplicate: 'replace' })
    const measureSome = async () => {
      const delays = []
      for (let index = 0; index < 20; index++) delays.push(await measure(mock))
      return delays
    }
    const delays = await measureSome()
    expect(new Set(delays)).toEqual(new Set([1, 2, 3]))
    await mock.reset()
    expect(await measureSome()).toEqual(delays)
  })
})

describe('a scenario', () => {
  const steps: Scenario['steps'] = [
    {},
    { fault: 'invalid-credentials', requests: 2 },
    { fault: 'internal-error' },
  ]

  test.each<[what: string, scenario: Omit<Scenario, 'title'>, responses: number[]]>([
    ['plays faults for a series of requests', { steps }, [200, 401, 401, 500, 200, 200]],
    ['starts again if it repeats', { repeat: true, steps }, [200, 401, 401, 500, 200, 401, 401, 500, 200]],
    [
      'can stay at a step',
      { steps: [{}, { fault: 'internal-error', requests: 'forever' }] },
      [200, 500, 500, 500],
    ],
  ])('%s', async (_what, scenario, responses) => {
    const mock = createMock({ scenario: { title: 'Script', ...scenario } })
    expect(await statuses(mock, responses.length)).toEqual(responses)
  })

  test('can have steps for other paths, which wait for their requests', async () => {
    const login: Scenario['steps'] = [
      { fault: 'invalid-credentials', path: '/login' },
      { fault: 'internal-error' },
    ]
    const mock = createMock({ scenario: { title: 'Login', steps: login } })
    expect(await statuses(mock, 1)).toEqual([200])
    expect([await ask(mock, '/login'), await ask(mock, '/login')]).toEqual([401, 404])
    expect(await statuses(mock, 2)).toEqual([500, 200])
  })

  test('draws the same random numbers for the same seed, and others for another seed', async () => {
    const steps: Fault[] = [{ fault: 'internal-error', chance: 0.5, requests: 'forever' }]
    const draw = async (seed: number | undefined, randomSeed = 1) => {
      const scenario = { title: 'Chances', steps, ...(seed !== undefined && { seed }) }
      const drawn = await statuses(createMock({ scenario, randomSeed, onDuplicate: 'replace' }), 12)
      return drawn.map((status) => (status === 500 ? 'x' : '.')).join('')
    }
    const drawn = [await draw(1), await draw(2), await draw(undefined), await draw(undefined, 2)]
    expect(drawn.join(' ')).toBe('.x...x..x.xx .xx...xx.x.x .x...x..x.xx .xx...xx.x.x')
  })

  test('is over after its last step, and starts again after a reset', async () => {
    const mock = createMock({ scenario: { title: 'Script', steps } })
    await statuses(mock, 3)
    expect(mock.faults.scenario).toBe('Script')
    await statuses(mock, 1)
    expect(mock.faults.scenario).toBeUndefined()
    await mock.reset()
    expect(mock.faults.scenario).toBe('Script')
  })
})
