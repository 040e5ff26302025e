import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryStores } from '../../src/server/create-stores.ts'
import { streamEvents } from '../../src/server/stream-events.ts'
import { createServedStore } from '../../src/store/plant-store.ts'
import type { ServedStore } from '../../src/store/store-interface.ts'
import { callControl, from, send, sendPlant } from '../tools/send.ts'
import { openEvents, type ServerEvent } from './open-events.ts'
import { start, startBoth, text } from './start.ts'

const fern = { id: 1, name: 'Fern' }
const names = (events: readonly ServerEvent[]): string[] => events.map(({ event }) => event)
const numbers = (events: readonly ServerEvent[]): unknown[] =>
  events.filter(({ event }) => event === 'request').map(({ data }) => data['number'])
const ask = (store: ServedStore, count: number) => {
  for (let at = 0; at < count; at++) store.handle({ method: 'GET', path: '/' })
}

/** Streams the events of a store to a client that reads nothing yet. */
function stream(store: ServedStore, isCurrent = () => true) {
  const response = new PassThrough()
  response.setEncoding('utf8')
  onTestFinished(() => void response.destroy())
  const streaming = streamEvents(response as unknown as ServerResponse, store, isCurrent)
  return { response, streaming }
}

/** A store whose changes are those of another process. */
const share = (changes: object): ServedStore => {
  const store = createServedStore()
  return { ...store, changes: { ...store.changes, ...changes } }
}

/** Lets a stream write what is due. */
const takeTurns = async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
}

