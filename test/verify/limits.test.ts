import { describe, expect, test } from 'vitest'
import { createLimitsCheck } from '../../src/contract/limits.ts'
import { type RuleId, rules } from '../../src/judge/generated/rules.ts'
import { isIn } from '../../src/judge/rules.ts'
import { createPlainPlant } from '../../src/probes/plain-plant.ts'
import { createRandom } from '../../src/probes/random.ts'
import { createIds } from '../../src/verify/ids.ts'
import { createInside } from '../../src/verify/inside.ts'
import type { Session } from '../../src/verify/trial.ts'
import type { Report } from '../../src/verify/verify.ts'
import { startBackend } from './backends/create-backend.ts'
import { limited, limitedBackends } from './backends/right/limited.ts'
import { startRecording } from './backends/start-recording.ts'
import { findBroken, judge, rulesOfEachPhase } from './judge.ts'

const idRules = rules.map(({ id }) => id).filter((id) => isIn(id, 'ids'))
const findRule = ({ cases }: Report, id: RuleId) => cases.find(({ title }) => title === id)

describe('a backend that accepts less than the specification shows', () => {
  test.for(limitedBackends)('$title: keeps every rule if its limits are declared', async ({ limits }) => {
    await using server = await startBackend(limited(limits))
    const only = [...rulesOfEachPhase, 'refuses-outside-limits'] as const
    const report = await judge(server.url, 3000, { limits, only })
    expect([report.outcome, findBroken(report)]).toEqual(['passed', []])
    expect(findRule(report, 'refuses-outside-limits')).toMatchObject({ word: 'kept' })
  })
})

test('all plain names and tags have letters of both cases, so that a pattern accepts all of them or none', () => {
  const [ids, inside] = [createIds(undefined), createInside({}, 1)]
  const texts = Array.from({ length: 1000 }, (_, seed) => {
    const { name, tag } = createPlainPlant({ ids, inside, random: createRandom(seed), memory: {} } as Session)
    return [name, tag]
  })
  expect(texts.flat().filter((text = '') => !/[a-z][A-Z]/.test(text))).toEqual([])
})

test('a finding about refused ids suggests the limits that explain them', async () => {
  await using server = await startBackend({
    ...limited({ id: { minimum: 1, maximum: 2 ** 31 - 1 } }),
  })
  const report = await judge(server.url, 3000, { only: idRules })
  const refused: RuleId[] = ['id-zero', 'id-negative', 'id-over-int32']
  expect(findBroken(report)).toEqual(refused)
  const hint =
    'If this limit is intended, declare it: --limits limits.yaml with id: { minimum: 1, maximum: 2147483647 }'
  for (const id of refused) expect(findRule(report, id)?.hints).toContain(hint)
})

test('a rule that the limits make impossible says so and costs no request', async () => {
  const limits = { id: { minimum: 1 }, name: { pattern: '^[a-z]+$' }, tag: { enum: ['herb', 'tree'] } }
  const impossible: RuleId[] = ['text-keeps-markup', 'id-zero', 'id-negative', 'id-int64-min']
  await using server = await startRecording(limited(limits))
  const report = await judge(server.url, 3000, { limits, only: [...impossible, 'id-over-int32'] })
  for (const id of impossible) {
    const reason = 'the limits leave no plant that can test this'
    expect(findRule(report, id)).toMatchObject({ word: 'not tried', tries: 0, reason })
  }
  // Every body that is a valid plant by the specification is inside the limits.
  const isInside = createLimitsCheck(limits)
  const outside = server.bodies.map(String).filter((body) => {
    const [, id, name, tag] =
      /^\{"id":(-?\d{1,18}),"name":"([^"\\]*)"(?:,"tag":"([^"\\]*)")?\}$/.exec(body) ?? []
    return id !== undefined && name !== undefined && isInside({ id: BigInt(id), name, tag }) !== undefined
  })
  expect(outside).toEqual([])
})

test.each([
  [{ id: { minimum: 1, maximum: 100 } }, 'limits leave 100 ids, and a run needs at least 2000'],
  [{ name: { pattern: '^(?=x)y$' } }, 'limits leave no name that can be generated. List some in an enum'],
  [{ id: { minimun: 1 } }, 'there is no option limits.id.minimun; the options are minimum, maximum, enum'],
])('limits that leave nothing to judge are an error: %o', async (limits, message) => {
  await expect(judge('http://127.0.0.1:1', 1000, { limits: limits as object })).rejects.toThrow(message)
})
