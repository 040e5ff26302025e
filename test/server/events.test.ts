import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import { createMemoryStores } from '../../src/server/create-stores.ts'
import { startServer } from '../../src/server/start-server.ts'
import { streamEvents } from '../../src/server/stream-events.ts'
import { createPlantStore } from '../../src/store/plant-store.ts'
import { callControl, sendPlant } from '../tools/send.ts'
import { openEvents, type ServerEvent } from './open-events.ts'

const fern = { id: 1, name: 'Fern' }
const names = (events: readonly ServerEvent[]): string[] => events.map(({ event }) => event)
const numbers = (events: readonly ServerEvent[]): unknown[] =>
  events.filter(({ event }) => event === 'request').map(({ data }) => data['number'])

describe('GET /events', () => {
  test('starts with the requests in the journal and goes on with those that arrive', async () => {
    await using server = await startServer({ port: 0 })
    await sendPlant(server.url, fern)
    await using events = await openEvents(server.url)
    const [first] = await events.next(1)
    await sendPlant(server.url, fern)
    const [second] = await events.next(1)
    const request = {
      time: expect.any(String),
      method: 'POST',
      path: '/plants',
      duration: expect.any(Number),
    }
    expect(first?.data).toEqual({ ...request, number: 1, status: 200 })
    expect(second?.data).toEqual({
      ...request,
      number: 2,
      status: 409,
      failure: 'duplicate-id',
      message: 'a plant with the id 1 is already stored',
    })
  })

  test('masks credentials, and cannot be broken by a path', async () => {
    await using server = await startServer({ port: 0 })
    await using events = await openEvents(server.url)
    server.store.handle({ method: 'GET', path: '/x?access_token=secret&a=\n\nevent: reset\n\n' })
    const [event] = await events.next(1)
    expect(event).toMatchObject({
      event: 'request',
      data: { path: expect.stringContaining('=***&a=\n\nevent') },
    })
  })

  test.each<[change: string, names: string[], run: (url: string) => Promise<unknown>]>([
    ['a created plant', ['plants', 'request'], (url) => sendPlant(url, fern)],
    ['added plants', ['plants'], (url) => callControl(url, 'POST', '/plants', [fern])],
    ['replaced plants', ['plants'], (url) => callControl(url, 'PUT', '/plants', [fern])],
    ['removed plants', ['plants'], (url) => callControl(url, 'DELETE', '/plants')],
    ['a queued fault', ['faults'], (url) => callControl(url, 'POST', '/faults', { delay: 1 })],
    ['removed faults', ['faults'], (url) => callControl(url, 'DELETE', '/faults')],
    [
      'a scenario',
      ['faults'],
      (url) => callControl(url, 'PUT', '/scenario', { title: 'None', steps: [{ requests: 1 }] }),
    ],
    ['an emptied journal', ['journal'], (url) => callControl(url, 'DELETE', '/requests')],
  ])('tells of %s: %o', async (_change, expected, run) => {
    await using server = await startServer({ port: 0 })
    await using events = await openEvents(server.url)
    await run(server.url)
    // A request that changes nothing else comes last, so that no event is missed.
    server.store.handle({ method: 'GET', path: '/last' })
    const got = await events.next(expected.length + 1)
    expect(names(got)).toEqual([...expected, 'request'])
    expect(got.at(-1)?.data['path']).toBe('/last')
  })

  test('tells of a fault that is used up', async () => {
    await using server = await startServer({ port: 0 })
    server.store.faults.next('internal-error')
    await using events = await openEvents(server.url)
    await sendPlant(server.url, fern)
    expect((await events.next(2)).map(({ event, data }) => [event, data['fault']])).toEqual([
      ['faults', undefined],
      ['request', 'internal-error'],
    ])
  })

  test('tells of a reset, then of what is left', async () => {
    await using server = await startServer({ port: 0 })
    await sendPlant(server.url, fern)
    await using events = await openEvents(server.url)
    await events.next(1)
    await callControl(server.url, 'POST', '/reset')
    await sendPlant(server.url, fern)
    const [reset, ...more] = await events.next(4)
    expect(reset).toMatchObject({ event: 'reset', data: {} })
    expect(names(more).sort()).toEqual(['faults', 'plants', 'request'])
    expect(numbers(more)).toEqual([2])
  })

  test('tells of other options', async () => {
    await using server = await startServer({ port: 0 })
    await using events = await openEvents(server.url)
    await server.configure({ maxBody: 100 })
    expect(names(await events.next(2))).toEqual(['options', 'plants'])
  })

  test('goes on after the event that the client has', async () => {
    await using server = await startServer({ port: 0 })
    for (let id = 1; id <= 3; id++) await sendPlant(server.url, { id, name: 'Fern' })
    await using events = await openEvents(server.url)
    const [, second] = await events.next(3)
    server.store.faults.next('internal-error')
    await using resumed = await openEvents(server.url, { 'last-event-id': second?.id ?? '' })
    const got = await resumed.next(2)
    expect(names(got)).toEqual(['faults', 'request'])
    expect(numbers(got)).toEqual([3])
  })

  test.each(['1', 'other-1-2-3-4-5', '', 'NaN'])(
    'says with a reset that it does not know the event %o',
    async (id) => {
      await using server = await startServer({ port: 0 })
      await sendPlant(server.url, fern)
      await using events = await openEvents(server.url, { 'last-event-id': id })
      expect(names(await events.next(2))).toEqual(['reset', 'request'])
    },
  )

  test('does not know an event of another store, nor one of the future', async () => {
    await using one = await startServer({ port: 0 })
    await using other = await startServer({ port: 0 })
    await sendPlant(one.url, fern)
    await using events = await openEvents(one.url)
    const [{ id } = { id: '' }] = await events.next(1)
    for (const [url, lastId] of [
      [other.url, id],
      [one.url, id.replace(/-1-/, '-999-')],
    ] as const) {
      await using resumed = await openEvents(url, { 'last-event-id': lastId })
      expect(names(await resumed.next(1))).toEqual(['reset'])
    }
  })

  test('says that requests left the journal before the client read them', async () => {
    await using server = await startServer({ port: 0, journal: 2 })
    await sendPlant(server.url, fern)
    await using events = await openEvents(server.url)
    const [first] = await events.next(1)
    for (let id = 2; id <= 5; id++) await sendPlant(server.url, { id, name: 'Fern' })
    await using resumed = await openEvents(server.url, { 'last-event-id': first?.id ?? '' })
    const got = await resumed.next(4)
    expect(names(got)).toEqual(['journal', 'plants', 'request', 'request'])
    expect(numbers(got)).toEqual([4, 5])
  })

  test('gives a client 10,000 requests in order', async () => {
    const store = createPlantStore({ journal: 10_000 })
    for (let id = 0; id < 10_000; id++) store.handle({ method: 'GET', path: `/${id}` })
    await using server = await startServer({ port: 0, store })
    await using events = await openEvents(server.url)
    expect(numbers(await events.next(10_000))).toEqual(
      Array.from({ length: 10_000 }, (_, index) => index + 1),
    )
  })

  test('ends when the fake stops, and does not hold it up, even if the client does not read', async () => {
    const store = createPlantStore({ journal: 10_000 })
    const path = `/${'x'.repeat(10_000)}`
    for (let id = 0; id < 1500; id++) store.handle({ method: 'GET', path })
    const server = await startServer({ port: 0, store, shutdownTimeout: 3_600_000 })
    const { port, hostname } = new URL(server.url)
    const idle = connect(Number(port), hostname)
    const reset = once(idle, 'close').catch(() => {})
    idle.write('GET /__admin/events HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(idle, 'readable')
    const events = await openEvents(server.url)
    await events.next(1500)
    await server.close()
    expect(await events.rest()).toEqual([])
    idle.destroy()
    await reset
  })

  test('watches the store of the token', async () => {
    await using server = await startServer({ port: 0, isolate: 'token' })
    await using events = await openEvents(server.url, { authorization: 'Bearer one' })
    await sendPlant(server.url, fern, { headers: { authorization: 'Bearer two' } })
    await sendPlant(server.url, { id: 2, name: 'Ivy' }, { headers: { authorization: 'Bearer one' } })
    const got = await events.next(2)
    expect(names(got)).toEqual(['plants', 'request'])
    expect(numbers(got)).toEqual([1])
  })

  test('ends if the store of the token is dropped', async () => {
    const storeFor = createMemoryStores({}).isolate()
    const watched = storeFor('Bearer one')
    const response = new PassThrough().resume()
    const isCurrent = () => storeFor('Bearer one') === watched
    streamEvents(response as unknown as ServerResponse, watched, undefined, isCurrent)
    for (let token = 0; token < 1000; token++) storeFor(`Bearer ${token}`)
    await once(response, 'end')
  })

  test.each<[string, (response: PassThrough) => void]>([
    ['the client leaves', (response) => response.destroy()],
    ['the fake stops', (response) => response.end()],
  ])('does not begin if %s while the store is asked for changes', async (_what, leave) => {
    let resolve = (): void => {}
    const promise = new Promise<void>((done) => {
      resolve = done
    })
    const store = createPlantStore()
    const watch = vi.fn()
    const slow = { ...store, changes: { ...store.changes, watch, refresh: () => promise } }
    const response = new PassThrough()
    const streaming = streamEvents(response as unknown as ServerResponse, slow, undefined, () => true)
    leave(response)
    resolve()
    await streaming
    expect(watch).not.toHaveBeenCalled()
  })

  test.each([
    [{}, 401],
    [{ 'x-admin-token': 'secret' }, 200],
  ])('needs the admin token: %o gets %i', async (headers: Record<string, string>, status) => {
    await using server = await startServer({ port: 0, adminToken: 'secret' })
    const answer = await callControl(server.url, 'GET', '/events', undefined, headers)
    expect(answer.status).toBe(status)
  })
})

describe('changes of a store', () => {
  test('are watched until the returned function is called', () => {
    const store = createPlantStore()
    const onChange = vi.fn()
    const stop = store.changes.watch(onChange)
    store.handle({ method: 'GET', path: '/' })
    expect(onChange).toHaveBeenCalledTimes(1)
    stop()
    store.handle({ method: 'GET', path: '/' })
    expect(onChange).toHaveBeenCalledTimes(1)
    expect(store.changes.counts.requests).toBe(2)
  })

  test('of a plant whose answer is cut off count too, and those of refused ones do not', async () => {
    const store = createPlantStore()
    const plants = () => store.changes.counts.plants
    store.faults.next('cut-off-body')
    const headers = { authorization: 'Bearer x', 'content-type': 'application/json' }
    const send = () => store.handle({ method: 'POST', path: '/plants', headers, body: JSON.stringify(fern) })
    await send()
    expect(plants()).toBe(1)
    await send()
    await store.plants.add(fern).catch(() => {})
    expect(plants()).toBe(1)
  })

  test('of isolated stores are apart', () => {
    const { store: common, isolate } = createMemoryStores({})
    const storeFor = isolate()
    storeFor('Bearer one').handle({ method: 'GET', path: '/' })
    expect([common, storeFor('Bearer one')].map(({ changes }) => changes.counts.requests)).toEqual([0, 1])
  })
})
