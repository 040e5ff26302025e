import { expect, test } from 'vitest'
import type { PlantStoreOptions } from '../../src/index.ts'
import { describeFake } from '../../src/server/describe-fake.ts'
import { createRefuse } from '../../src/store/answers.ts'
import { failureNames } from '../../src/store/failures.ts'
import { createServedStore } from '../../src/store/plant-store.ts'
import { callControl } from '../tools/send.ts'
import { start } from './start.ts'

const defaults = {
  store: 'memory',
  onDuplicate: 'reject',
  unknownMembers: 'ignore',
  habits: [],
  latency: 0,
  maxBody: 1048576,
  journal: 1000,
  seed: 0,
  cors: '*',
}

test('GET /config describes the fake with defaults', async () => {
  const { url } = await start()
  const { answers, ...config } = JSON.parse((await callControl(url, 'GET', '/config')).body)
  const version = expect.stringMatching(/^\d+\.\d+\.\d+/)
  expect(config).toEqual({ version, operation: { method: 'POST', path: '/plants' }, ...defaults })
  const refuse = createRefuse()
  expect(answers).toEqual(
    failureNames.map((failure) => {
      const { status, headers, body } = refuse(failure)
      return { failure, status, ...JSON.parse(body), headers }
    }),
  )
})

test('GET /config describes other options, and masks tokens', async () => {
  const upstream = 'http://plants.example'
  const seed = [{ id: 1, name: 'Fern' }]
  const tokens = ['secret-1', 'secret-2']
  const { adminUrl } = await start({ tokens, isolate: 'token', upstream, seed, basePath: '/v1' })
  const { body } = await callControl(adminUrl, 'GET', '/config')
  expect(body).not.toContain('secret')
  expect(JSON.parse(body)).toMatchObject({
    operation: { path: '/v1/plants' },
    ...{ tokens: ['***', '***'], isolate: 'token', upstream, seed: 1 },
  })
})

const taken = { error: 7, message: 'taken' }
test.each<[answer: object, described: object]>([
  [taken, taken],
  [{ members: { docs: 'x' } }, { error: 40901, message: expect.any(String), members: { docs: 'x' } }],
  [{ body: '' }, { body: '' }],
  [{ body: { message: 'taken' } }, { body: '{"message":"taken"}' }],
  [{ body: { error: 7 } }, { body: '{"error":7}' }],
])('an answer of %j is described as %j', (answer, described) => {
  const answers = { 'duplicate-id': { status: 422, headers: {}, ...answer } }
  const fake = describeFake(createServedStore({ answers } as PlantStoreOptions), false, undefined)
  const headers = expect.anything()
  expect(fake['answers']).toContainEqual({ failure: 'duplicate-id', status: 422, headers, ...described })
})
