import { describe, expect, test } from 'vitest'
import { learn, ServiceError } from '../../src/drift/drift.ts'
import type { ServiceOptions } from '../../src/drift/options.ts'
import { openService } from '../../src/drift/service.ts'
import type { Ask } from '../../src/probes/ask.ts'
import { type Overrides, startBackend } from '../verify/backends/create-backend.ts'
import { type Answer, correct, Refusal } from '../verify/backends/parts.ts'
import { token } from './fake-service.ts'

const page: Answer = { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<h1>hi</h1>' }

describe('a service that can not be learned from', () => {
  test.each<[kind: string, message: RegExp, backend: Overrides, options?: Partial<ServiceOptions>]>([
    [
      'unauthorized',
      /^http\S+ does not accept your token: it responds with 401$/,
      {},
      { token: 'wrong-token' },
    ],
    [
      'changed',
      /^plain plants were accepted until request /,
      {
        save(...args) {
          if (args[2].state.accepted >= 20) throw new Refusal('path', 'the quota is used up')
          return correct.save(...args)
        },
      },
    ],
    [
      'not-found',
      /^http\S+ answers plain plants, but never with a Plant$/,
      { refuse: () => page, accept: () => page },
    ],
    [
      'limits',
      /^http\S+ accepts no plain plant\. Declare what it accepts with --limits, or try plant-store verify$/,
      {
        save() {
          throw new Refusal('body', 'this is not possible now')
        },
      },
    ],
    [
      'unreachable',
      /^http\S+ does not answer: no complete answer within 50 ms\. Try plant-store verify$/,
      { send: () => {} },
      { requestLimit: 50 },
    ],
  ])('is %s', async (kind, message, backend, options) => {
    await using started = await startBackend(backend)
    const error = await learn(started.url, { token, ...options }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({ name: 'ServiceError', kind, message: expect.stringMatching(message) })
    expect((error as ServiceError).requests).toBeGreaterThan(0)
  })

  test('if the options are wrong', async () => {
    await expect(learn('http://127.0.0.1:1', { token, wrong: 1 } as never)).rejects.toThrow(
      'there is no option wrong',
    )
  })
})

/** Opens a service that drops the connections of paths that start with /drop, as often as the path says. */
async function openDropping() {
  const paths: string[] = []
  const started = await startBackend({
    async handle(exchange, parts) {
      const { url = '', socket } = exchange.request
      if (url !== '/plants') paths.push(url)
      const [, times = 0] = /^\/drop-(\d)/.exec(url) ?? []
      if (paths.length <= Number(times) && url !== '/plants') socket.destroy()
      return correct.handle(exchange, parts)
    },
  })
  const service = await openService(started.url, { token })
  return {
    service,
    paths,
    async [Symbol.asyncDispose]() {
      service[Symbol.dispose]()
      await started[Symbol.asyncDispose]()
    },
  }
}

test.each([
  [3, 4, 'answer'],
  [9, 4, 'dropped'],
])('a request without an answer is made anew, at most four times: %i', async (drops, tries, kind) => {
  await using own = await openDropping()
  let made = 0
  const { outcome, ask } = await own.service.send(() => ({ path: `/drop-${drops}/${++made}` }))
  const seen = [made, own.paths.length, outcome.kind, ask.path]
  expect(seen).toEqual([tries, tries, kind, `/drop-${drops}/${tries}`])
})

test('a few items are done at a time, and each result has its place', async () => {
  await using own = await openDropping()
  let running = 0
  let most = 0
  const done: number[] = []
  const items = Array.from({ length: 72 }, (_, index) => index)
  const part = async (item: number): Promise<number> => {
    most = Math.max(most, ++running)
    const ask: Ask = { path: `/${item}` }
    await own.service.send(ask)
    running--
    return item * 2
  }
  expect(await own.service.forEach(items, part, (item, result) => done.push(result - item))).toEqual(
    items.map((item) => item * 2),
  )
  expect(most).toBe(12)
  expect(done.toSorted((one, other) => one - other)).toEqual(items)
})

test('a part runs again if the service was away meanwhile, at most five times', async () => {
  await using started = await startBackend()
  using service = await openService(started.url, { token })
  let runs = 0
  const part = (times: number) => async () => {
    runs++
    service.session.check = async () => (runs <= times ? 'recovered' : 'same')
    return runs
  }
  expect([await service.whileUsual(part(2)), runs]).toEqual([3, 3])
  runs = 0
  expect([await service.whileUsual(part(9)), runs]).toEqual([5, 5])
})
