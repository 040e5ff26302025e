import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { verify } from '../../src/verify/verify.ts'
import { startBackend } from './backends/create-backend.ts'
import { correct } from './backends/parts.ts'
import { changingBackends } from './backends/right/changing.ts'

describe.concurrent('a correct backend that changes during a run breaks no rule', () => {
  test.for(changingBackends)('$title', async ({ create, unjudged }, { expect }) => {
    let close = (): void => {}
    const { backend, options = {} } = create(() => close())
    await using started = await startBackend(backend)
    close = () => void started[Symbol.asyncDispose]()
    const report = await verify(started.url, {
      token: 'local-token',
      limit: 3_600_000,
      thorough: true,
      ...options,
    })
    const broken = report.rules.filter(({ rule, status }) => rule.level === 'must' && status === 'broken')
    expect(broken.map(({ rule, finding }) => [rule.id, finding])).toEqual([])
    if (unjudged === undefined) {
      expect(report.unjudged).toBeUndefined()
      expect(report.outcome).toBe('passed')
      return
    }
    expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: unjudged.kind } })
    expect(report.unjudged?.message).toMatch(unjudged.message)
    expect(report.unjudged?.exchange?.request.curl).toMatch(/^curl -i -X POST/)
    expect(JSON.stringify(report)).not.toContain('local-token')
  })
})

test('a slow backend is judged completely with fewer requests, and the report says what was left out', async () => {
  let count = 0
  await using backend = await startBackend({
    async handle(exchange, parts) {
      // The first answers decide the plan, so the others needn't be slow.
      if (++count <= 10) await sleep(250)
      return correct.handle(exchange, parts)
    },
  })
  const { outcome, rules, requests, leftOut } = await verify(backend.url, { token: 'local-token' })
  const untried = rules.filter(({ rule, status }) => rule.level === 'must' && status !== 'kept')
  expect({ outcome, untried }).toEqual({ outcome: 'passed', untried: [] })
  expect(requests).toBeLessThan(750)
  expect(leftOut).toEqual(['10 of 25 plain plants in a row', '24 of 48 plain plants at once'])
})
