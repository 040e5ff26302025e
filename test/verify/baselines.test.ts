import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openBaseline } from '../../src/cli/baseline.ts'
import { baselineEntry } from '../../src/verify/option-table.ts'
import { runRepeatedly } from '../../src/verify/verification.ts'
import type { BaselineEntry, VerifyOptions, VerifyReport } from '../../src/verify/verify.ts'
import { createFolder } from '../tools/folder.ts'
import { startBackend } from './backends/create-backend.ts'
import { startMistaken } from './backends/mistakes.ts'
import { correct } from './backends/parts.ts'

/** Judges a service with a baseline, as the command does. */
async function judgeWith(
  url: string,
  options: VerifyOptions,
  flags: { baseline: string; updateBaseline?: boolean },
): Promise<VerifyReport> {
  const baseline = await openBaseline<BaselineEntry>(flags, baselineEntry, expect.unreachable)
  const all = { token: 'local-token', requestLimit: 10_000, limit: 600_000, ...options }
  return baseline.judge(await runRepeatedly(url, all))
}

test('what a run accepts, the next one with another seed accepts, too', async () => {
  await using folder = createFolder()
  await using started = await startMistaken(
    'null as a tag is read as no tag',
    'an empty array gets a 200 and creates nothing',
    'the 200 is JSON inside a JSON string',
    'a request of a browser is refused',
  )
  const baseline = folder.file('baseline.yaml')
  const first = await judgeWith(started.url, { seed: 0 }, { baseline, updateBaseline: true })
  const { cases, outcome, unjudged } = await judgeWith(started.url, { seed: 1 }, { baseline })
  const list = (wanted: string): string[] =>
    cases.flatMap(({ title, status, findings }) =>
      status === wanted ? findings.map(({ stable }) => `${title}: ${stable}`) : [],
    )
  expect([first.outcome, outcome, list('failed'), unjudged?.message]).toEqual([
    'passed',
    'passed',
    [],
    undefined,
  ])
  expect(list('known')).toEqual(
    expect.arrayContaining([
      'response-body-schema: 200, application/json, at /components/schemas/Plant/type',
      'rejects-invalid-body: 200, application/json, at /components/schemas/NewPlant/allOf/0/type',
      'client-headers: 400, application/json, at /paths/~1plants/post',
    ]),
  )
})

test('an update keeps comments and what the run does not judge, and removes what is mended', async () => {
  const page = { status: 400, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad request</h1>' }
  let isMended = false
  await using server = await startBackend({
    refuse: (refusal, parts, exchange) =>
      /^tag must/.test(refusal.message) && !isMended ? page : correct.refuse(refusal, parts, exchange),
  })
  await using folder = createFolder()
  const baseline = folder.file('baseline.yaml')
  const read = () => readFileSync(baseline, 'utf8')
  const only = ['response-content-type', 'rejects-invalid-body', 'rejects-null'] as const
  const judge = (seed: number, updateBaseline = false) =>
    judgeWith(server.url, { only, seed }, { baseline, updateBaseline })
  expect((await judge(1, true)).outcome).toBe('passed')
  expect(read()).toMatch(
    /- rule: response-content-type\n {2}seen: 400, text\/html, at \S+\n {2}requests:\n {4}- createPlant\n {2}reason: known since \d{4}-\d\d-\d\d\n$/,
  )
  const commented = read().replace('- rule', '# the gateway does that\n- rule')
  writeFileSync(baseline, commented)
  await judge(3, true)
  expect(read()).toBe(commented)

  isMended = true
  await judgeWith(server.url, { only: ['responds'] }, { baseline, updateBaseline: true })
  expect(read()).toBe(commented)
  const { notes } = await judge(4)
  expect(notes.map(({ title }) => title)).toContain('Baseline entries that no longer fail')
  await judge(5, true)
  expect(read()).not.toContain('rule:')
})
