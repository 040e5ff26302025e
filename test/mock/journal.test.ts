import { describe, expect, test, vi } from 'vitest'
import { toContract } from '../../src/contract/to-contract.ts'
import type { MockRequest, MockResponse } from '../../src/index.ts'
import { createServedMock } from '../../src/mock/create-mock.ts'
import { Failure } from '../../src/mock/failure.ts'
import { createJournalBound } from '../../src/mock/journal/journal-bound.ts'
import { expectRefused } from '../tools/refused.ts'
import { sendPlant } from '../tools/send.ts'
import { openHooks } from './callbacks/open-hooks.ts'
import { pets } from './callbacks/pets.ts'

const json = { 'content-type': 'application/json' }
const masked = { authorization: 'Bearer ***', 'content-type': 'application/json' }

/** The bodies in a journal, oldest first. */
const listBodies = ({ requests }: ReturnType<typeof createServedMock>): string[] =>
  requests.all().map(({ request }) => request.body)

describe('the journal', () => {
  test('keeps when a request came, what it was, and its response', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValueOnce(1000).mockReturnValueOnce(1250)
    const mock = createServedMock({})
    await sendPlant(mock, '{"id":1}')
    now.mockRestore()
    expect(mock.requests.all()).toEqual([
      {
        number: 1,
        time: new Date(performance.timeOrigin + 1000).toISOString(),
        request: { method: 'POST', path: '/plants', headers: masked, body: '{"id":1}' },
        operation: 'createPlant',
        response: { status: 400, headers: json, body: expect.stringContaining('40003') },
        duration: 250,
        failure: 'invalid-body',
        reason: '/name is missing',
      },
    ])
  })

  test.each<[what: string, entry: object, send: (mock: ReturnType<typeof createServedMock>) => unknown]>([
    [
      'a rejection of a server, without a body for HEAD',
      {
        request: { method: 'HEAD', path: '/x?token=***', headers: { 'x-a': '1, 2' }, body: 'x' },
        response: { status: 400, headers: json, body: '' },
        failure: 'malformed-request',
        reason: 'no host',
      },
      (mock) => {
        const headers = { 'X-A': ['1', '2'] }
        const request = { method: 'HEAD', path: '/x?token=secret', headers, body: 'x' }
        mock.rejectRequest(request, new Failure('malformed-request', 'no host'))
      },
    ],
    [
      'the words of a failure whose words in the response are others',
      {
        request: { method: 'POST', path: '/plants', headers: masked, body: '{}' },
        operation: 'createPlant',
        response: { status: 400, headers: json, body: expect.stringContaining('"no"') },
        failure: 'invalid-body',
        reason: '/id is missing; /name is missing',
      },
      (mock) => sendPlant(mock, '{}'),
    ],
    [
      'a request that was passed on, without bodies',
      {
        request: { method: 'POST', path: '/other?a=1', headers: {}, body: '' },
        response: { status: 201, headers: { 'set-cookie': '***' }, body: '' },
        fault: 'cut-off-body',
        upstream: true,
      },
      async (mock) => {
        mock.faults.next({ fault: 'cut-off-body', delay: 5, path: '/other' })
        const { strike, finish } = await mock.passOn({ method: 'POST', path: '/other?a=1', body: 'x' })
        expect(strike).toEqual({ fault: 'cut-off-body', delay: 5 })
        finish({ status: 201, headers: { 'Set-Cookie': 'secret' }, body: 'x', fault: 'cut-off-body' })
      },
    ],
  ])('keeps %s', async (_what, entry, send) => {
    const mock = createServedMock({ responses: { 'invalid-body': { properties: { message: 'no' } } } })
    await send(mock)
    const common = { number: 1, time: expect.any(String), duration: expect.any(Number) }
    expect(mock.requests.all()).toEqual([{ ...common, ...entry }])
  })

  test('does not keep a request that was passed on before a reset, and takes no fault of the operation', async () => {
    const mock = createServedMock({})
    mock.faults.next('invalid-credentials')
    const { strike, finish } = await mock.passOn({ method: 'POST', path: '/plants' })
    expect(strike).toEqual({ delay: 0 })
    await mock.reset()
    finish({ status: 200, headers: {}, body: '' })
    expect(mock.requests.size).toBe(0)
  })

  test.each([0, 1])('keeps the headers as they were sent: delay %i', async (latency) => {
    const mock = createServedMock({ latency })
    const headers: Record<string, string> = { 'x-custom': 'before' }
    const response = mock.handle({ method: 'POST', path: '/plants', headers })
    headers['x-custom'] = 'after'
    await response
    expect(mock.requests.get(1)?.request.headers).toEqual({ 'x-custom': 'before' })
  })

  test('keeps the headers themselves if nobody changes them', () => {
    const mock = createServedMock({})
    const headers: MockRequest['headers'] = { Authorization: ['Basic a', 'Bearer b'], 'x-none': undefined }
    mock.handle({ method: 'POST', path: '/plants', headers, isKept: true })
    expect(mock.requests.get(1)?.request.headers).toEqual({ authorization: 'Basic ***' })
    Object.assign(headers, { cookie: 'a=b' })
    expect(mock.requests.get(1)?.request.headers).toHaveProperty('cookie', '***')
  })

  test('keeps the last requests, or none, oldest first, and counts those that it dropped', async () => {
    const mock = createServedMock({ journal: 3 })
    const { requests } = mock
    const count = () => [requests.size, requests.lastNumber, requests.dropped, requests.count()]
    expect([count(), requests.get(0), requests.get(1)]).toEqual([[0, 0, 0, 0], undefined, undefined])
    for (const body of '12345') await sendPlant(mock, body)
    expect(listBodies(mock)).toEqual(['3', '4', '5'])
    expect(count()).toEqual([3, 5, 2, 3])
    const found = [2, 3, 5, 6].map((number) => requests.get(number)?.request.body)
    expect(found).toEqual([undefined, '3', '5', undefined])
    const parts = [requests.after(0, 2), requests.after(3, 9), requests.after(5, 1)]
    expect(parts.map(({ length }) => length)).toEqual([2, 2, 0])
    expect(requests.after(3, 1)).toEqual([requests.get(4)])
    expect([requests.last(), requests.last({ status: 200 })]).toEqual([requests.get(5), undefined])
    requests.clear()
    expect([listBodies(mock), count(), requests.get(5)]).toEqual([[], [0, 5, 0, 0], undefined])
    await sendPlant(mock, '6')
    expect([listBodies(mock), count()]).toEqual([['6'], [1, 6, 0, 1]])
    const { requests: none, ...off } = createServedMock({ journal: 0 })
    await off.handle({ method: 'GET', path: '/' })
    expect([none.size, none.lastNumber, none.dropped, none.all()]).toEqual([0, 0, 1, []])
  })

  test('keeps at most 16 Mi characters of paths, headers and bodies, but always the last request', () => {
    const mock = createServedMock({ maxBody: 2 ** 25 })
    const mebi = 2 ** 20
    const [method, path] = ['GET', '/']
    const response = createServedMock({}).handle({ method, path }) as MockResponse
    const send = (path: number, header: number, body: number) =>
      mock.handle({
        method: 'GET',
        path: '/?'.padEnd(path).slice(0, path),
        headers: { x: 'x'.repeat(header - 1) },
        body: 'x'.repeat(body - response.body.length),
      })
    for (let count = 0; count < 15; count++) send(mebi, 1, mebi - 1)
    expect(mock.requests.size).toBe(8)
    mock.requests.clear()
    for (let count = 0; count < 16; count++) send(1, mebi - 1000, 999)
    expect(mock.requests.size).toBe(16)
    send(1, 500, 499)
    expect([mock.requests.size, mock.requests.dropped]).toEqual([16, 1])
    send(1, 1, 17 * mebi)
    expect([mock.requests.size, mock.requests.dropped]).toEqual([1, 17])
    send(1, 500, 499)
    expect(mock.requests.all().map(({ number }) => number)).toEqual([mock.requests.lastNumber])
  })

  test('counts the characters of callbacks once, also after their results', async () => {
    await using hooks = await openHooks()
    const bound = createJournalBound()
    const webhooks = { newPet: hooks.url }
    const { handle, requests } = createServedMock({ contract: toContract(pets), webhooks }, bound)
    const body = '{"name":"Ash"}'
    await handle({ method: 'POST', path: '/pets', headers: json, body })
    await expect.poll(() => requests.last()?.callbacks?.[0]?.status).toBe(202)
    const texts = ['/pets', ...Object.entries(json).flat(), body, requests.last()?.response?.body, hooks.url]
    const [callback] = requests.last()?.callbacks ?? []
    expect(bound.characters).toBe([...texts, callback?.body].join('').length)
  })

  test('drops the oldest request of all mocks with one bound', async () => {
    const bound = createJournalBound()
    const mocks = [1, 2, 3].map(() => createServedMock({ maxBody: 2 ** 25 }, bound))
    const [first, second, third] = mocks as [(typeof mocks)[0], (typeof mocks)[0], (typeof mocks)[0]]
    let time = 0
    vi.spyOn(performance, 'now').mockImplementation(() => time++)
    const large = 'x'.repeat(5 * 2 ** 20)
    const send = (mock: typeof first, name: string) => sendPlant(mock, name + large)
    await send(first, 'a')
    await send(second, 'b')
    await send(first, 'c')
    const show = () =>
      mocks.map((mock) =>
        listBodies(mock)
          .map(([name]) => name)
          .join(''),
      )
    expect(show()).toEqual(['ac', 'b', ''])
    await send(third, 'd')
    expect(show()).toEqual(['c', 'b', 'd'])
    await send(third, 'e')
    expect(show()).toEqual(['c', '', 'de'])
    first.requests.clear()
    expect([bound.journals.size, show()]).toEqual([1, ['', '', 'de']])
    for (const mock of mocks) mock.requests.clear()
    expect([bound.characters, bound.journals.size]).toEqual([0, 0])
  })
})

