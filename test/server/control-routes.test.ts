import { beforeEach, describe, expect, test } from 'vitest'
import { callControl, sendPlant } from '../tools/send.ts'
import { share } from './start.ts'

const fern = { id: 3, name: 'Boston fern' }
const monstera = { id: 1, name: 'Monstera', tag: 'foliage' }
const many = Array.from({ length: 1001 }, (_, id) => ({ id, name: 'Fern' }))
const outage = { title: 'An outage', steps: [{ fault: 'request-timeout' as const }] }
const server = await share({ seed: { plants: [fern, monstera] }, scenario: outage })
const { requests, faults } = server.mock
const plants = server.mock.records('plants')
beforeEach(() => faults.clear())

const call = (method: string, path: string, body?: unknown) => callControl(server.url, method, path, body)
const read = async (path: string, method = 'GET', body?: unknown) =>
  JSON.parse((await call(method, path, body)).body)

test('a page has 100 records, or up to 1000', async () => {
  await plants.replaceAll(many)
  expect(await read('/records/plants')).toEqual({ total: 1001, records: many.slice(0, 100) })
  expect(await read('/records/plants?limit=1000')).toMatchObject({ records: { length: 1000 } })
})

describe('requests', () => {
  const sent = [
    '{"id":1,"name":"Monstera"}',
    '{"id":9007199254740993,"name":"Ficus"}',
    '{"id":9007199254740993,"name":"Fern"}',
    'no plant',
  ]
  beforeEach(async () => {
    await plants.replaceAll([])
    for (const text of sent) await sendPlant(server.url, text, { headers: { 'x-client': 'shop' } })
  })
  const bodies = (list: { request: { body: string } }[]) => list.map(({ request }) => request.body)

  test('are listed with their responses, oldest first, with credentials masked', async () => {
    await fetch(`${server.url}/plants?access_token=s3cret`)
    const list = (await read('/requests')).requests
    expect(bodies(list)).toEqual([...sent, ''])
    expect(list[2]).toEqual({
      number: list[0].number + 2,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      duration: expect.any(Number),
      request: { method: 'POST', path: '/plants', headers: expect.anything(), body: sent[2] },
      operation: 'createPlant',
      response: { status: 409, headers: expect.anything(), body: expect.stringContaining('already stored') },
      failure: 'duplicate-key',
      reason: 'a plant with the id 9007199254740993 is already stored',
    })
    expect(list[2].request.headers).toMatchObject({ authorization: 'Bearer ***', 'x-client': 'shop' })
    expect(list[4].request.path).toBe('/plants?access_token=***')
    expect(await read(`/requests/${list[2].number}`)).toEqual(list[2])
  })

  test('that almost match are the three nearest, the last first, if none matches', async () => {
    for (let id = 10; id < 30; id++) await sendPlant(server.url, { id, name: 'Fern' })
    for (const id of [40, 41]) await sendPlant(server.url, { id, name: 'Ficus' })
    const [{ number = 0 } = {}] = requests.all()
    const { count, nearest } = await read('/requests/verify', 'POST', {
      body: { id: 10, name: 'Ficus' },
      status: 200,
    })
    expect(count).toBe(0)
    const found = nearest.map(({ request }: { request: { number: number } }) => request.number - number)
    expect(found).toEqual([25, 24, 4])
    expect(nearest[2].differences).toEqual([{ at: 'body.name', expected: 'Ficus', received: 'Fern' }])
  })
})

describe('faults', () => {
  test('of GET /scenarios can be played', async () => {
    const { scenarios } = await read('/scenarios')
    const names = scenarios.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['expired-token', 'flaky', 'outage', 'slow'])
    for (const { scenario } of scenarios) {
      await call('PUT', '/scenario', scenario)
      expect(faults.scenario).toBe(scenario.title)
    }
  })
})
