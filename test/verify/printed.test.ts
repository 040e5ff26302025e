import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, test } from 'vitest'
import type { ShownFinding, VerifyReport } from '../../src/verify/verify.ts'
import { has } from '../tools/optional-tools.ts'
import { startBackend } from './backends/create-backend.ts'
import { mistakes } from './backends/mistakes.ts'
import { validToken } from './backends/parts.ts'
import { judgePlants } from './judge.ts'

/** Pastes commands into a shell, and returns the statuses of the responses. */
async function paste(commands: readonly string[]): Promise<number[]> {
  const options = {
    env: { ...process.env, PLANT_STORE_TOKEN: validToken },
    encoding: 'latin1',
    timeout: 10_000,
    maxBuffer: 2 ** 26,
  } as const
  const { stdout } = await promisify(execFile)('sh', ['-c', commands.join('\n')], options).catch(
    (error: { stdout: string }) => error,
  )
  return [...stdout.matchAll(/HTTP\/1\.[01] (?!100)(\d{3})/g)].map(([, status]) => Number(status))
}

/** Whether the commands of a finding get the same statuses, even on a busy machine. */
const isRepeatable = ({ exchanges }: ShownFinding): boolean =>
  exchanges.some(({ request }) => request.curl !== '') &&
  exchanges.every(
    ({ request, answer }) =>
      answer !== undefined && request.note === undefined && !request.curl.includes('xargs'),
  )

const listRepeatable = ({ cases }: VerifyReport): ShownFinding[] =>
  cases.filter(({ status }) => status === 'failed').flatMap(({ findings }) => findings.filter(isRepeatable))

describe.skipIf(!has('curl'))('what a report prints shows the same again right after the run', () => {
  // test/verify/corpus pastes those of all.
  test.for(mistakes.filter((_mistake, index) => index % 50 === 0))(
    '$title',
    async ({ backend }, { expect }) => {
      await using server = await startBackend(backend)
      const report = await judgePlants(server.url, { level: 'protocol' })
      expect(report.outcome).toBe('failed')
      for (const { tried, exchanges } of listRepeatable(report)) {
        const own = exchanges.filter(({ request }) => request.curl !== '')
        const sent = await paste(own.map(({ request }) => request.curl))
        // Commands of one connection are one; what curl can't send has none.
        const [statuses, others] = [exchanges, own].map((some) => some.map(({ answer }) => answer?.status))
        expect({ tried, sent }).toEqual({ tried, sent: expect.toBeOneOf([statuses, others]) })
      }
    },
  )
})
