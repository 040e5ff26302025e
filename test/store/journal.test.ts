import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { PlantAnswer, PlantRequest } from '../../src/index.ts'
import { createJournalBound } from '../../src/mock/journal/journal-bound.ts'
import { createServedStore } from '../../src/store/plant-store.ts'
import { expectRefused } from '../tools/refused.ts'
import { sendPlant } from '../tools/send.ts'

const json = { 'content-type': 'application/json' }
const masked = { authorization: 'Bearer ***', 'content-type': 'application/json' }

/** The bodies in a journal, oldest first. */
const listBodies = ({ requests }: ReturnType<typeof createServedStore>): string[] =>
  requests.all().map(({ request }) => request.body)

describe('the journal', () => {
  test('keeps when a request came, what it was, and its answer', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValueOnce(1000).mockReturnValueOnce(1250)
    const store = createServedStore()
    await sendPlant(store, '{"id":1}')
    now.mockRestore()
    expect(store.requests.all()).toEqual([
      {
        number: 1,
        time: new Date(performance.timeOrigin + 1000).toISOString(),
        request: { method: 'POST', path: '/plants', headers: masked, body: '{"id":1}' },
        plant: { id: 1 },
        answer: { status: 400, headers: json, body: expect.stringContaining('40003') },
        duration: 250,
        failure: 'invalid-body',
        reason: 'name is missing',
      },
    ])
  })

  test.each<[what: string, entry: object, send: (store: ReturnType<typeof createServedStore>) => unknown]>([
    [
      'a refusal of a door, without a body for HEAD',
      {
        request: { method: 'HEAD', path: '/x?token=***', headers: { 'x-a': '1, 2' }, body: 'x' },
        answer: { status: 400, headers: json, body: '' },
        failure: 'malformed-request',
        reason: 'no host',
      },
      (store) => {
        const headers: Record<string, string[]> = { 'X-A': ['1', '2'] }
        const request = { method: 'HEAD', path: '/x?token=secret', headers, body: 'x' }
        store.refuseRequest(request, 'malformed-request', 'no host')
        headers['X-A'] = []
      },
    ],
    [
      'the words of a failure whose words in the answer are others',
      {
        request: { method: 'POST', path: '/plants', headers: masked, body: '{}' },
        answer: { status: 400, headers: json, body: '{"error":40003,"message":"no"}' },
        failure: 'invalid-body',
        reason: 'id is missing; name is missing',
      },
      (store) => sendPlant(store, '{}'),
    ],
    [
      'a request that was passed on, without bodies',
      {
        request: { method: 'POST', path: '/other?a=1', headers: {}, body: '' },
        answer: { status: 201, headers: { 'set-cookie': '***' }, body: '' },
        fault: 'cut-off-body',
        upstream: true,
      },
      async (store) => {
        store.faults.next({ fault: 'cut-off-body', delay: 5, path: '/other' })
        const { strike, finish } = await store.passOn({ method: 'POST', path: '/other?a=1', body: 'x' })
        expect(strike).toEqual({ fault: 'cut-off-body', delay: 5 })
        finish({ status: 201, headers: { 'Set-Cookie': 'secret' }, body: 'x', fault: 'cut-off-body' })
      },
    ],
  ])('keeps %s', async (_what, entry, send) => {
    const store = createServedStore({ answers: { 'invalid-body': { message: 'no' } } })
    await send(store)
    const common = { number: 1, time: expect.any(String), duration: expect.any(Number) }
    expect(store.requests.all()).toEqual([{ ...common, ...entry }])
  })

  test('does not keep a request that was passed on before a reset, and takes no fault of the operation', async () => {
    const store = createServedStore()
    store.faults.next('invalid-credentials')
    const { strike, finish } = await store.passOn({ method: 'POST', path: '/plants' })
    expect(strike).toEqual({ delay: 0 })
    await store.reset()
    finish({ status: 200, headers: {}, body: '' })
    expect(store.requests.size).toBe(0)
  })

  test.each([0, 1])('keeps the headers as they were sent: delay %i', async (latency) => {
    const store = createServedStore({ latency })
    const headers: Record<string, string> = { 'x-custom': 'before' }
    const answer = store.handle({ method: 'POST', path: '/plants', headers })
    headers['x-custom'] = 'after'
    await answer
    expect(store.requests.get(1)?.request.headers).toEqual({ 'x-custom': 'before' })
  })

  test('keeps the headers themselves if nobody changes them', () => {
    const store = createServedStore()
    const headers: PlantRequest['headers'] = { Authorization: ['Basic a', 'Bearer b'], 'x-none': undefined }
    store.handle({ method: 'POST', path: '/plants', headers, keepsHeaders: true })
    expect(store.requests.get(1)?.request.headers).toEqual({ authorization: 'Basic ***' })
    Object.assign(headers, { cookie: 'a=b' })
    expect(store.requests.get(1)?.request.headers).toHaveProperty('cookie', '***')
  })

  test('keeps the last requests, or none, oldest first, and counts those that it dropped', async () => {
    const store = createServedStore({ journal: 3 })
    const { requests } = store
    const count = () => [requests.size, requests.lastNumber, requests.dropped, requests.count()]
    expect([count(), requests.get(0), requests.get(1)]).toEqual([[0, 0, 0, 0], undefined, undefined])
    for (const body of '12345') await sendPlant(store, body)
    expect(listBodies(store)).toEqual(['3', '4', '5'])
    expect(count()).toEqual([3, 5, 2, 3])
    const found = [2, 3, 5, 6].map((number) => requests.get(number)?.request.body)
    expect(found).toEqual([undefined, '3', '5', undefined])
    const parts = [requests.after(0, 2), requests.after(3, 9), requests.after(5, 1)]
    expect(parts.map(({ length }) => length)).toEqual([2, 2, 0])
    expect(requests.after(3, 1)).toEqual([requests.get(4)])
    expect([requests.last(), requests.last({ status: 200 })]).toEqual([requests.get(5), undefined])
    requests.clear()
    expect([listBodies(store), count(), requests.get(5)]).toEqual([[], [0, 5, 0, 0], undefined])
    await sendPlant(store, '6')
    expect([listBodies(store), count()]).toEqual([['6'], [1, 6, 0, 1]])
    const { requests: none, ...off } = createServedStore({ journal: 0 })
    await off.handle({ method: 'GET', path: '/' })
    expect([none.size, none.lastNumber, none.dropped, none.all()]).toEqual([0, 0, 1, []])
  })

  test('keeps at most 16 Mi characters of paths, headers and bodies, but always the last request', () => {
    const store = createServedStore({ maxBody: 2 ** 25 })
    const mebi = 2 ** 20
    const [method, path] = ['GET', '/']
    const answer = createServedStore().handle({ method, path }) as PlantAnswer
    const send = (path: number, header: number, body: number) =>
      store.handle({
        method: 'GET',
        path: '/'.padEnd(path),
        headers: { x: 'x'.repeat(header - 1) },
        body: 'x'.repeat(body - answer.body.length),
      })
    for (let count = 0; count < 15; count++) send(mebi, 1, mebi - 1)
    expect(store.requests.size).toBe(8)
    store.requests.clear()
    for (let count = 0; count < 16; count++) send(1, mebi - 1000, 999)
    expect(store.requests.size).toBe(16)
    send(1, 500, 499)
    expect([store.requests.size, store.requests.dropped]).toEqual([16, 1])
    send(1, 1, 17 * mebi)
    expect([store.requests.size, store.requests.dropped]).toEqual([1, 17])
    send(1, 500, 499)
    expect(store.requests.all().map(({ number }) => number)).toEqual([store.requests.lastNumber])
  })

  test('drops the oldest request of all stores with one bound', async () => {
    const bound = createJournalBound()
    const stores = [1, 2, 3].map(() => createServedStore({ maxBody: 2 ** 25 }, bound))
    const [first, second, third] = stores as [(typeof stores)[0], (typeof stores)[0], (typeof stores)[0]]
    let time = 0
    vi.spyOn(performance, 'now').mockImplementation(() => time++)
    const large = 'x'.repeat(5 * 2 ** 20)
    const send = (store: typeof first, name: string) => sendPlant(store, name + large)
    await send(first, 'a')
    await send(second, 'b')
    await send(first, 'c')
    const show = () => stores.map((store) => listBodies(store).join('').replaceAll('x', ''))
    expect(show()).toEqual(['ac', 'b', ''])
    await send(third, 'd')
    expect(show()).toEqual(['c', 'b', 'd'])
    await send(third, 'e')
    expect(show()).toEqual(['c', '', 'de'])
    first.requests.clear()
    expect([bound.journals.size, show()]).toEqual([1, ['', '', 'de']])
    for (const store of stores) store.requests.clear()
    expect([bound.characters, bound.journals.size]).toEqual([0, 0])
  })

  test('keeps the beginning of a body over the limit', async () => {
    const store = createServedStore({ maxBody: 2000 })
    const bodies = ['é'.repeat(1001), '\ufeff'.padEnd(2000), 'x'.repeat(2000)]
    for (const body of bodies) await sendPlant(store, body)
    expect(listBodies(store)).toEqual(['é'.repeat(500), '\ufeff'.padEnd(998), bodies[2]])
  })
})

