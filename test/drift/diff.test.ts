import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DiffOptions, type DiffProgress, diff, learn, startDiff } from '../../src/drift/drift.ts'
import type { PlantStoreOptions } from '../../src/index.ts'
import { type PlantStoreServer, startServer } from '../../src/server/start-server.ts'
import { startBackend } from '../verify/backends/create-backend.ts'
import { correct, Refusal } from '../verify/backends/parts.ts'
import { limitSpacing } from '../verify/backends/right/changing.ts'

const token = 'local-token'

let service: PlantStoreServer
beforeAll(async () => {
  service = await startServer({
    port: 0,
    tokens: [token],
    answers: { 'duplicate-id': { status: 422, error: 7, message: 'taken' } },
  })
})
afterAll(() => service.close())

test('each case can be a test of its own', async () => {
  await using running = startDiff(service.url, { token, only: ['Duplicate ids', 'a plant with a name'] })
  const titles = running.cases.map(({ title }) => title)
  expect(titles).toEqual(expect.arrayContaining(['a duplicate id', 'a plant with a name']))
  const [other = { title: '', topic: '' }] = running.cases.filter(({ title }) => title === 'a duplicate id')
  const [same = { title: '', topic: '' }] = running.cases.filter(
    ({ title }) => title === 'a plant with a name',
  )
  expect(await running.check(same)).toMatchObject({ status: 'same' })
  await expect(running.check(other)).rejects.toThrow(
    /^a duplicate id\nthe status is 422, and 409 from the fake\nservice: 422 .+\nfake: 409 .+\ncurl -i -X POST .+\ncurl -i -X POST /,
  )
})

test.each<[options: PlantStoreOptions, title: string, hint: string | undefined]>([
  [
    { answers: { 'duplicate-id': { status: 422, error: 7 } } },
    'a duplicate id',
    'Set answers.duplicate-id.status to 422 and answers.duplicate-id.error to 7 in the configuration.',
  ],
  [
    { answers: { 'invalid-plant': { error: 7 } } },
    'the name is missing',
    'Set answers.invalid-plant.error to 7 in the configuration.',
  ],
  [{ onDuplicate: 'replace' }, 'a duplicate id', 'Set onDuplicate to replace in the configuration.'],
  [{ answers: { 'duplicate-id': { status: 500 } } }, 'a duplicate id', undefined],
  [{ answers: { 'invalid-plant': { status: 500 } } }, 'the name is missing', undefined],
  [{ limits: { name: { minLength: 1 } } }, 'an empty name', undefined],
])('a report says which key of the configuration to set for %j', async (options, title, hint) => {
  await using server = await startServer({ ...options, port: 0, tokens: [token] })
  const { cases } = await diff(server.url, { token })
  const found = cases.find((one) => one.title === title)
  expect(found?.status).toBe('different')
  expect(found?.hint).toBe(hint)
})

test('no key is named if the service refuses in more than one way, or not all cases are compared', async () => {
  await using started = await startBackend({
    toStatus: (kind) => (kind === 'body' ? 422 : correct.toStatus(kind)),
    readTag(members) {
      if (members['tag'] === null) throw new Refusal('path', 'no tag')
      return correct.readTag(members)
    },
  })
  const { cases } = await diff(started.url, { token })
  expect(cases.find(({ title }) => title === 'the tag is null')?.status).toBe('different')
  expect(cases.map(({ hint }) => hint).join()).not.toContain('invalid-plant')
  const { cases: some } = await diff(service.url, { token, only: ['a duplicate id'] })
  expect(some).toEqual([expect.not.objectContaining({ hint: expect.anything() })])
})

test.each([
  ['plant {id} is taken', 'same'],
  ['plant {id} exists', 'different'],
])('a message that the fake sets is compared with the id in it: %s', async (message, status) => {
  const toAnswers = (text: string): PlantStoreOptions => ({ answers: { 'duplicate-id': { message: text } } })
  const answers = toAnswers('plant {id} is taken')
  await using server = await startServer({ ...answers, port: 0, tokens: [token] })
  const { cases } = await diff(server.url, { token, fake: toAnswers(message), only: ['a duplicate id'] })
  expect(cases).toEqual([expect.objectContaining({ status })])
})

