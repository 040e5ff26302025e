import { beforeEach, describe, expect, test } from 'vitest'
import { type PlantStoreServer, startServer } from '../../src/server/start-server.ts'
import { callControl, readError, sendPlant } from '../tools/send.ts'

const seed = [{ id: 1, name: 'Monstera' }]
const outage = {
  title: 'An outage',
  steps: [{ fault: 'request-timeout' as const }, { fault: 'internal-error' as const }],
}

let server: PlantStoreServer

beforeEach(async () => {
  server = await startServer({ port: 0, seed, scenario: outage })
  return () => server.close()
})

const call = (method: string, path: string, body?: unknown) => callControl(server.url, method, path, body)
const listFaults = async (): Promise<unknown> => JSON.parse((await call('GET', '/faults')).body)
let lastId = 100
/** The statuses of so many new plants. */
async function postPlants(count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let at = 0; at < count; at++)
    statuses.push((await sendPlant(server.url, { id: ++lastId, name: 'Fern' })).status)
  return statuses
}

describe('POST /faults', () => {
  test.each<[fault: object, statuses: number[]]>([
    [{ fault: 'invalid-token' }, [401, 408]],
    [{ fault: 'invalid-token', requests: 2 }, [401, 401, 408]],
    [{ fault: 'duplicate-id', requests: 'forever' }, [409, 409, 409, 409]],
    [{ fault: 'duplicate-id', chance: 0 }, [200, 408]],
    [{}, [200, 408]],
  ])('%j strikes the next requests, before the scenario goes on', async (fault, statuses) => {
    const { status, body } = await call('POST', '/faults', fault)
    expect([status, body]).toEqual([200, '{}'])
    expect(await postPlants(statuses.length)).toEqual(statuses)
  })

  test('puts faults one after the other', async () => {
    await call('POST', '/faults', { fault: 'invalid-token' })
    await call('POST', '/faults', { fault: 'body-too-large' })
    expect(await postPlants(2)).toEqual([401, 413])
  })

  test.each<[title: string, body: string | undefined, message: string]>([
    ['no body', undefined, 'must be an object, got nothing'],
    ['null', 'null', 'must be an object, got null'],
    ['a number', '5', 'must be an object, got 5'],
    ['a text', '"invalid-token"', 'must be an object, got "invalid-token"'],
    ['a list', '[]', 'must be an object, got an array'],
    [
      'an unknown member',
      '{"status":500}',
      'there is no member status; the members are fault, delay, chance, requests, path',
    ],
    [
      'an unknown fault',
      '{"fault":"fire"}',
      'fault must be one of dropped-connection, cut-off-body, not-json-body',
    ],
    ['a chance over 1', '{"chance":2}', 'chance must be a number from 0 to 1, got 2'],
    ['no requests', '{"requests":0}', 'requests must be an integer from 1 to 1000000 or forever, got 0'],
    [
      'a delay that is too long',
      '{"delay":3600001}',
      'delay must be an integer from 0 to 3600000 or a range from a smaller to a larger one, got 3600001',
    ],
    [
      'a range the wrong way round',
      '{"delay":[5,1]}',
      'a range from a smaller to a larger one, got an array',
    ],
  ])('refuses %s by name and changes nothing', async (_title, body, message) => {
    const answer = await call('POST', '/faults', body)
    expect(answer.status).toBe(400)
    expect(readError(answer)).toEqual({ error: 400, message: expect.stringContaining(message) })
    expect(server.store.faults.list()).toEqual([])
  })
})

test('GET /faults lists the faults that wait with the requests each has left, and the scenario', async () => {
  expect(await listFaults()).toEqual({ faults: [], scenario: 'An outage' })
  await call('POST', '/faults', { fault: 'invalid-token', requests: 3 })
  await call('POST', '/faults', { delay: [1, 2], chance: 0.5 })
  await call('POST', '/faults', { fault: 'duplicate-id', requests: 'forever' })
  await postPlants(1)
  expect(await listFaults()).toEqual({
    faults: [
      { fault: 'invalid-token', requests: 2 },
      { delay: [1, 2], chance: 0.5, requests: 1 },
      { fault: 'duplicate-id', requests: 'forever' },
    ],
    scenario: 'An outage',
  })
})