describe('GET /events', () => {
  test('starts with the requests in the journal and goes on with those that arrive', async () => {
    const { url, adminUrl, store } = await startBoth(text('upstream'))
    await sendPlant(url, fern)
    await using events = await openEvents(adminUrl)
    const [first] = await events.next(1)
    await sendPlant(url, fern)
    store.handle({ method: 'GET', path: '/x?access_token=secret&a=\n\nevent: reset\n\n' })
    await send(`${url}/orders`)
    const later = await events.next(3)
    // It may come once more, because it waits for the upstream.
    if (later[2]?.data['status'] === undefined) later.splice(2, 1, ...(await events.next(1)))
    const common = { time: expect.any(String), duration: expect.any(Number) }
    const headers = { 'content-type': 'application/json' }
    const request = { ...common, method: 'POST', path: '/plants', plant: fern, headers }
    const message = 'a plant with the id 1 is already stored'
    const path = '/x?access_token=***&a=\n\nevent: reset\n\n'
    expect([first, ...later].map((event) => event?.data)).toEqual([
      { ...request, number: 1, status: 200 },
      { ...request, number: 2, status: 409, failure: 'duplicate-key', message },
      expect.objectContaining({ number: 3, method: 'GET', path, status: 404 }),
      { ...common, number: 4, method: 'GET', path: '/orders', status: 200, upstream: true },
    ])
  })

  test('tells once of each change of a part', async () => {
    const { url, store, configure } = await start()
    await using events = await openEvents(url)
    const steps: [names: string[], change: () => unknown][] = [
      [['plants', 'request'], () => sendPlant(url, fern)],
      [['plants'], () => store.plants.clear()],
      [['faults'], () => store.faults.next('internal-error')],
      [['faults', 'request'], () => sendPlant(url, fern)],
      [['options', 'plants'], () => configure({ maxBody: 100 })],
      [['journal'], () => store.requests.clear()],
      [['request'], () => ask(store, 1)],
      [['reset', 'faults'], () => store.reset()],
      [['request'], () => ask(store, 1)],
    ]
    for (const [expected, change] of steps) {
      await change()
      const got = await events.next(expected.length)
      expect([change.toString(), names(got)]).toEqual([change.toString(), expected])
      for (const { event, data } of got) if (event !== 'request') expect(data).toEqual({})
    }
  })

  test('tells a request when it arrives, and again with its answer', async () => {
    const { url, store } = await start()
    const held = store.faults.hold({ requests: 2 })
    await using events = await openEvents(url)
    const sent = [sendPlant(url, { id: 1, name: 'Ivy' })]
    const seen = await events.next(2)
    sent.push(sendPlant(url, { id: 2, name: 'Ivy' }))
    seen.push(...(await events.next(2)))
    held.release()
    await Promise.all(sent)
    const told: unknown[] = []
    while (told.length < 2)
      for (const { event, data } of await events.next(1))
        if (event === 'request') told.push([data['number'], data['status']])
    expect(told).toEqual([
      [1, 200],
      [2, 200],
    ])
    const waits = seen.filter(({ event }) => event === 'request').map(({ data }) => data)
    const waiting = { time: expect.any(String), method: 'POST', path: '/plants', headers: expect.anything() }
    expect(waits).toEqual([1, 2].map((id) => ({ ...waiting, number: id, plant: { id, name: 'Ivy' } })))
  })

  test('gives all requests in order, and ends when the fake stops, also if the client does not read', async () => {
    const { url, store, close } = await start()
    const path = `/${'x'.repeat(10_000)}`
    for (let number = 1; number <= 805; number++) store.handle({ method: 'GET', path })
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

  test('watches the store of the token', async () => {
    const { url } = await start({ isolate: 'token' })
    await using events = await openEvents(url, { authorization: 'Bearer one' })
    await sendPlant(url, fern, { token: 'two' })
    await sendPlant(url, { id: 2, name: 'Ivy' }, { token: 'one' })
    const got = await events.next(2)
    expect([names(got), numbers(got)]).toEqual([['plants', 'request'], [1]])
  })

  test('has headers that keep it from being stored, and from holding up a shutdown', async () => {
    const { url } = await start()
    const headers = { 'cache-control': 'no-store', connection: 'close', 'content-type': 'text/event-stream' }
    expect(await callControl(url, 'GET', '/events')).toMatchObject({ status: 200, headers })
  })

  test('ends if the store can not say what changed', async () => {
    const { url } = await start({ store: share({ refresh: () => Promise.reject(new Error('gone')) }) })
    await using events = await openEvents(url)
    expect(await events.rest()).toEqual([])
  })
})

describe('streamEvents', () => {
  test('ends if the store of the token is dropped', async () => {
    const { storeFor } = createMemoryStores({}).isolate()
    const watched = storeFor(from('one'))
    const { response } = stream(watched, () => storeFor(from('one')) === watched)
    for (let token = 0; token < 1000; token++) storeFor(from(`${token}`))
    await once(response.resume(), 'end')
  })

  test('writes each request once, even if the journal is slow, and ends if it fails', async () => {
    const store = createServedStore()
    const { after } = store.requests
    let isBroken = false
    async function readSlowly(...range: Parameters<typeof after>) {
      await new Promise(setImmediate)
      if (isBroken) throw new Error('gone')
      return after(...range)
    }
    const { response } = stream({ ...store, requests: { ...store.requests, after: readSlowly } } as never)
    const write = vi.spyOn(response, 'write')
    ask(store, 3)
    await takeTurns()
    expect(write).toHaveBeenCalledTimes(3)
    isBroken = true
    ask(store, 1)
    await once(response.resume(), 'end')
  })

  test.each<[string, (response: PassThrough) => void]>([
    ['the client leaves', (response) => response.destroy()],
    ['the fake stops', (response) => response.end()],
  ])(
    'does not begin if %s while the store is asked for changes, and writes nothing after',
    async (_what, leave) => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      onTestFinished(() => void vi.useRealTimers())
      const gate = new EventEmitter()
      const watch = vi.fn()
      const slow = stream(share({ watch, refresh: () => once(gate, 'open') }))
      const store = createServedStore()
      const running = stream(store)
      ask(store, 1)
      for (const { response } of [slow, running]) leave(response)
      gate.emit('open')
      await slow.streaming
      expect(watch).not.toHaveBeenCalled()
      // A write after the end would be an error.
      await takeTurns()
      vi.advanceTimersByTime(15_000)
      await takeTurns()
      expect(running.response.readableLength).toBeLessThan(100)
    },
  )

  test('keeps what a slow client has not read in the journal', async () => {
    const store = createServedStore()
    for (let at = 0; at < 100; at++) store.handle({ method: 'GET', path: `/${'x'.repeat(10_000)}` })
    const { response } = stream(store)
    const write = vi.spyOn(response, 'write')
    await takeTurns()
    expect(write).toHaveBeenCalledTimes(20)
    response.resume()
    await expect.poll(() => write.mock.calls.length).toBe(100)
  })

  test('says that requests left the journal before the client read them', async () => {
    const store = createServedStore({ journal: 30 })
    ask(store, 20)
    const { response } = stream(store)
    const write = vi.spyOn(response, 'write')
    await takeTurns()
    ask(store, 100)
    response.resume()
    await expect.poll(() => write.mock.calls.at(-1)?.[0]).toContain('"number":120,')
    const told = write.mock.calls.map(([text]) => /^event: (\w+)/.exec(text)?.[1])
    expect(told.filter((event) => event !== 'request')).toEqual(['journal'])
  })

  test('keeps an idle stream open, until the client leaves', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const store = createServedStore()
    const unwatch = vi.fn()
    const watch = () => unwatch
    const { response } = stream({ ...store, changes: { ...store.changes, watch } })
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