describe('a query of the journal', async () => {
  const mock = createServedMock({})
  const { requests } = mock
  const green = '{"id":9007199254740993,"name":"Fern","tag":"green"}'
  await sendPlant(mock, green, { headers: { 'x-test': 'one' } })
  await sendPlant(mock, '{"id":9007199254740992,"name":"Fern"}')
  await sendPlant(mock, '{"id":1,"name":5}')
  mock.handle({ method: 'GET', path: '/plants?x=1' })

  const [exact, rounded] = [9007199254740993n, 9007199254740992n]

  test.each([
    [{}, [1, 2, 3, 4]],
    [{ body: { id: exact } }, [1]],
    [{ body: { id: rounded } }, [2]],
    [{ body: { id: 1n } }, [3]],
    [{ body: { name: 'Fern' } }, [1, 2]],
    [{ body: { name: 'Fern', tag: 'green' } }, [1]],
    [{ body: { id: rounded, name: 'Fern' }, exact: true }, [2]],
    [{ body: { name: 'Fern' }, exact: true }, []],
    [{ body: { name: expect.stringMatching(/^F/) } }, [1, 2]],
    [{ body: { tag: null } }, []],
    [{ waiting: true }, []],
    [{ waiting: false }, [1, 2, 3, 4]],
    [{ status: 200 }, [1, 2]],
    [{ failure: 'invalid-body' as const }, [3]],
    [{ operation: 'createPlant' }, [1, 2, 3]],
    [{ operation: null }, [4]],
    [{ created: 'plants' }, [1, 2]],
    [{ method: 'GET', path: '/plants' }, [4]],
    [{ headers: { 'X-Test': 'one' } }, [1]],
    [{ headers: { 'x-test': 'two' } }, []],
    [{ headers: { 'x-test': null } }, [2, 3, 4]],
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
    const asked = createServedMock({})
    for (const fault of ['dropped-connection', 'cut-off-body', 'cut-off-body'] as const) {
      asked.faults.next(fault)
      await sendPlant(asked)
    }
    await sendPlant(asked)
    expect(asked.requests.matching({ failure }).map(({ number }) => number)).toEqual(numbers)
  })

  test('gives the last one that matches', () => {
    expect(requests.last({ body: { name: 'Fern' } })).toEqual(requests.get(2))
  })

  test('finds the most similar requests and their differences, newest first', () => {
    const body = { id: 9007199254740994n, name: 'Fern', tag: 'green' }
    const pattern = { body, headers: { 'X-Test': 'two' } }
    const show = (near: ReturnType<typeof requests.nearest>) => near.map(({ request }) => request.number)
    const near = requests.nearest(pattern)
    expect(show(near)).toEqual([1, 2, 4])
    expect(near[0]).toEqual({
      request: requests.get(1),
      differences: [
        { at: 'headers.X-Test', expected: 'two', received: 'one' },
        { at: 'body.id', expected: 9007199254740994n, received: 9007199254740993n },
      ],
    })
    expect(show(requests.nearest({ path: '/plants' }, 2))).toEqual([4, 3])
    expect(requests.nearest({ path: '/other' }, 1)[0]?.differences).toEqual([
      { at: 'path', expected: '/other', received: '/plants' },
    ])
  })

  test.each(['count', 'matching', 'nearest'] as const)('%s rejects patterns that are not valid', (query) =>
    expectRefused(
      'rejected-patterns',
      [
        { nme: 'Fern' },
        { body: undefined },
        { operation: 5 },
        { operation: 'createPlan' },
        { created: 'plant' },
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

  test.each(['{', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'x'])(
    'finds nothing in the body %.10s, and does not fail',
    async (body) => {
      const asked = createServedMock({})
      await sendPlant(asked, body)
      expect(asked.requests.count({ body: { id: 1 } })).toBe(0)
      expect(asked.requests.nearest({ body: { id: 1 } })).toHaveLength(1)
    },
  )
})
