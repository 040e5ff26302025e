import { expect, test } from 'vitest'
import type { AnyPlantStore } from '../../src/store/store-interface.ts'

/** A store, and the `fetch` that reaches it through a door. */
export interface OpenStore {
  store: AnyPlantStore
  fetch(url: string, init: RequestInit): Promise<Response>
  url: string
}

const toInit = (id: number, signal?: AbortSignal): RequestInit => ({
  method: 'POST',
  headers: { authorization: 'Bearer a', 'content-type': 'application/json' },
  body: JSON.stringify({ id, name: 'Fern' }),
  ...(signal && { signal }),
})

/** Waits until something is true; the test hangs if it never is. */
async function until(isTrue: () => unknown): Promise<void> {
  while (!(await isTrue())) await new Promise(setImmediate)
}

/** Checks what a door does while a request waits. */
export function testWaiting(name: string, open: () => Promise<OpenStore & Partial<AsyncDisposable>>): void {
  test(`through ${name}, the journal has a request from its arrival; one whose client leaves is carried out`, async () => {
    const { store, url, fetch, [Symbol.asyncDispose]: dispose } = await open()
    const leaving = new AbortController()
    const held = await store.faults.hold({ requests: 2 })
    const left = fetch(url, toInit(1, leaving.signal)).catch(() => 'left')
    await until(() => store.requests.count({ id: 1, waiting: true }))
    const waiting = fetch(url, toInit(2))
    await until(() => store.requests.count({ id: 2, waiting: true }))
    const third = await fetch(url, toInit(3))
    expect([third.status, await store.plants.count()]).toEqual([200, 1])
    const arrived = (await store.requests.all()).map(({ number, answer }) => [number, answer?.status])
    expect(arrived).toEqual([
      [1, undefined],
      [2, undefined],
      [3, 200],
    ])
    leaving.abort()
    expect(await left).toBe('left')
    await held.release()
    expect((await waiting).status).toBe(200)
    await until(async () => (await store.requests.count({ waiting: true })) === 0)
    expect(await store.requests.all()).toMatchObject(
      [1, 2, 3].map((id) => ({ number: id, answer: { status: 200 } })),
    )
    expect(await store.requests.matching({ id: 1 })).not.toMatchObject([{ fault: expect.anything() }])
    expect(await store.plants.count()).toBe(3)
    await dispose?.()
  })
}
