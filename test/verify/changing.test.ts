import { describe, test } from 'vitest'
import { verify } from '../../src/verify/verify.ts'
import { startBackend } from './backends/create-backend.ts'
import { changingBackends } from './backends/right/changing.ts'

describe.concurrent('a right backend that changes during a run is not blamed', () => {
  test.for(changingBackends)('$title', { timeout: 120_000 }, async ({ create, unjudged }, { expect }) => {
    let close = (): void => {}
    const { backend, options = {} } = create(() => close())
    await using started = await startBackend(backend)
    close = () => void started[Symbol.asyncDispose]()
    const report = await verify(started.url, { token: 'local-token', thorough: true, ...options })
    const broken = report.rules.filter(({ rule, status }) => rule.level === 'must' && status === 'broken')
    expect(broken.map(({ rule, finding }) => [rule.id, finding])).toEqual([])
    if (unjudged === undefined) {
      expect(report.unjudged).toBeUndefined()
      expect(report.outcome).toBe('kept')
      return
    }
    expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: unjudged.kind } })
    expect(report.unjudged?.message).toMatch(unjudged.message)
    expect(report.unjudged?.exchange?.request.curl).toMatch(/^curl -i -X POST/)
    expect(JSON.stringify(report)).not.toContain('local-token')
  })
})
