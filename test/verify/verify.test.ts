import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import type { RuleId } from '../../src/judge/generated/rules.ts'
import { isIn } from '../../src/judge/rules.ts'
import { usualRequests } from '../../src/verify/plan.ts'
import { rules, verify } from '../../src/verify/verify.ts'
import { type Overrides, startBackend } from './backends/create-backend.ts'
import { correct, type NewPlant, Refusal, toJsonAnswer } from './backends/parts.ts'
import { describeReport } from './describe-report.ts'
import { fixIds } from './fix-ids.ts'
import { findBroken, judge, rulesOfEachPhase } from './judge.ts'

const token = 'local-token'
const idRules = rules.map(({ id }) => id).filter((id) => isIn(id, 'ids'))

test('the fake keeps every rule, and a run counts the plants that it leaves behind', async () => {
  await using server = await startServer({ port: 0, credentials: [token] })
  const report = await verify(server.url, { token, level: 'should', thorough: true })
  const wrong = report.cases.filter(({ status }) => status !== 'passed')
  expect([report.outcome, wrong]).toEqual(['passed', []])
  expect(report.plantsLeft).toHaveLength(await server.mock.records('plants').count())
  // What help and docs say.
  expect(report.requests).toBeLessThanOrEqual(usualRequests)
  expect(report.requests).toBeGreaterThan(usualRequests - 100)
})

test.each([{ responses: 'documented' }, { onDuplicate: 'replace' }] as const)(
  'the fake keeps the rules with %o, and again when their plants are stored',
  async (options) => {
    await using server = await startServer({ port: 0, credentials: [token], ...options })
    const only = [...rulesOfEachPhase, ...idRules]
    for (let run = 0; run < 2; run++)
      expect(await verify(server.url, { token, seed: 7, only })).toMatchObject({ outcome: 'passed' })
  },
)

const merging = (merge: (stored: NewPlant, sent: NewPlant) => NewPlant): Overrides => {
  const answered = new WeakMap<NewPlant, NewPlant>()
  return {
    save(plant, parts, { state: { plants } }) {
      const key = parts.toKey(plant.id)
      const merged = merge(plants.get(key) ?? plant, plant)
      plants.set(key, merged)
      answered.set(plant, merged)
    },
    toBody: (plant, exchange) => correct.toBody(answered.get(plant) ?? plant, exchange),
  }
}

const unique = (isAlike: (one: NewPlant, other: NewPlant) => boolean): Overrides => ({
  save(plant, parts, exchange) {
    const stored = [...exchange.state.plants.values()]
    if (plant.tag !== undefined && stored.some((other) => isAlike(plant, other)))
      throw new Refusal('stored-id', 'the text is taken')
    return correct.save(plant, parts, exchange)
  },
})

test.each<[mistake: string, rule: RuleId, status: number, change: (name: string) => string]>([
  ['names that are cut', 'text-keeps-length', 409, (name) => name.slice(0, 65_535)],
  [
    'a crash for NUL in a name, and for a stored id',
    'refused-body-no-5xx',
    500,
    (name) => {
      if (name.includes('\0')) throw new Error('no text')
      return name
    },
  ],
])('%s are found although ids of the range are stored', async (_mistake, rule, status, change) => {
  const tries = new Map<number, number>()
  await using server = await startBackend({
    save(plant, parts, exchange) {
      const { length } = plant.name
      const count = (tries.get(length) ?? 0) + 1
      tries.set(length, count)
      if (count <= 3) throw new Refusal('stored-id', 'the id is taken')
      return correct.save(plant, parts, exchange)
    },
    toStatus: (kind) => (kind === 'stored-id' ? status : correct.toStatus(kind)),
    toBody: ({ name, tag }) => ({ name: change(name), tag }),
  })
  const options = { idRange: { from: 1n, to: 1_000_000n }, only: [rule], thorough: false }
  expect(findBroken(await judge(server.url, 1000, options))).toEqual([rule])
})

test('a report notes what a service does about stored ids and texts, in a second run, too', async () => {
  using _ids = fixIds()
  const only: RuleId[] = [
    ...idRules,
    'status-for-stored-id',
    'stored-id-at-once',
    'repeated-texts',
    'plant-echoes-tag',
    'text-keeps-white-space',
  ]
  const backends: [title: string, backend: Overrides][] = [
    ['every refusal is the same', { refuse: () => toJsonAnswer(400, '{"error":1,"message":"no"}') }],
    ['a stored id gets the stored plant', merging((stored) => stored)],
    [
      'a stored id gets the new name with the stored tag',
      merging((stored, { name }) => ({ ...stored, name })),
    ],
    ['a stored id gets the new plant', merging((_stored, sent) => sent)],
    ['names are unique', unique((one, other) => one.name === other.name)],
    ['tags are unique', unique((one, other) => one.tag === other.tag)],
    ['pairs are unique', unique((one, other) => one.name === other.name && one.tag === other.tag)],
  ]
  const found: string[] = []
  for (const [title, backend] of backends) {
    await using server = await startBackend(backend)
    for (const run of ['first', 'second']) {
      const report = await judge(server.url, 3000, { only, concurrency: 1 })
      expect(findBroken(report)).toEqual([])
      found.push(`${title}, ${run} run\n  ${describeReport(report)}\n`)
    }
  }
  await expect(found.join('')).toMatchFileSnapshot('recordings/stored.txt')
})

describe('a service that is not wrong', () => {
  test('may answer one request at a time', async () => {
    let last = Promise.resolve()
    await using server = await startBackend({
      async handle(exchange, parts) {
        const before = last
        last = before.then(() => sleep(5))
        await last
        return correct.handle(exchange, parts)
      },
    })
    const only: RuleId[] = ['requests-at-once', 'text-keeps-unicode', 'text-keeps-markup']
    // So many requests at once take longer than the limit for one.
    const report = await verify(server.url, {
      token,
      only,
      concurrency: 128,
      requestLimit: 200,
      thorough: true,
    })
    expect([report.outcome, findBroken(report)]).toEqual(['passed', []])
  })

  test('may fail once, which is a note', async () => {
    let count = 0
    await using server = await startBackend({
      handle: (exchange, parts) =>
        ++count === 70
          ? Promise.resolve(toJsonAnswer(500, '{"error":1,"message":"no"}'))
          : correct.handle(exchange, parts),
    })
    const report = await judge(server.url, 3000, { only: ['requests-at-once'] })
    expect(report.outcome).toBe('passed')
    const flaky = report.cases.find(({ title }) => title === 'flaky-requests')
    expect(flaky?.findings).toEqual([
      expect.objectContaining({
        tried: '48 plain plants at once, 8 of them with the same tag and as many with the same name',
        problem: `1 of ${report.requests} requests failed, but not when sent again: the status must be 200, got 500`,
      }),
    ])
  })
})

test('random requests in findings are small', async () => {
  await using server = await startBackend({
    // Only random requests have these characters.
    toBody: ({ name, tag }) => ({ name: name.replaceAll(/[\u1200-\u1dbf]/g, 'z'), tag }),
  })
  const { cases } = await verify(server.url, { token, seed: 3, thorough: true, only: ['text-keeps-unicode'] })
  const [exchange] = cases[0]?.findings[0]?.exchanges ?? []
  expect(exchange?.request.body).toMatch(/^\{"id":\d+,"name":"[^"]{1,2}"\}$/)
})
