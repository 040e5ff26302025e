import { describe, expect, test } from 'vitest'
import type { RuleId } from '../../src/judge/generated/rules.ts'
import { startBackend } from './backends/create-backend.ts'
import { correct } from './backends/parts.ts'
import { judge } from './judge.ts'

describe('--only sends only what the rule, and the rules that it rests on, need', () => {
  test.each<[rule: RuleId, limit: number]>([
    ['error-has-error', 100],
    ['plant-has-no-id', 20],
    ['challenge-on-401', 100],
    ['id-zero', 20],
    ['refuses-missing-credentials', 40],
    ['accepts-chunked-body', 20],
    ['created-is-json', 20],
  ])('%s: fewer than %i requests', async (rule, limit) => {
    await using server = await startBackend()
    const report = await judge(server.url, 3000, { only: [rule] })
    expect(report.rules.map(({ rule: { id }, status }) => [id, status])).toEqual([[rule, 'kept']])
    expect(report.requests).toBeLessThan(limit)
  })
})

test('the command that tries a rule again sends the request that broke it, from any check', async () => {
  await using server = await startBackend({
    toError: (error, { message }) => (message === 'the body is not UTF-8' ? { message } : { error, message }),
  })
  const { rules, seed } = await judge(server.url, 3000)
  const { finding } = rules.find(({ rule }) => rule.id === 'error-has-error') ?? {}
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
