import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openBaseline } from '../../src/cli/baseline.ts'
import { baselineEntry } from '../../src/verify/option-table.ts'
import { runRepeatedly } from '../../src/verify/repeat.ts'
import type { BaselineEntry, Report, RuleId, VerifyOptions } from '../../src/verify/verify.ts'
import { createFolder } from '../tools/folder.ts'
import { startBackend } from './backends/create-backend.ts'
import { mistakes } from './backends/mistakes.ts'
import { correct, type Exchange } from './backends/parts.ts'

/** Judges a service with a baseline, as the command does. */
async function judgeWith(
  url: string,
  options: Partial<VerifyOptions>,
  flags: { baseline: string; updateBaseline?: boolean },
): Promise<Report> {
  const baseline = await openBaseline<BaselineEntry>(flags, baselineEntry, expect.unreachable)
  const all = { token: 'local-token', requestLimit: 1000, limit: 3_600_000, thorough: true, ...options }
  return baseline.judge(await runRepeatedly(url, all))
}

// All of them take hours.
const some = mistakes.filter((_mistake, index) => index % 120 === 10)

describe.concurrent('what a run accepts, the next one with another seed accepts, too', () => {
  test.for(some)('$rule: $title', async ({ backend, limits }, { expect }) => {
    await using folder = createFolder()
    await using started = await startBackend(backend)
    const baseline = folder.file('baseline.yaml')
    const judge = (seed: number, updateBaseline: boolean) =>
      judgeWith(started.url, { seed, ...(limits && { limits }) }, { baseline, updateBaseline })
    expect((await judge(0, true)).outcome).toBe('passed')
    const { cases, outcome, unjudged } = await judge(1, false)
    const failed = cases.filter(({ status }) => status === 'failed')
    const found = failed.map(({ title, findings }) => [
      title,
      findings.map(({ stable, requests }) => ({ stable, requests })),
    ])
    expect([outcome, found, unjudged?.message]).toEqual(['passed', [], undefined])
  })
})

test('an accepted finding hides no new one of the same rule', async () => {
  const page = { status: 400, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad request</h1>' }
  let hasMore = false
  await using server = await startBackend({
    refuse: (refusal, parts, exchange) =>
      hasMore && /^name must/.test(refusal.message) ? page : correct.refuse(refusal, parts, exchange),
    handle: async (exchange: Exchange, parts) =>
      exchange.request.url === '/plants/' ? page : correct.handle(exchange, parts),
  })
  await using folder = createFolder()
  const baseline = folder.file('baseline.yaml')
  const only: RuleId[] = ['error-is-json', 'other-paths', 'refuses-name-of-wrong-type']
  const judge = (seed: number, updateBaseline = false) =>
    judgeWith(server.url, { only, seed }, { baseline, updateBaseline })
  const [before, first, again] = [await judge(1, true), readFileSync(baseline, 'utf8'), await judge(2)]
  expect([before.outcome, again.outcome]).toEqual(['passed', 'passed'])
  expect(first.split('\n\n')[1]).toMatch(
    /^- rule: error-is-json\n {2}seen: 400, text\/html, markup, at \/response\/body\n {2}requests:\n {4}- other-paths\n {2}reason: known since \d{4}-\d\d-\d\d\n$/,
  )

  hasMore = true
  const { outcome, cases } = await judge(3)
  expect(outcome).toBe('failed')
  const found = cases.find(({ title }) => title === 'error-is-json')
  expect(found?.findings).toMatchObject([
    {
      kind: 'error',
      tried: 'neither name nor tag',
      requests: ['refuses-missing-name', 'refuses-name-of-wrong-type'],
    },
    { kind: 'note', tried: 'POST /plants/', requests: ['other-paths'] },
  ])
  expect(found?.findings[0]?.exchanges[0]?.request.body).not.toMatch(/"name":"/)

  const commented = first.replace('- rule', '# the gateway does that\n- rule')
  writeFileSync(baseline, commented)
  expect((await judge(4, true)).outcome).toBe('passed')
  const second = readFileSync(baseline, 'utf8')
  expect(second).toBe(
    commented.replace(
      '- other-paths',
      '- other-paths\n    - refuses-missing-name\n    - refuses-name-of-wrong-type',
    ),
  )

  // What this run doesn't judge stays.
  hasMore = false
  await judgeWith(server.url, { only: ['created-status'] }, { baseline, updateBaseline: true })
  expect(readFileSync(baseline, 'utf8')).toBe(second)
  await judge(5, true)
  expect(readFileSync(baseline, 'utf8')).toBe(commented)
})