describe('a query of the journal', async () => {
  const store = createServedStore()
  const { requests } = store
  const green = '{"id":9007199254740993,"name":"Fern","tag":"green"}'
  await sendPlant(store, green, { headers: { 'x-test': 'one' } })
  await sendPlant(store, '{"id":9007199254740992,"name":"Fern"}')
  await sendPlant(store, '{"id":1,"name":5}')
  store.handle({ method: 'GET', path: '/plants?x=1' })

  test.each([
    [{}, [1, 2, 3, 4]],
    [{ id: 9007199254740993n }, [1]],
    [{ id: 9007199254740992n }, [2]],
    [{ id: 1n }, [3]],
    [{ name: 'Fern' }, [1, 2]],
    [{ name: 'Fern', tag: 'green' }, [1]],
    [{}, [1, 2, 3, 4]],
    [{ tag: null }, [2, 3, 4]],
    [{ waiting: true }, []],
    [{ waiting: false }, [1, 2, 3, 4]],
    [{ status: 200 }, [1, 2]],
    [{ failure: 'invalid-body' as const }, [3]],
    [{ method: 'GET', path: '/plants' }, [4]],
    [{ headers: { 'X-Test': 'one' } }, [1]],
    [{ headers: { 'x-test': 'two' } }, []],
    [{ headers: { 'x-test': null } }, [2, 3, 4]],
    [{ name: 'Ash' }, []],
  ])('%o matches the requests %j', (pattern, numbers) => {
    expect(requests.matching(pattern as object).map(({ number }) => number)).toEqual(numbers)
    expect(requests.count(pattern as object)).toBe(numbers.length)
  })

  test.each([
    ['dropped-connection', [1]],
    ['cut-off-body', [2, 3]],
    ['duplicate-key', [3, 4]],
    ['not-json-body', []],
  ] as const)('asks for the fault or failure %s by its name', async (failure, numbers) => {
    const asked = createServedStore()
    for (const fault of ['dropped-connection', 'cut-off-body', 'cut-off-body'] as const) {
      asked.faults.next(fault)
      await sendPlant(asked)
    }
    await sendPlant(asked)
    expect(asked.requests.matching({ failure }).map(({ number }) => number)).toEqual(numbers)
  })

  test('gives the last one that matches, with the exact members of its plant', () => {
    expect(requests.last({ name: 'Fern' })).toEqual(requests.get(2))
    expect(requests.get(1)?.plant).toEqual({ id: 9007199254740993n, name: 'Fern', tag: 'green' })
    expect(requests.get(4)).not.toHaveProperty('plant')
  })

  test('finds the most similar requests and their differences, newest first', () => {
    const pattern = { id: 9007199254740994n, name: 'Fern', tag: 'green', headers: { 'X-Test': 'two' } }
    const show = (near: ReturnType<typeof requests.nearest>) => near.map(({ request }) => request.number)
    const near = requests.nearest(pattern)
    expect(show(near)).toEqual([1, 2, 4])
    expect(near[0]).toEqual({
      request: requests.get(1),
      differences: [
        { member: 'id', expected: 9007199254740994n, received: 9007199254740993n },
        { member: 'headers.X-Test', expected: 'two', received: 'one' },
      ],
    })
    expect(show(requests.nearest({ path: '/plants' }, 2))).toEqual([4, 3])
    expect(requests.nearest({ path: '/other' }, 1)[0]?.differences).toEqual([
      { member: 'path', expected: '/other', received: '/plants' },
    ])
  })

  test.each(['count', 'matching', 'nearest'] as const)('%s refuses patterns that are not valid', (query) =>
    expectRefused(
      'refused-patterns',
      [
        { nme: 'Fern' },
        { id: 1.5 },
        { tag: undefined },
        { status: 600 },
        { status: -1 },
        { failure: 'x' },
        { headers: { 'x-a': undefined } },
        { headers: 'x' },
        { headers: { 'x-a': 'b', Authorization: 'Bearer x' } },
      ],
      (pattern) => requests[query](pattern as object),
    ),
  )

  test.each<[title: string, headers: Record<string, string>, isCutOff?: true]>([
    ['stored', {}],
    ['refused before the body is checked', { authorization: '' }],
    ['refused because of its body', { 'content-encoding': 'gzip' }],
    ['malformed', {}, true],
  ])('parses no body: that of a %s request is parsed before', async (_title, headers, isCutOff) => {
    const asked = createServedStore()
    await sendPlant(asked, `{"id":9007199254740993,"name":"Fern"${isCutOff ? '' : '}'}`, { headers })
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    expect(asked.requests.count({ id: 9007199254740993n, name: 'Fern' })).toBe(isCutOff ? 0 : 1)
    expect(asked.requests.nearest({ id: 9007199254740994n })).toHaveLength(1)
    expect(parse).not.toHaveBeenCalled()
  })

  test('shows an object or array only by its kind, however deep it is, and nothing of no JSON', async () => {
    const asked = createServedStore()
    for (const tag of [`${'['.repeat(10_000)}${']'.repeat(10_000)}`, '{}', 'x'])
      await sendPlant(asked, `{"id":1,"name":"Fern","tag":${tag}}`)
    const received = asked.requests
      .nearest({ tag: 'green' })
      .map(({ differences }) => differences[0]?.received)
    expect(received).toEqual([undefined, 'an object', 'an array'])
  })
})
