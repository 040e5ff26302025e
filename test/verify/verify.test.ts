import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { NewPlant } from '../../src/contract/schemas.ts'
import type { RuleId } from '../../src/judge/generated/rules.ts'
import { isIn } from '../../src/judge/rules.ts'
import { startServer } from '../../src/server/start-server.ts'
import { rules as allRules, startVerification, verify } from '../../src/verify/verify.ts'
import { type Overrides, startBackend } from './backends/create-backend.ts'
import { correct, Refusal, toJsonAnswer } from './backends/parts.ts'

const token = 'local-token'
const idRules = allRules.map(({ id }) => id).filter((id) => isIn(id, 'ids'))

describe('the fake keeps every rule', () => {
  test.each([{ answers: 'http' }, { answers: 'documented' }, { onDuplicate: 'replace' }] as const)(
    '%o',
    async (options) => {
      await using server = await startServer({ port: 0, tokens: [token], ...options })
      const report = await verify(server.url, { token, level: 'should', thorough: true })
      expect(report.rules.filter(({ status }) => status === 'broken' || status === 'hidden')).toEqual([])
      expect(report.outcome).toBe('passed')
      expect(report.requests).toBeGreaterThan(700)
      const untried = report.rules.filter(({ tries, rule }) => tries === 0 && rule.level === 'must')
      expect(untried.map(({ rule }) => rule.id)).toEqual([])
      expect(report.plantsLeft).toHaveLength(await server.store.plants.count())
    },
  )
})

test('without tokens, the fake breaks only refuses-unissued-token', async () => {
  await using server = await startServer({ port: 0 })
  const { rules, outcome } = await verify(server.url, { token })
  expect(outcome).toBe('failed')
  expect(rules.filter(({ status }) => status === 'broken').map(({ rule }) => rule.id)).toEqual([
    'refuses-unissued-token',
  ])
})

test('a second run with the same seed is not affected by the plants of the first one', async () => {
  await using server = await startServer({ port: 0, tokens: [token] })
  for (let run = 0; run < 2; run++) {
    expect((await verify(server.url, { token, seed: 7, only: idRules })).outcome).toBe('passed')
  }
})

test('stored ids at the edges do not count as refused, even if all refusals are the same', async () => {
  await using server = await startBackend({
    refuse: () => toJsonAnswer(400, '{"error":1,"message":"no"}'),
  })
  for (let run = 0; run < 2; run++) {
    const { rules } = await verify(server.url, { token, only: idRules })
    expect(rules.filter(({ status }) => status === 'broken')).toEqual([])
  }
})

describe('a stored id may be answered with the stored plant, and a note says so', () => {
  const other = 'another plant with a stored id'
  test.each<
    [answer: string, note: string, atOnce: string, merge: (stored: NewPlant, sent: NewPlant) => NewPlant]
  >([
    [
      'the stored plant',
      'answered 200 with the stored name and tag, not with what the request sent',
      '8 of 8 requests succeeded, 7 of them with the name or tag of another request',
      (stored) => stored,
    ],
    [
      'the new name with the stored tag',
      'answered 200 with the stored tag, not with what the request sent',
      '8 of 8 requests succeeded, 7 of them with the name or tag of another request',
      (stored, { name }) => ({ ...stored, name }),
    ],
    ['the new plant', 'answered 200', '8 of 8 requests succeeded', (_stored, sent) => sent],
  ])('%s', async (_answer, note, atOnce, merge) => {
    const answered = new WeakMap<NewPlant, NewPlant>()
    const backend: Overrides = {
      save(plant, parts, { state: { plants } }) {
        const key = parts.toKey(plant.id)
        const merged = merge(plants.get(key) ?? plant, plant)
        plants.set(key, merged)
        answered.set(plant, merged)
      },
      toBody: (plant, exchange) => correct.toBody(answered.get(plant) ?? plant, exchange),
    }
    await using server = await startBackend(backend)
    // In the second run, the ids at the edges are stored.
    for (let run = 0; run < 2; run++) {
      const { rules } = await verify(server.url, { token })
      expect(rules.filter(({ status }) => status === 'broken')).toEqual([])
      const notesOf = (id: RuleId) => rules.find(({ rule }) => rule.id === id)?.notes
      const [first, last] = [notesOf('status-for-stored-id')?.[0], notesOf('status-for-stored-id')?.at(-1)]
      expect(first?.subjects).toContain('the same plant again')
      expect(last).toMatchObject({ note, subjects: expect.arrayContaining([other]) })
      expect(notesOf('stored-id-at-once')).toMatchObject([{ note: atOnce }])
    }
  })
})

