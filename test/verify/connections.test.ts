import { describe, expect, test } from 'vitest'
import { connections, startRawBackend } from './backends/right/connections.ts'
import { findBroken, judge, rulesOfEachPhase } from './judge.ts'

describe('a correct backend breaks no rule, however it handles connections', () => {
  test.each(connections)('%s', async (_title, write) => {
    await using server = await startRawBackend(write)
    const report = await judge(server.url, 3000, { only: rulesOfEachPhase })
    expect([report.outcome, findBroken(report)]).toEqual(['passed', []])
  })
})
