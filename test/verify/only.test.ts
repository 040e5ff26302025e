import { describe, expect, test } from 'vitest'
import { type RuleId, rules } from '../../src/judge/generated/rules.ts'
import { isIn } from '../../src/judge/rules.ts'
import { phases } from '../../src/verify/checks/checks.ts'
import { choosePhases } from '../../src/verify/checks/choose-phases.ts'
import { openRun } from '../../src/verify/run.ts'
import { startBackend } from './backends/create-backend.ts'
import { limited } from './backends/right/limited.ts'
import { startRecording } from './backends/start-recording.ts'
import { judge } from './judge.ts'

const ids = rules.map(({ id }) => id)

describe('--only sends only what the rule, and the rules that it rests on, need', () => {
  test('how many trials each rule runs, of each check', async () => {
    await using server = await startBackend()
    using open = await openRun(server.url, { token: 'local-token', seed: 1 })
    const count = (only: readonly RuleId[], skip: readonly RuleId[] = []): string =>
      choosePhases({ token: '', only, skip })
        .flatMap(({ checks }) => checks.map((check) => `${check.rule} ${check.trials(open.session).length}`))
        .join(', ')
    const lines = ids.map((id) => `${id}: ${count([id])}\n`)
    const skip = ids.filter((id) => isIn(id, 'texts') || isIn(id, 'refusals') || isIn(id, 'answers'))
    const without = `without texts, refusals, and answers: ${count([], skip)}\n`
    await expect([...lines, without].join('')).toMatchFileSnapshot('recordings/only.txt')
    expect(choosePhases({ token: '', level: 'protocol' }).flatMap(({ checks }) => checks)).toHaveLength(
      phases.flatMap(({ checks }) => checks).length,
    )
  })

  // `npm run test:corpus` tries all of them.
  test('every rule is kept by a correct backend', async () => {
    const tried = rules.filter((_rule, index) => process.env['THOROUGH'] !== undefined || index % 9 === 0)
    for (const { id, level } of tried) {
      const limits = id === 'refuses-outside-limits' ? { id: { minimum: 1 } } : undefined
      await using server = await startBackend(limits && limited(limits))
      const report = await judge(server.url, 3000, { only: [id], ...(limits && { limits }) })
      const shown = level === 'open' ? [] : [[id, 'kept']]
      expect(report.cases.map(({ title, word }) => [title, word])).toEqual(shown)
    }
  })
})

test('--skip sends nothing that only the skipped rules need', async () => {
  await using server = await startRecording()
  const only: RuleId[] = ['created-status', 'text-keeps-markup']
  await judge(server.url, 3000, { only, skip: only.slice(1) })
  expect(server.bodies.filter((body) => body.includes('<script>'))).toEqual([])
})

test('the command that tries a rule again sends the request that broke it, from any check', async () => {
  await using server = await startBackend({
    toError: (error, { message }) => (message === 'the body is not UTF-8' ? { message } : { error, message }),
  })
  const only: RuleId[] = ['error-has-error', 'refuses-body-not-utf8', 'refuses-empty-body']
  const { cases, seed } = await judge(server.url, 3000, { only })
  const [, again = ''] = / --only (\S+)/.exec(cases.find((one) => one.again)?.again ?? '') ?? []
  expect(again).toBe('error-has-error,refuses-body-not-utf8')
  const report = await judge(server.url, 3000, { only: again.split(',') as RuleId[], seed })
  expect(report.cases.find(({ title }) => title === 'error-has-error')?.word).toBe('broken')
})
