import { expect, test } from 'vitest'
import type { RuleId } from '../../src/judge/generated/rules.ts'
import { findCause } from '../../src/verify/explain.ts'
import type { Trial } from '../../src/verify/trial.ts'
import { startBackend } from './backends/create-backend.ts'
import { severalBackends } from './backends/several.ts'
import { describeReport } from './describe-report.ts'
import { fixIds } from './fix-ids.ts'
import { findBroken, judge } from './judge.ts'

/** Rules that a run may blame instead. */
const near: readonly RuleId[] = [
  'plant-echoes-name',
  'text-keeps-length',
  'refused-body-no-5xx',
  'refuses-id-beyond-int64',
  'error-has-message',
]

test('a report shows all mistakes of a backend, and all causes of each, by the simplest requests', async () => {
  using _ids = fixIds()
  const found: string[] = []
  for (const { title, broken, backend } of severalBackends) {
    await using server = await startBackend(backend)
    const options = { only: [...broken, ...near], concurrency: 1, level: 'should' } as const
    const report = await judge(server.url, 3000, options)
    expect([title, findBroken(report).sort()]).toEqual([title, broken.toSorted()])
    const [exchange] = report.cases.flatMap(({ findings }) => findings)[0]?.exchanges ?? []
    found.push(`${title}\n  ${exchange?.request.body.slice(0, 400)}\n  ${describeReport(report)}\n`)
  }
  await expect(found.join('')).toMatchFileSnapshot('recordings/several.txt')
})

test('the cause of a failure takes linear time, however many words a message has', () => {
  const message = 'aaab '.repeat(2 ** 20)
  const body = Buffer.from(JSON.stringify({ error: 1, message }))
  const exchange = {
    request: { method: 'POST', path: '/plants', headers: [], pieces: [Buffer.alloc(2 ** 20, 'a')] },
    outcome: { kind: 'answer', answer: { version: '1.1', status: 400, headers: [], body } },
    duration: 1,
  } as const
  const verdict = {
    kind: 'error',
    rule: 'created-status',
    place: '',
    problem: '',
    exchanges: [exchange],
  } as const
  expect(findCause({ trial: {} as Trial, verdict })).toMatch(/400 error,message aaab/)
})
