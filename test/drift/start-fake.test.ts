import { expect, test } from 'vitest'
import { startFake } from '../../src/drift/start-fake.ts'
import { createSession } from './fake-service.ts'

const session = { ...createSession(), concurrency: 2 }

test('the fake has only what decides about answers, and says why it refused each request', async () => {
  const ignored = { latency: 600_000, basePath: '/x', seed: 'garden', scenario: 'outage' }
  await using fake = await startFake({ ...ignored, unknownMembers: 'refuse' } as never, session)
  const body = '{"id":1,"name":"Fern"}'
  const asks = [
    { body },
    { body: '{"id":2,"name":"Fern","a":1}' },
    { body: '{"id":3,"name":"Fern"}', before: [{ body }] },
    { path: '/x' },
  ]
  const sent = await Promise.all([...asks, { headers: { authorization: 'Bearer other' } }].map(fake.send))
  expect(sent.map(({ failure, earlier }) => [failure, earlier.length])).toEqual([
    [undefined, 0],
    ['invalid-body', 0],
    [undefined, 1],
    ['unknown-path', 0],
    ['invalid-credentials', 0],
  ])
  expect(sent[2]?.earlier[0]?.outcome).toMatchObject({ answer: { status: 409 } })
})

test('a fake that is closed answers no more', async () => {
  const fake = await startFake({}, session)
  await fake.send({})
  await fake[Symbol.asyncDispose]()
  expect((await fake.send({})).outcome.kind).toBe('gone')
})
