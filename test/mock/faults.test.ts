import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMock, type Fault, type Held, type Mock, OptionsError, type Scenario } from '../../src/index.ts'
import { expectRefused } from '../tools/refused.ts'
import { sendPlant } from '../tools/send.ts'

/** Sends plants to a mock, one after the other. */
async function statuses(mock: Mock, count: number): Promise<number[]> {
  const responses = []
  for (let id = 0; id < count; id++) responses.push(await sendPlant(mock, { id, name: 'Fern' }))
  return responses.map(({ status }) => status)
}

describe('a fault', () => {
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
      'are released when the hold is removed',
      (_held, { faults }) => faults.remove(faults.list()[0] ?? {}),
      [200, 200],
      [],
    ],
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

test('a scenario draws the same random numbers for the same seed, and others for another seed', async () => {
  const steps: Fault[] = [{ fault: 'internal-error', chance: 0.5, requests: 'forever' }]
  const draw = async (seed: number | undefined, randomSeed = 1) => {
    const scenario = { title: 'Chances', steps, ...(seed !== undefined && { seed }) }
    const drawn = await statuses(createMock({ scenario, randomSeed, onDuplicate: 'replace' }), 12)
    return drawn.map((status) => (status === 500 ? 'x' : '.')).join('')
  }
  const drawn = [await draw(1), await draw(2), await draw(undefined), await draw(undefined, 2)]
  expect(drawn.join(' ')).toBe('.x...x..x.xx .xx...xx.x.x .x...x..x.xx .xx...xx.x.x')
})
