import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createPlantStore } from '../../src/index.ts'

const url = 'http://plants.example/plants'
const init = {
  method: 'POST',
  headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
  body: '{"id":1,"name":"Fern"}',
}

describe('store.fetch', () => {
  test('works on its own', async () => {
    const { fetch } = createPlantStore()
    const response = await fetch(new URL(url), init)
    expect([response.status, await response.json()]).toEqual([200, { name: 'Fern' }])
  })

  test('accepts a Request', async () => {
    const response = await createPlantStore().fetch(new Request(url, init))
    expect(response.status).toBe(200)
  })

  test('rejects like fetch if the connection is dropped', async () => {
    const store = createPlantStore()
    store.faults.next('dropped-connection')
    await expect(store.fetch(url, init)).rejects.toThrow(TypeError)
  })

  test('gives a body that fails in the middle if it is cut off', async () => {
    const store = createPlantStore()
    store.faults.next('cut-off-body')
    const response = await store.fetch(url, init)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow(TypeError)
  })

  test('rejects with the reason of a signal, before and during a delay', async () => {
    const store = createPlantStore()
    store.faults.always({ delay: 60_000 })
    await expect(
      store.fetch(url, { ...init, signal: AbortSignal.abort(new Error('early')) }),
    ).rejects.toThrow('early')
    const controller = new AbortController()
    const answer = store.fetch(url, { ...init, signal: controller.signal })
    controller.abort(new Error('late'))
    await expect(answer).rejects.toThrow('late')
  })

  test('stores nothing and stops waiting if a signal aborts during a delay', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const store = createPlantStore({ latency: 60_000 })
    const controller = new AbortController()
    const answer = store.fetch(url, { ...init, signal: controller.signal })
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
    controller.abort(new Error('late'))
    await expect(answer).rejects.toThrow('late')
    expect(vi.getTimerCount()).toBe(0)
    expect(await store.plants.count()).toBe(0)
    expect(store.requests.all()).toMatchObject([{ answer: { status: 0 } }])
  })
})
