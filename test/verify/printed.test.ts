import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, type ExpectStatic, test } from 'vitest'
import { readContract } from '../../src/contract/read/read-contract.ts'
import { type ShownFinding, type VerifyReport, verify } from '../../src/verify/verify.ts'
import { has } from '../tools/optional-tools.ts'
import { startBackend } from './backends/create-backend.ts'
import { mistakes } from './backends/mistakes.ts'
import { validToken } from './backends/parts.ts'
import { judgePlants } from './judge.ts'
import { services } from './services/services.ts'

/** Pastes commands into a shell, and returns the statuses of the responses. */
async function paste(commands: readonly string[], variables: Record<string, string>): Promise<number[]> {
  const options = {
    env: { ...process.env, ...variables },
    encoding: 'latin1',
    timeout: 10_000,
    maxBuffer: 2 ** 26,
  } as const
  const script = `exec 2>&1\n${commands.join('\n')}`
  const { stdout } = await promisify(execFile)('sh', ['-c', script], options).catch(
    (error: { stdout: string }) => error,
  )
  return [...stdout.matchAll(/HTTP\/1\.[01] (?!100)(\d{3})/g)].map(([, status]) => Number(status))
}

/** Whether the commands of a finding get the same statuses, even on a busy machine. */
const isRepeatable = ({ exchanges }: ShownFinding): boolean =>
  exchanges.some(({ request }) => request.curl !== '') &&
  exchanges.every(({ request, answer }) => answer !== undefined && request.note === undefined)

const listRepeatable = ({ cases }: VerifyReport): ShownFinding[] =>
  cases.filter(({ status }) => status === 'failed').flatMap(({ findings }) => findings.filter(isRepeatable))

/** Pastes the commands of all findings, and expects the statuses that the run has got. */
async function expectRepeatable(
  expect: ExpectStatic,
  report: VerifyReport,
  variables: Record<string, string>,
): Promise<void> {
  expect(report.outcome).toBe('failed')
  for (const { tried, exchanges } of listRepeatable(report)) {
    const own = exchanges.filter(({ request }) => request.curl !== '')
    const commands = own.map(({ request }) => request.curl)
    const sent = await paste(commands, variables)
    // Commands of one connection are one; what curl can't send has none.
    const [statuses, others] = [exchanges, own].map((some) => some.map(({ answer }) => answer?.status))
    expect({ tried, sent }).toEqual({ tried, sent: expect.toBeOneOf([statuses, others]) })
  }
}

describe.skipIf(!has('curl'))('what a report prints shows the same again right after the run', () => {
  test.for(mistakes.filter((_mistake, index) => index % 50 === 0))(
    '$title',
    async ({ backend }, { expect }) => {
      await using server = await startBackend(backend)
      const report = await judgePlants(server.url, { level: 'protocol' })
      await expectRepeatable(expect, report, { PLANT_STORE_TOKEN: validToken })
    },
  )

  test.for(['name-81', 'room-of-other-hotel'])(
    'with the keys that the service makes then: %s',
    async (mistake, { expect }) => {
      const [hotel] = services
      if (hotel === undefined) throw new Error('there is no such service')
      const { url, credentials, stop } = await hotel.start({ mistake })
      try {
        const contract = await readContract(hotel.file)
        const operations = ['createHotel', 'getHotel', 'replaceHotel', 'createRoom', 'getRoom']
        const report = await verify(url, { contract, credentials, operations, seed: 1, limit: 600_000 })
        await expectRepeatable(expect, report, { API_KEY: credentials['apiKey'] ?? '' })
      } finally {
        await stop()
      }
    },
  )
})
