import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DiffOptions, diff, OptionsError, startDiff } from '../../src/drift/drift.ts'
import { type PlantStoreServer, startServer } from '../../src/server/start-server.ts'
import { listen } from '../tools/listen.ts'
import { token } from './fake-service.ts'

let service: PlantStoreServer
beforeAll(async () => {
  const answers = { 'duplicate-key': { status: 422, error: 7, message: 'taken', members: { a: 1 } } }
  service = await startServer({ port: 0, tokens: [token], answers })
})
afterAll(() => service.close())

const status = {
  difference: 'the status is 422, and 409 from the fake',
  reason: 'version 2',
  cases: ['a stored id'],
}

test('each case can be a test of its own', async () => {
  const options: DiffOptions = {
    token,
    only: ['Stored plants', 'a plain plant'],
    skip: ['the same plant again'],
  }
  await using running = startDiff(service.url, options)
  const [same, other] = ['a plain plant', 'a stored id'].map((title) =>
    running.cases.find((one) => one.title === title),
  )
  if (same === undefined || other === undefined) throw new Error('there are no such cases')
  expect(Object.keys(same)).toEqual(['title', 'topic'])
  expect(await running.check(same)).toMatchObject({ status: 'passed' })
  await expect(running.check(other)).rejects.toThrow(
    /^the status is 422, and 409 from the fake \(2 cases\): Stored plants\na stored id: the status is 422, and 409 from the fake\n\$ curl .+\n→ 200 .+\n\$ curl .+\n→ 422 /,
  )
  await expect(running.check({ ...same, title: 'none' })).rejects.toThrow('the run has no such case')
  expect((await running.report).outcome).toBe('failed')
})

test('a baseline lets a case pass, but not with another difference', async () => {
  const only = [...status.cases]
  await using running = startDiff(service.url, { token, only, baseline: [status] })
  expect(await running.check({ title: 'a stored id', topic: 'Stored plants' })).toMatchObject({
    status: 'known',
  })
  const error = { ...status, difference: 'error is 7, and 40901 from the fake' }
  const fake = { answers: { 'duplicate-key': { status: 422 } } }
  await using more = startDiff(service.url, { token, fake, only, baseline: [error] })
  await expect(more.check({ title: 'a stored id', topic: 'Stored plants' })).rejects.toThrow(
    /^the member a is present, and missing from the fake: Stored plants\n/,
  )
})

test('a service that hangs up, and a hint, are part of the message', async () => {
  await using server = await startServer({
    port: 0,
    tokens: [token],
    answers: { 'unknown-path': { error: 7 } },
  })
  await using running = startDiff(server.url, { token })
  const { cases } = await running.report
  const hint = 'Put this into plant-store.yaml, or fix the service: answers: {"unknown-path":{"error":7}}'
  const found = cases.filter(({ status }) => status === 'failed')
  // All cases with the difference are one.
  expect(found.map(({ hints, tries = 0 }) => [hints, tries > 5])).toEqual([[[hint], true]])
  const [{ title = '', group: topic = '' } = {}] = found
  await expect(running.check({ title, topic })).rejects.toThrow(`\n${hint}`)
})

test('a comparison stops with its scope, or with its signal', async () => {
  await using hanging = await listen(() => {})
  const stop = new AbortController()
  const running = startDiff(hanging.url, { token, signal: stop.signal })
  stop.abort()
  const [first = { title: '', topic: '' }] = running.cases
  await expect(running.check(first)).rejects.toThrow(/^The service can't be compared: the run was stopped/)
  const scoped = startDiff(hanging.url, { token })
  let isOver = false
  void scoped.report.then(() => {
    isOver = true
  })
  await scoped[Symbol.asyncDispose]()
  expect(isOver).toBe(true)
  expect((await scoped.report).unjudged?.kind).toBe('stopped')
})

describe('wrong options are refused before the service is asked', () => {
  test.each<[options: object, message: string]>([
    [{ only: 'CORS' }, 'only must be an array, got "CORS"'],
    [{ skip: [1] }, 'skip[0] must be a string, got 1'],
    [
      { only: ['none'] },
      `names the case "none", which doesn't exist. Pass a title as a report shows it, or a topic: HTTP`,
    ],
    [{ skip: ['cors'] }, `names the case "cors", which doesn't exist, but "CORS" does. Pass`],
    [{ only: ['CORS'], skip: ['CORS'] }, 'leaves no case to compare'],
    [{ concurrency: '2' }, 'concurrency must be an integer from 1 to 256, got "2"'],
    [{ seed: 1 }, 'there is no option seed; '],
    [{ fake: { maxBody: 0 } }, 'fake.maxBody must be '],
    [{ baseline: 5 }, 'baseline must be an array, got 5'],
    [
      { baseline: [{ ...status, reason: ' ' }] },
      'baseline[0].reason must be a string that is not blank, got " "',
    ],
    [{ baseline: [{ ...status, cases: 'a' }] }, 'baseline[0].cases must be an array, got "a"'],
    [{ baseline: [{ ...status, difference: '' }] }, 'baseline[0].difference must be a string'],
  ])('%j', async (options, message) => {
    const given = { token, wait: 60_000, ...options } as DiffOptions
    await expect(diff('http://127.0.0.1:1', given)).rejects.toThrow(message)
    expect(() => startDiff('http://127.0.0.1:1', given)).toThrow(message)
  })

  test('with the class of errors about options', () => {
    expect(() => startDiff('http://127.0.0.1:1', { token, only: ['none'] })).toThrow(OptionsError)
  })
})
