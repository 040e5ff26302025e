import { describe, expect, test } from 'vitest'
import { type RuleId, rules } from '../../src/judge/generated/rules.ts'
import { isIn } from '../../src/judge/rules.ts'
import { startBackend } from './backends/create-backend.ts'
import { correct } from './backends/parts.ts'
import { limited } from './backends/right/limited.ts'
import { startRecording } from './backends/start-recording.ts'
import { judge } from './judge.ts'

// `npm run test:corpus` tries all of them.
const tried = rules.filter((_rule, index) => process.env['THOROUGH'] !== undefined || index % 3 === 0)

describe('--only sends only what the rule, and the rules that it rests on, need', () => {
  test('fewer than 100 requests for a rule', async () => {
    for (const { id, level } of tried) {
      const limits = id === 'refuses-outside-limits' ? { id: { minimum: 1 } } : undefined
      await using server = await startBackend(limits && limited(limits))
      const report = await judge(server.url, 3000, { only: [id], ...(limits && { limits }) })
      const status = level === 'open' ? 'open' : 'kept'
      expect(report.rules.map((result) => [result.rule.id, result.status])).toEqual([[id, status]])
      expect.soft(report.requests, id).toBeLessThan(100)
    }
  })

  test.each<[rule: RuleId, limit: number]>([
    ['plant-has-no-id', 20],
    ['id-zero', 20],
    ['refuses-missing-credentials', 40],
    ['accepts-chunked-body', 20],
  ])('%s: fewer than %i requests', async (rule, limit) => {
    await using server = await startBackend()
    expect((await judge(server.url, 3000, { only: [rule] })).requests).toBeLessThan(limit)
  })
})

test('--skip sends nothing that only the skipped rules need', async () => {
  await using server = await startRecording()
  const ids = rules.map(({ id }) => id)
  const skip = ids.filter((id) => isIn(id, 'texts') || isIn(id, 'refusals') || isIn(id, 'answers'))
  const { outcome, requests } = await judge(server.url, 3000, { skip })
  expect(outcome).toBe('passed')
  expect(requests).toBeLessThan(570)
  expect(server.bodies.filter((body) => body.includes('<script>'))).toEqual([])
})

test('the command that tries a rule again sends the request that broke it, from any check', async () => {
  await using server = await startBackend({
    toError: (error, { message }) => (message === 'the body is not UTF-8' ? { message } : { error, message }),
  })
  const { rules: results, seed } = await judge(server.url, 3000)
  const { finding } = results.find(({ rule }) => rule.id === 'error-has-error') ?? {}
  const [, only = ''] = / --only (\S+)/.exec(finding?.repeat ?? '') ?? []
  expect(only).toBe('error-has-error,refuses-body-not-utf8')
  const again = await judge(server.url, 3000, { only: only.split(',') as RuleId[], seed })
  expect(again.rules.find(({ rule }) => rule.id === 'error-has-error')?.status).toBe('broken')
  expect(again.requests).toBeLessThan(100)
})

test('a rule without evidence under --only is not kept', async () => {
  await using server = await startBackend({
    refuse: (refusal, parts, exchange) => ({ ...correct.refuse(refusal, parts, exchange), status: 422 }),
  })
  const report = await judge(server.url, 3000, { only: ['error-has-error'] })
  expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: 'untried' } })
  expect(report.unjudged?.message).toContain('error-has-error: the service never answers 400')
})
