import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DiffOptions, diff, startDiff, VerifyOptionsError } from '../../src/drift/drift.ts'
import { type PlantStoreServer, startServer } from '../../src/server/start-server.ts'
import { listen } from '../tools/listen.ts'
import { token } from './fake-service.ts'

let service: PlantStoreServer
beforeAll(async () => {
  const answers = { 'duplicate-id': { status: 422, error: 7, message: 'taken', members: { a: 1 } } }
  service = await startServer({ port: 0, tokens: [token], answers })
})
afterAll(() => service.close())

const status = {
  difference: 'the status is 422, and 409 from the fake',
  reason: 'version 2',
  cases: ['a duplicate id'],
}

test('each case can be a test of its own', async () => {
  const only = ['Duplicate ids', 'a plant with a name']
  await using running = startDiff(service.url, { token, only, skip: ['another id than the stored one'] })
  const [same, other] = ['a plant with a name', 'a duplicate id'].map((title) =>
    running.cases.find((one) => one.title === title),
  )
  if (same === undefined || other === undefined) throw new Error('there are no such cases')
  expect(Object.keys(same)).toEqual(['title', 'topic'])
  expect(await running.check(same)).toMatchObject({ status: 'same' })
  await expect(running.check(other)).rejects.toThrow(
    /^a duplicate id\nthe status is 422, and 409 from the fake\nservice: 422 .+\nfake: 409 .+\ncurl -i -X POST .+\ncurl -i -X POST .+$/,
  )
  await expect(running.check({ ...same, topic: 'CORS' })).rejects.toThrow(
    'there is no case a plant with a name',
  )
  expect((await running.report).outcome).toBe('failed')
})

test('a baseline lets a case pass, but not with another difference', async () => {
  const only = [...status.cases]
  await using running = startDiff(service.url, { token, only, baseline: [status] })
  expect(await running.check({ title: 'a duplicate id', topic: 'Duplicate ids' })).toMatchObject({
    status: 'known',
  })
  const error = { ...status, difference: 'error is 7, and 40901 from the fake' }
  const fake = { answers: { 'duplicate-id': { status: 422 } } }
  await using more = startDiff(service.url, { token, fake, only, baseline: [error] })
  await expect(more.check({ title: 'a duplicate id', topic: 'Duplicate ids' })).rejects.toThrow(
    /^a duplicate id\nerror is 7, and 40901 from the fake \(known: version 2\)\nthe body has a member a, unlike /,
  )
})

test('a service that hangs up, and a hint, are part of the message', async () => {
  const answers = { 'unknown-path': { error: 7 } }
  await using server = await startServer({ port: 0, tokens: [token], answers })
  await using running = startDiff(server.url, { token })
  const { cases } = await running.report
  const hint = 'Set answers.unknown-path.error to 7 in the configuration.'
  const found = cases.filter(({ status }) => status === 'different')
  expect(found.length).toBeGreaterThan(1)
  expect(new Set(found.map((one) => one.hint))).toEqual(new Set([hint]))
  const [first = { title: '', topic: '' }] = found
  await expect(running.check(first)).rejects.toThrow(`\n${hint}\ncurl -i`)
})

test('a comparison stops with its scope, or with its signal', async () => {
  await using hanging = await listen(() => {})
  const stop = new AbortController()
  const running = startDiff(hanging.url, { token, signal: stop.signal })
  stop.abort()
  const [first = { title: '', topic: '' }] = running.cases
  await expect(running.check(first)).rejects.toThrow(/^the service can't be compared: the run was stopped/)
  const scoped = startDiff(hanging.url, { token })
  const over: unknown[] = []
  void scoped.report.then(({ unjudged }) => over.push(unjudged?.kind))
  await scoped[Symbol.asyncDispose]()
  expect(over).toEqual(['stopped'])
})

describe('wrong options are refused before the service is asked', () => {
  test.each<[options: object, message: string]>([
    [{ only: 'CORS' }, 'only must be an array of titles and topics, got "CORS"'],
    [{ skip: [1] }, 'skip must be an array of titles and topics, got an array'],
    [
      { only: ['none'] },
      `names the case "none", which doesn't exist. Pass a title as a report shows it, or a topic: Bodies`,
    ],
    [{ skip: ['cors'] }, `names the case "cors", which doesn't exist, but "CORS" does. Pass`],
    [{ only: ['CORS'], skip: ['CORS'] }, 'leaves no case to compare'],
    [{ concurrency: '2' }, 'concurrency must be an integer from 1 to 256, got 2'],
    [{ seed: 1 }, 'there is no option seed; '],
    [{ fake: { maxBody: 0 } }, 'maxBody must be '],
    ...[5, [{ ...status, reason: ' ' }], [{ ...status, cases: 'a' }], [{ ...status, difference: '' }]].map(
      (baseline): [object, string] => [
        { baseline },
        'baseline must be an array of {difference, reason, cases}',
      ],
    ),
  ])('%j', async (options, message) => {
    const given = { token, wait: 60_000, ...options } as DiffOptions
    const start = () => startDiff('http://127.0.0.1:1', given)
    await expect(diff('http://127.0.0.1:1', given)).rejects.toThrow(message)
    expect(start).toThrow(message)
    if ('only' in options) expect(start).toThrow(VerifyOptionsError)
  })
})