test('no secret of the service gets into a report', async () => {
  const secret = 'secret-of-the-service'
  await using started = await startBackend({
    isAuthorized: (authorization = '') => /^bearer +(\S+)$/i.exec(authorization)?.[1] === secret,
    toError: (_status, { message }, { request: { headers } }) => ({
      error: `${'x'.repeat(20)}${headers.authorization}`,
      message,
      [`${headers.authorization}`]: true,
    }),
  })
  const { outcome, cases } = await diff(started.url, { token: secret, only: ['a duplicate id'] })
  expect(outcome).toBe('failed')
  const text = JSON.stringify(cases)
  expect(text).toContain('***')
  expect(text).not.toContain(secret.slice(0, 7))
})

test('a run that ends early keeps its count and the cases that are done', async () => {
  await using started = await startBackend({
    save(...args) {
      if (args[2].state.accepted >= 60) throw new Refusal('path', 'the quota is used up')
      return correct.save(...args)
    },
  })
  const { outcome, requests, cases } = await diff(started.url, { token })
  expect(outcome).toBe('unjudged')
  expect(requests).toBeGreaterThan(60)
  expect(cases.length).toBeGreaterThan(0)
  expect(cases.length).toBeLessThan(200)
  const refused = await diff(started.url, { token: 'wrong' })
  expect(refused.requests).toBeGreaterThan(0)
})

test('a run that is stopped says how many cases were done', async () => {
  const stop = new AbortController()
  const seen: DiffProgress[] = []
  const { unjudged, cases } = await diff(service.url, {
    token,
    signal: stop.signal,
    onProgress(progress) {
      seen.push(progress)
      if (seen.length === 40) stop.abort()
    },
  })
  expect(seen[39]).toMatchObject({ cases: 40, total: expect.any(Number), title: expect.any(String) })
  expect(cases.length).toBeGreaterThan(0)
  expect(unjudged?.message).toMatch(/^the run was stopped after \S+ s, when \d+ of \d+ cases were done$/)
})

test.each<[options: object, message: string]>([
  [{ only: 'CORS' }, 'only must be an array of titles and topics, got "CORS"'],
  [{ skip: [1] }, 'skip must be an array of titles and topics, got an array'],
  [{ concurrency: '2' }, 'concurrency must be an integer from 1 to 256, got 2'],
  [{ seed: 1 }, 'there is no option seed; '],
  [{ fake: { maxBody: 0 } }, 'maxBody must be '],
])('diff refuses %j before it waits for a service', async (options, message) => {
  const given = { token, wait: 60_000, ...options } as DiffOptions
  await expect(diff('http://127.0.0.1:1', given)).rejects.toThrow(message)
  expect(() => startDiff('http://127.0.0.1:1', given)).toThrow(message)
})

test('a service that wants fewer requests is compared more slowly', async () => {
  await using started = await startBackend(limitSpacing(400))
  const { options } = await learn(started.url, { token })
  const { outcome, cases } = await diff(started.url, { token, fake: options })
  expect(cases.filter(({ status }) => status === 'different')).toEqual([])
  expect(outcome).toBe('passed')
})

test('a token that expires is renewed', async () => {
  let used = 0
  let issued = 0
  await using started = await startBackend({
    isAuthorized(authorization = '') {
      const [, sent] = /^bearer +(\S+)$/i.exec(authorization) ?? []
      return sent === `token-${issued}` && used++ < 100
    },
  })
  const getToken = (): string => {
    used = 0
    issued++
    return `token-${issued}`
  }
  const { options } = await learn(started.url, { token: getToken })
  const { outcome, cases } = await diff(started.url, { token: getToken, fake: options })
  expect(cases.filter(({ status }) => status === 'different')).toEqual([])
  expect(outcome).toBe('passed')
})

test('a backend that accepts fewer names than the learned limits can be compared', async () => {
  await using started = await startBackend({
    readName(members) {
      const name = correct.readName(members)
      if (!/^[A-Z][a-z]+$/.test(name)) throw new Refusal('body', 'the name is wrong')
      return name
    },
  })
  const report = await diff(started.url, {
    token,
    fake: { limits: { name: { pattern: '^[A-Za-z]*$' } } },
    only: ['The configuration'],
  })
  expect(report.unjudged).toBeUndefined()
})
