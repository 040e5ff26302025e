import { expect, test } from 'vitest'
import { startServer } from '../../src/server/start-server.ts'
import { createRefuse } from '../../src/store/answers.ts'
import { failureNames } from '../../src/store/failures.ts'
import { createPlantStore } from '../../src/store/plant-store.ts'
import { callControl, sendPlant } from '../tools/send.ts'

test('GET /config describes the fake with defaults', async () => {
  await using server = await startServer({ port: 0 })
  const { answers, ...config } = JSON.parse((await callControl(server.url, 'GET', '/config')).body)
  expect(config).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    operation: { method: 'POST', path: '/plants' },
    store: 'memory',
    onDuplicate: 'reject',
    unknownMembers: 'ignore',
    habits: [],
    latency: 0,
    maxBody: 1048576,
    journal: 1000,
    seed: 0,
    cors: '*',
  })
  const refuse = createRefuse()
  expect(answers).toEqual(
    failureNames.map((failure) => {
      const { status, headers, body } = refuse(failure)
      return { failure, status, ...JSON.parse(body), headers }
    }),
  )
})

test('GET /config describes other options, and masks tokens', async () => {
  await using server = await startServer({
    port: 0,
    tokens: ['secret-1', 'secret-2'],
    isolate: 'token',
    basePath: '/api',
    latency: [1, 2],
    seed: [{ id: 1, name: 'Fern' }],
    answers: {
      preset: 'documented',
      'duplicate-id': { status: 422, error: 7, message: 'taken' },
      'invalid-token': { status: 403, body: '' },
      'invalid-plant': { members: { docs: 'https://docs.example' } },
    },
    limits: { id: { minimum: 1 } },
    unknownMembers: 'refuse',
  })
  const { body } = await callControl(server.url, 'GET', '/config')
  expect(body).not.toContain('secret')
  const { answers, ...config } = JSON.parse(body)
  expect(config).toMatchObject({
    operation: { path: '/api/plants' },
    tokens: ['***', '***'],
    isolate: 'token',
    latency: [1, 2],
    seed: 1,
    limits: { id: { minimum: 1 } },
    unknownMembers: 'refuse',
  })
  expect(answers).toContainEqual({ failure: 'invalid-token', status: 403, body: '', headers: {} })
  expect(answers).toContainEqual(
    expect.objectContaining({ failure: 'invalid-plant', members: { docs: 'https://docs.example' } }),
  )
  expect(answers).toContainEqual(
    expect.objectContaining({ failure: 'duplicate-id', status: 422, error: 7, message: 'taken' }),
  )
})

test('GET /scenarios lists scenarios that can be played', async () => {
  await using server = await startServer({ port: 0 })
  const { scenarios } = JSON.parse((await callControl(server.url, 'GET', '/scenarios')).body)
  expect(scenarios.map(({ name }: { name: string }) => name)).toEqual([
    'expired-token',
    'flaky',
    'outage',
    'slow',
  ])
  for (const { scenario } of scenarios) {
    expect((await callControl(server.url, 'PUT', '/scenario', scenario)).status).toBe(200)
    expect(server.store.faults.scenario).toBe(scenario.title)
  }
})

test('the log leaves out what the page asks for, and has what it changes and what is refused', async () => {
  const logged: string[] = []
  const onRequest = ({ method, path }: { method: string; path: string }) => logged.push(`${method} ${path}`)
  await using server = await startServer({ port: 0, onRequest })
  const headers = { 'x-inspector': '1' }
  for (const path of ['/', '/plants', '/nothing'])
    await callControl(server.url, 'GET', path, undefined, headers)
  await callControl(server.url, 'DELETE', '/plants', undefined, headers)
  await callControl(server.url, 'GET', '/plants')
  await sendPlant(server.url, '{}', { headers })
  expect(logged.filter((line) => line !== 'GET /__admin/')).toEqual([
    'GET /__admin/nothing',
    'DELETE /__admin/plants',
    'GET /__admin/plants',
    'POST /plants',
  ])
})

test('the settings of a store are those of its options', () => {
  expect(createPlantStore({ maxBody: 5, onDuplicate: 'replace', journal: 7 }).settings).toEqual({
    store: 'memory',
    onDuplicate: 'replace',
    latency: 0,
    maxBody: 5,
    journal: 7,
    seed: 0,
    tokens: undefined,
    unknownMembers: 'ignore',
    habits: [],
    limits: undefined,
    cors: '*',
  })
})
