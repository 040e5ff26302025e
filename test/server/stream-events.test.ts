import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMocks } from '../../src/adapters/server/isolated-mocks.ts'
import { streamEvents } from '../../src/adapters/server/stream-events.ts'
import { type AnyServedMock, createServedMock, type ServedMock } from '../../src/mock/create-mock.ts'
import { callControl, from, send, sendPlant } from '../tools/send.ts'
import { type EventStream, openEvents, type ServerEvent } from './open-events.ts'
import { start, startBoth, text } from './start.ts'

const fern = { id: 1, name: 'Fern' }
const names = (events: readonly ServerEvent[]): string[] => events.map(({ event }) => event)
const numbers = (events: readonly ServerEvent[]): unknown[] =>
  events.filter(({ event }) => event === 'request').map(({ data }) => data['number'])
/** Reads the next requests among the events. */
async function nextRequests(events: EventStream, count: number) {
  const found: ServerEvent['data'][] = []
  while (found.length < count)
    for (const { event, data } of await events.next(1)) if (event === 'request') found.push(data)
  return found
}
const ask = (mock: Pick<ServedMock, 'handle'>, count: number) => {
  for (let at = 0; at < count; at++) mock.handle({ method: 'GET', path: '/' })
}

/** Streams the events of a mock to a client that reads nothing yet. */
function stream(mock: AnyServedMock, isCurrent = () => true) {
  const response = new PassThrough()
  response.setEncoding('utf8')
  onTestFinished(() => void response.destroy())
  const streaming = streamEvents(response as unknown as ServerResponse, mock, isCurrent)
  return { response, streaming }
}

/** A mock whose changes are those of another process. */
const share = (changes: object): ServedMock => {
  const mock = createServedMock({})
  return { ...mock, changes: { ...mock.changes, ...changes } }
}

/** Lets a stream write what is due. */
const takeTurns = async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
}

