import { beforeAll, expect, test } from 'vitest'
import { measure, sumUp, toTable } from '../foreign/measure.ts'
import { type CheckName, createResult, type Result } from '../foreign/run-checks.ts'

/** The shares that a mock of a stranger's description has to reach. */
const goals: Partial<Record<CheckName, number>> = {
  'documented success': 0.985,
  'body matches': 0.98,
  'Accept is honored': 0.99,
  'no credentials rejected': 1,
  'single mistake rejected': 0.98,
  'malformed JSON rejected': 1,
  'missing parameter rejected': 0.98,
  'error body matches': 0.99,
  'error names the cause': 0.98,
  'resource passes all': 0.95,
  'int64 is exact': 1,
  'responds without a 5xx': 1,
}

let result: Result = createResult()

beforeAll(async () => {
  result = await measure()
  process.stdout.write(`${toTable(result)}\n`)
})

test.each(Object.entries(goals) as [CheckName, number][])('%s: at least %d', (name, goal) => {
  const { passed, total } = result.tallies.get(name) ?? { passed: 0, total: 0 }
  const failures = result.failures.filter(({ check }) => check === name)
  expect(total).toBeGreaterThan(0)
  expect(passed / total, JSON.stringify(failures, null, 2)).toBeGreaterThanOrEqual(goal)
})

test('all checks together: at least 98 %', () => {
  const { passed, total } = sumUp(result)
  expect(passed / total).toBeGreaterThanOrEqual(0.98)
})
