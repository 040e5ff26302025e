import { expect, test } from 'vitest'
import { connections, startRawBackend } from './backends/right/connections.ts'
import { findBroken, judgePlants } from './judge.ts'

/** Only the corpus sends everything. */
const some = process.env['THOROUGH'] ? {} : { maxRequests: 60 }

/** What so small a server leaves out. */
const skip = ['responds', 'unsupported-media-type', 'challenge'] as const

test.each(connections)(
  'a correct backend breaks no rule, however it handles connections: %s',
  async (_title, write) => {
    await using server = await startRawBackend(write)
    const report = await judgePlants(server.url, { skip, ...some })
    expect([report.outcome, findBroken(report)]).toEqual(['passed', []])
  },
)
