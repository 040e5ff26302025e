import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { plantStoreAt } from '../../src/contract/plant-store.ts'
import { createMock } from '../../src/index.ts'
import { createMemoryStorage } from '../../src/mock/storage/memory-storage.ts'
import { toApi, toContent } from '../contract/describe-api.ts'
import { replaceMethods } from '../tools/replace-methods.ts'
import { monstera, sendPlant } from '../tools/send.ts'

const ash = { id: 1, name: 'Ash' }
const headers = { Authorization: 'Bearer x', 'CONTENT-TYPE': ' application/json ' }
const request = { method: 'POST', path: '/plants', headers, body: '{"id":1,"name":"Fern"}' }

describe('a mock', () => {
  test('responds without a promise if nothing takes time, whatever the case of header names', () => {
    expect(createMock().handle(request)).toMatchObject({ status: 200, body: '{"name":"Fern"}' })
  })

  test('stores nothing if it rejects, also a request without a body', async () => {
    const mock = createMock()
    expect(mock.handle({ ...request, body: undefined })).toHaveProperty('failure', 'missing-body')
    expect(mock.requests.get(1)?.request.body).toBe('')
    for (const body of ['{"id":1.5,"name":"Fern"}', '{"id":1}', '{']) await sendPlant(mock, body)
    expect(mock.records('plants').count()).toBe(0)
  })

  test('restores seed and scenario on reset, and clears faults and journal', async () => {
    const scenario = { title: 'once rejected', steps: [{ fault: 'invalid-credentials' as const }] }
    const mock = createMock({ seed: { plants: [ash] }, scenario })
    const fern = { id: 2, name: 'Fern' }
    expect([(await sendPlant(mock, fern)).status, (await sendPlant(mock, fern)).status]).toEqual([401, 200])
    mock.faults.always('duplicate-key')
    await mock.reset()
    expect(mock.records('plants').list()).toEqual([ash])
    expect([mock.requests.size, mock.requests.lastNumber, mock.faults.list()]).toEqual([0, 2, []])
    expect([(await sendPlant(mock, fern)).status, (await sendPlant(mock, fern)).status]).toEqual([401, 200])
  })

  test.each([{ latency: 20 }, { scenario: { title: 'Slow', steps: [{ delay: 20 }] } }])(
    'with %o drops requests that wait during a reset',
    async (options) => {
      vi.useFakeTimers()
      onTestFinished(() => void vi.useRealTimers())
      const mock = createMock(options)
      const waiting = sendPlant(mock, ash)
      await mock.reset()
      await vi.runAllTimersAsync()
      expect(await waiting).toMatchObject({ status: 0, headers: {}, body: '', fault: 'dropped-connection' })
      expect([mock.records('plants').count(), mock.requests.size]).toEqual([0, 0])
    },
  )

  test('compares a token in the same time, however much of it is right', async () => {
    const charCodeAt = vi.spyOn(String.prototype, 'charCodeAt')
    onTestFinished(() => charCodeAt.mockRestore())
    const counts: [status: number, count: number][] = []
    for (const token of ['abcdex', 'xbcdef', 'ghixyz']) {
      const mock = createMock({ credentials: ['abcdef', 'ghi'] })
      charCodeAt.mockClear()
      const { status } = await sendPlant(mock, monstera, { token })
      counts.push([status, charCodeAt.mock.contexts.filter((text) => String(text) === token).length])
    }
    const [[, count = 0] = []] = counts
    expect(count).toBeGreaterThanOrEqual(12)
    expect(counts).toEqual(Array(3).fill([401, count]))
  })

  test('has the paths of its contract, exactly as they are', async () => {
    const mock = createMock({ contract: plantStoreAt('/v1') })
    const paths = ['/v1/plants?more=1', '/v1/plants', '/v1/Plants', '/v1/plants/', '/v2/plants']
    const statuses = []
    for (const path of paths) statuses.push((await mock.handle({ ...request, path })).status)
    expect(statuses).toEqual([200, 409, 404, 404, 404])
  })

  test('names the kind of the storage in its settings', () => {
    const { kind: _, ...storage } = createMemoryStorage()
    const kinds = [{ ...storage, kind: 'shelf' }, storage].map((one) => createMock({ storage: one }))
    expect(kinds.map(({ settings }) => settings.storage)).toEqual(['shelf', 'custom'])
  })

  test('says why a storage failed, but not at any length', async () => {
    const storage = replaceMethods(() => ({
      insert() {
        throw 'x'.repeat(3000)
      },
    }))
    const { body } = await sendPlant(createMock({ storage }))
    expect(JSON.parse(body).message).toBe(`the mock failed: ${'x'.repeat(1000)}`)
  })
})

test('a single record is the documented example at first, and then what was sent', async () => {
  const schema = { properties: { currency: { type: 'string' }, lines: { type: 'array', items: {} } } }
  const responses = { 200: toContent(schema, { currency: 'EUR', lines: [{ sku: 'a1' }] }) }
  const put = { requestBody: toContent(schema), responses }
  const mock = createMock({ contract: toApi({ '/cart': { get: { responses }, put } }) })
  const send = async (method: string, body = ''): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    return JSON.parse(String((await mock.handle({ method, path: '/cart', headers, body })).body))
  }
  expect(await send('GET')).toEqual({ currency: 'EUR', lines: [{ sku: 'a1' }] })
  expect(await send('PUT', '{"currency":"USD"}')).toEqual({ currency: 'USD' })
  expect(await send('GET')).toEqual({ currency: 'USD' })
})