test('DELETE /faults removes all faults and the scenario', async () => {
  await call('POST', '/faults', { fault: 'invalid-token', requests: 'forever' })
  const { status, body } = await call('DELETE', '/faults')
  expect([status, body]).toEqual([200, '{}'])
  expect(await listFaults()).toEqual({ faults: [] })
  expect(await postPlants(2)).toEqual([200, 200])
})

describe('PUT /scenario', () => {
  test('plays a scenario from its first step, in the place of the one that plays', async () => {
    expect(await postPlants(1)).toEqual([408])
    const steps = [{ fault: 'invalid-token' }, { requests: 2 }, { fault: 'body-too-large' }]
    const { status, body } = await call('PUT', '/scenario', { title: 'Refusals', steps })
    expect([status, body]).toEqual([200, '{}'])
    expect(await listFaults()).toEqual({ faults: [], scenario: 'Refusals' })
    expect(await postPlants(5)).toEqual([401, 200, 200, 413, 200])
  })

  test('starts a scenario again that plays already', async () => {
    expect(await postPlants(1)).toEqual([408])
    await call('PUT', '/scenario', outage)
    expect(await postPlants(3)).toEqual([408, 500, 200])
  })

  test('repeats one that says so', async () => {
    await call('PUT', '/scenario', {
      title: 'Every other',
      repeat: true,
      steps: [{ fault: 'invalid-token' }, {}],
    })
    expect(await postPlants(5)).toEqual([401, 200, 401, 200, 401])
  })

  test.each<[title: string, body: unknown, message: string]>([
    ['no body', undefined, 'scenario must be an object, got nothing'],
    ['no title', { steps: [{}] }, 'title is missing'],
    ['no steps', { title: 'None', steps: [] }, 'scenario.steps must be an array of 1 or more items'],
    [
      'an unknown member',
      { title: 'x', steps: [{}], loop: true },
      'there is no member scenario.loop; the members are $schema, title, seed, repeat, steps',
    ],
    [
      'an unknown member of a step',
      { title: 'x', steps: [{}, { status: 500 }] },
      'there is no member scenario.steps[1].status',
    ],
    [
      'an unknown fault',
      { title: 'x', steps: [{ fault: 'fire' }] },
      'steps[0].fault must be one of dropped-connection',
    ],
    [
      'a range the wrong way round',
      { title: 'x', steps: [{ delay: [5, 1] }] },
      'scenario.steps[0].delay must be an integer from 0 to 3600000 or a range',
    ],
  ])('refuses %s by name and changes nothing', async (_title, body, message) => {
    await call('POST', '/faults', { fault: 'invalid-token' })
    const answer = await call('PUT', '/scenario', body)
    expect(answer.status).toBe(400)
    expect(readError(answer)).toEqual({ error: 400, message: expect.stringContaining(message) })
    expect(await listFaults()).toEqual({
      faults: [{ fault: 'invalid-token', requests: 1 }],
      scenario: 'An outage',
    })
    expect(await postPlants(4)).toEqual([401, 408, 500, 200])
  })
})

test('POST /reset restores the initial state: the seed, the first step of the scenario, no faults and an empty journal', async () => {
  expect(await postPlants(3)).toEqual([408, 500, 200])
  await call('PUT', '/scenario', { title: 'Another', steps: [{ fault: 'invalid-token' }] })
  await call('POST', '/faults', { fault: 'body-too-large', requests: 'forever' })
  await call('PUT', '/plants', [{ id: 5, name: 'Ficus' }])
  const { status, body } = await call('POST', '/reset')
  expect([status, body]).toEqual([200, '{}'])
  expect((await call('GET', '/plants')).body).toBe('{"total":1,"plants":[{"id":1,"name":"Monstera"}]}')
  expect((await call('GET', '/requests')).body).toBe('{"requests":[]}')
  expect(await listFaults()).toEqual({ faults: [], scenario: 'An outage' })
  expect(await postPlants(3)).toEqual([408, 500, 200])
})