describe('texts may have to be unique, and a note says so', () => {
  const [name, tag, both] = ['name is', 'tag is', 'name and tag are'].map(
    (what) => `a new plant whose ${what} already stored`,
  )
  test.each<
    [unique: string, refused: (string | undefined)[], isAlike: (one: NewPlant, other: NewPlant) => boolean]
  >([
    ['names', [name, both], (one, other) => one.name === other.name],
    ['tags', [tag, both], (one, other) => one.tag === other.tag],
    ['pairs', [both], (one, other) => one.name === other.name && one.tag === other.tag],
  ])('%s', async (_unique, refused, isAlike) => {
    await using server = await startBackend({
      save(plant, parts, exchange) {
        const { plants } = exchange.state
        if (plant.tag !== undefined && [...plants.values()].some((other) => isAlike(plant, other)))
          throw new Refusal('stored-id', 'the text is taken')
        return correct.save(plant, parts, exchange)
      },
    })
    const { rules } = await verify(server.url, { token })
    const notes = rules.flatMap((result) => (result.rule.level === 'open' ? [] : result.notes))
    expect({ notes, broken: rules.filter(({ status }) => status === 'broken') }).toEqual({
      notes: [],
      broken: [],
    })
    const found = rules.find(({ rule }) => rule.id === 'repeated-texts')?.notes
    const note = found?.find((one) => one.note === 'answered 409')
    expect(note?.subjects.toSorted()).toEqual(refused.toSorted())
  })
})

test('a service that answers one request at a time breaks no rule', async () => {
  let last = Promise.resolve()
  await using server = await startBackend({
    async handle(exchange, parts) {
      const before = last
      last = before.then(() => sleep(5))
      await last
      return correct.handle(exchange, parts)
    },
  })
  // So many requests at once take longer than the limit for one.
  const report = await verify(server.url, { token, concurrency: 128, requestLimit: 600, thorough: true })
  expect(report.rules.filter(({ status, rule }) => status === 'broken' && rule.level === 'must')).toEqual([])
  expect(report.outcome).toBe('passed')
})

test('a failure that cannot be reproduced is a note and breaks no rule', async () => {
  let count = 0
  await using server = await startBackend({
    handle: (exchange, parts) =>
      ++count === 600
        ? Promise.resolve(toJsonAnswer(500, '{"error":1,"message":"no"}'))
        : correct.handle(exchange, parts),
  })
  const report = await verify(server.url, { token, thorough: true })
  expect(report.outcome).toBe('passed')
  expect(report.rules.find(({ rule }) => rule.id === 'requests-at-once')?.notes).toEqual([
    {
      note: expect.stringMatching(/got 500, but not when tried again$/),
      count: 1,
      subjects: [expect.any(String)],
    },
  ])
})

test('random requests in findings are small', async () => {
  await using server = await startBackend({
    // Only random requests have these characters.
    toBody: ({ name, tag }) => ({ name: name.replaceAll(/[\u1200-\u1dbf]/g, 'z'), tag }),
  })
  const { rules } = await verify(server.url, { token, seed: 3, thorough: true })
  const finding = rules.find(({ status, rule }) => status === 'broken' && rule.level === 'must')?.finding
  expect(finding?.exchanges.at(-1)?.request.body.length).toBeLessThan(80)
})

test('each rule can be a test', async () => {
  await using server = await startServer({ port: 0 })
  await using verification = startVerification(server.url, { token })
  expect(verification.rules.length).toBeGreaterThan(50)
  await expect(verification.check('created-is-200')).resolves.toMatchObject({ status: 'kept' })
  await expect(verification.check('refuses-unissued-token')).rejects.toThrow(/nobody issued.+\n.+\ncurl /)
})
