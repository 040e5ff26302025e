import { expect, test } from 'vitest'
import type { Mock } from '../../src/index.ts'

/** A mock, and the `fetch` that reaches it through an adapter. */
export interface OpenMock {
  mock: Mock
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

/** Checks what an adapter does while a request waits. */
export function testWaiting(name: string, open: () => Promise<OpenMock & Partial<AsyncDisposable>>): void {
  test(`through ${name}, the journal has a request from its arrival; one whose client leaves is carried out`, async () => {
    const { mock, url, fetch, [Symbol.asyncDispose]: dispose } = await open()
    const leaving = new AbortController()
    const held = await mock.faults.hold({ requests: 2 })
    const left = fetch(url, toInit(1, leaving.signal)).catch(() => 'left')
    await until(() => mock.requests.count({ body: { id: 1 }, waiting: true }))
    const waiting = fetch(url, toInit(2))
    await until(() => mock.requests.count({ body: { id: 2 }, waiting: true }))
    const third = await fetch(url, toInit(3))
    expect([third.status, await mock.records('plants').count()]).toEqual([200, 1])
    const arrived = (await mock.requests.all()).map(({ number, response }) => [number, response?.status])
    expect(arrived).toEqual([
      [1, undefined],
      [2, undefined],
      [3, 200],
    ])
    leaving.abort()
    expect(await left).toBe('left')
    await held.release()
    expect((await waiting).status).toBe(200)
    await until(async () => (await mock.requests.count({ waiting: true })) === 0)
    expect(await mock.requests.all()).toMatchObject(
      [1, 2, 3].map((id) => ({ number: id, response: { status: 200 } })),
    )
    expect(await mock.requests.matching({ body: { id: 1 } })).not.toMatchObject([
      { fault: expect.anything() },
    ])
    expect(await mock.records('plants').count()).toBe(3)
    await dispose?.()
  })
}