describe('GET /events', () => {
  test('starts with the requests in the journal and goes on with those that arrive', async () => {
    const { url, adminUrl, mock } = await startBoth(text('upstream'))
    await sendPlant(url, fern)
    await using events = await openEvents(adminUrl)
    const [first] = await nextRequests(events, 1)
    await sendPlant(url, fern)
    mock.handle({ method: 'GET', path: '/x?access_token=secret&a=\n\nevent: reset\n\n' })
    await send(`${url}/orders`)
    const later = await nextRequests(events, 3)
    // It may come once more, because it waits for the upstream.
    if (later[2]?.['status'] === undefined) later.splice(2, 1, ...(await nextRequests(events, 1)))
    const common = { time: expect.any(String), duration: expect.any(Number) }
    const headers = { 'content-type': 'application/json' }
    const request = { ...common, method: 'POST', path: '/plants', operation: 'createPlant', key: 1, headers }
    const message = 'a plant with the id 1 is already stored'
    const path = '/x?access_token=***&a=\n\nevent: reset\n\n'
    expect([first, ...later]).toEqual([
      { ...request, number: 1, status: 200 },
      { ...request, number: 2, status: 409, failure: 'duplicate-key', message },
      expect.objectContaining({ number: 3, method: 'GET', path, status: 404 }),
      { ...common, number: 4, method: 'GET', path: '/orders', status: 200, upstream: true },
    ])
  })

  test('reports each change of a part once', async () => {
    const { url, mock, configure } = await start()
    await using events = await openEvents(url)
    const steps: [names: string[], change: () => unknown][] = [
      [['records', 'request'], () => sendPlant(url, fern)],
      [['records'], () => mock.records('plants').replaceAll([])],
      [['faults'], () => mock.faults.next('internal-error')],
      [['faults', 'request'], () => sendPlant(url, fern)],
      [['options'], () => configure({ maxBody: 100 })],
      [['journal'], () => mock.requests.clear()],
      [['request'], () => ask(mock, 1)],
      [['reset', 'records', 'faults'], () => mock.reset()],
      [['request'], () => ask(mock, 1)],
    ]
    for (const [expected, change] of steps) {
      await change()
      const got = await events.next(expected.length)
      expect([change.toString(), names(got)]).toEqual([change.toString(), expected])
      for (const { event, data } of got) if (event !== 'request') expect(data).toEqual({})
    }
  })

  test('reports a request when it arrives, and again with its response', async () => {
    const { url, mock } = await start()
    const held = mock.faults.hold({ requests: 2 })
    await using events = await openEvents(url)
    const sent = [sendPlant(url, { id: 1, name: 'Ivy' })]
    const waits = await nextRequests(events, 1)
    sent.push(sendPlant(url, { id: 2, name: 'Ivy' }))
    waits.push(...(await nextRequests(events, 1)))
    held.release()
    await Promise.all(sent)
    for (const wait of waits) expect(wait).toMatchObject({ operation: 'createPlant', method: 'POST' })
    for (const wait of waits) expect(wait).not.toHaveProperty('status')
    expect([...waits, ...(await nextRequests(events, 2))]).toMatchObject([
      { number: 1 },
      { number: 2 },
      { number: 1, status: 200 },
      { number: 2, status: 200 },
    ])
  })

  test('gives all requests in order, and ends when the mock stops, also if the client does not read', async () => {
    const { url, mock, close } = await start()
    const path = `/${'x'.repeat(10_000)}`
    for (let number = 1; number <= 805; number++) mock.handle({ method: 'GET', path })
    const { port, hostname } = new URL(url)
    const idle = connect(Number(port), hostname)
    const reset = once(idle, 'close').catch(() => {})
    idle.write('GET /__admin/events HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(idle, 'readable')
    const events = await openEvents(url)
    const all = Array.from({ length: 805 }, (_, index) => index + 1)
    expect(numbers(await events.next(805))).toEqual(all)
    await close()
    expect(await events.rest()).toEqual([])
    idle.destroy()
    await reset
  })

  test('has headers that keep it from being stored, and from holding up a shutdown', async () => {
    const { url } = await start()
    const headers = { 'cache-control': 'no-store', connection: 'close', 'content-type': 'text/event-stream' }
    expect(await callControl(url, 'GET', '/events')).toMatchObject({ status: 200, headers })
  })

  test('ends if the mock can not say what changed', async () => {
    const { url } = await start({ mock: share({ refresh: () => Promise.reject(new Error('gone')) }) })
    await using events = await openEvents(url)
    expect(await events.rest()).toEqual([])
  })
})

describe('streamEvents', () => {
  test('ends if the mock of the token is dropped', async () => {
    const { mockFor } = createMocks({}).isolate()
    const watched = mockFor(from('one'))
    const { response } = stream(watched, () => mockFor(from('one')) === watched)
    for (let token = 0; token < 1000; token++) mockFor(from(`${token}`))
    await once(response.resume(), 'end')
  })

  test('writes each request once, even if the journal is slow, and ends if it fails', async () => {
    const mock = createServedMock({})
    const { after } = mock.requests
    let isBroken = false
    async function readSlowly(...range: Parameters<typeof after>) {
      await new Promise(setImmediate)
      if (isBroken) throw new Error('gone')
      return after(...range)
    }
    const { response } = stream({ ...mock, requests: { ...mock.requests, after: readSlowly } } as never)
    const write = vi.spyOn(response, 'write')
    ask(mock, 3)
    await takeTurns()
    expect(write).toHaveBeenCalledTimes(3)
    isBroken = true
    ask(mock, 1)
    await once(response.resume(), 'end')
  })

  test('keeps what a slow client has not read in the journal', async () => {
    const mock = createServedMock({})
    for (let at = 0; at < 100; at++) mock.handle({ method: 'GET', path: `/${'x'.repeat(10_000)}` })
    const { response } = stream(mock)
    const write = vi.spyOn(response, 'write')
    await takeTurns()
    expect(write).toHaveBeenCalledTimes(20)
    response.resume()
    await expect.poll(() => write.mock.calls.length).toBe(100)
  })

  test('says that requests left the journal before the client read them', async () => {
    const mock = createServedMock({ journal: 30 })
    ask(mock, 20)
    const { response } = stream(mock)
    const write = vi.spyOn(response, 'write')
    await takeTurns()
    ask(mock, 100)
    response.resume()
    await expect.poll(() => write.mock.calls.at(-1)?.[0]).toContain('"number":120,')
    const reported = write.mock.calls.map(([text]) => /^event: (\w+)/.exec(text)?.[1])
    expect(reported.filter((event) => event !== 'request')).toEqual(['journal'])
  })

  test('keeps an idle stream open, until the client leaves', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const mock = createServedMock({})
    const unwatch = vi.fn()
    const watch = () => unwatch
    const { response } = stream({ ...mock, changes: { ...mock.changes, watch } })
    await takeTurns()
    expect(response.read()).toMatch(/^: .*\n\n$/)
    vi.advanceTimersByTime(14_999)
    expect(response.read()).toBeNull()
    vi.advanceTimersByTime(1)
    expect(response.read()).toBe(':\n\n')
    response.destroy()
    await once(response, 'close')
    expect([vi.getTimerCount(), unwatch.mock.calls.length]).toEqual([0, 1])
  })
})
