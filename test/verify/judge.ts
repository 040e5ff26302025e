// Runs of `verify` with a description, against mocks and against services written by hand.

import { beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import type { Contract } from '../../src/contract/contract.ts'
import { readContract } from '../../src/contract/read/read-contract.ts'
import type { RuleId } from '../../src/judge/rules.ts'
import type { MockOptions } from '../../src/mock/options.ts'
import type { OwnCode } from '../../src/mock/own-code.ts'
import type { VerifyOptions, VerifyReport } from '../../src/verify/options.ts'
import { verify } from '../../src/verify/verify.ts'
import type { Changes, Service } from './services/services.ts'

type Options = Partial<VerifyOptions>

/** Judges the mock of a description by the description; the mock may have options of its own. */
export async function judgeMock(
  contract: Contract,
  options: Options = {},
  ofMock: Pick<MockOptions, 'respond'> = {},
): Promise<VerifyReport> {
  const credentials = Object.fromEntries(
    contract.securitySchemes.map(({ name, kind }) => [
      name,
      kind === 'basic' ? 'garden:secret-password' : `secret-${name.toLowerCase()}`,
    ]),
  )
  await using server = await startServer({ contract, credentials, ...ofMock, port: 0 })
  return await verify(server.url, { contract, credentials, seed: 1, limit: 600_000, ...options })
}

/** Judges a service, or one with mistakes or in another legal way. */
export async function judgeService(
  service: Service,
  changes: Changes = {},
  options: Options = {},
): Promise<VerifyReport> {
  const contract = await readContract(service.file)
  await using server = await service.start(changes)
  const { url, credentials } = server
  return await verify(url, { contract, credentials, seed: 1, limit: 600_000, ...options })
}

/** Judges a backend of the plant store, on a busy machine, too. */
export const judgePlants = (url: string, options: Options = {}): Promise<VerifyReport> =>
  verify(url, { token: 'local-token', seed: 1, requestLimit: 10_000, limit: 600_000, ...options })

/** What a report says about broken rules, one line for each finding. */
export const listFindings = ({ cases }: VerifyReport): string[] =>
  cases.flatMap(({ title, status, findings }) =>
    findings
      .filter(({ kind }) => kind === 'error')
      .map(({ tried, problem }) => `${status} ${title}: ${tried}: ${problem}`),
  )

/** Expects that a run has passed, without a warning. */
export const expectKept = (report: VerifyReport): void =>
  expect([report.outcome, listFindings(report)]).toEqual(['passed', []])

/** Names the rules that a report says are broken. */
export const findBroken = ({ cases }: VerifyReport): string[] =>
  cases.flatMap(({ status, title }) =>
    (status === 'failed' || status === 'warning') && title !== 'flaky-requests' ? [title] : [],
  )

/**
 * Makes a test of each mistake, which says what it breaks: a `rule`, a `rule of operation`, or a `rule of operation: try`.
 * All are made in one run, so no mistake may lead to what another one breaks.
 */
export function testMistakes(
  title: string,
  mistakes: Readonly<Record<string, string>>,
  judge: (only: RuleId[]) => Promise<VerifyReport>,
): void {
  const rules = Object.values(mistakes).map((broken) => broken.split(' of ')[0] as RuleId)
  describe(title, () => {
    let found: { broken: string; problem: string }[] = []
    const findShown = (rule: string) =>
      found.find(({ broken }) => broken.startsWith(rule) && /^[ :]|^$/.test(broken.slice(rule.length)))
    beforeAll(async () => {
      const report = await judge(rules)
      found = [
        ...report.cases.flatMap(({ title: rule, findings }) =>
          findings.map(({ tried, problem }) => ({ broken: `${rule} of ${tried}`, problem })),
        ),
        ...findBroken(report).map((broken) => ({ broken, problem: '' })),
      ]
    })
    test.each(Object.entries(mistakes))('%s: breaks %s', (_mistake, rule) => {
      expect(findShown(rule), found.map(({ broken }) => broken).join('\n')).toBeDefined()
    })
    test('is reported', async () => {
      const reported = Object.entries(mistakes).map(
        ([mistake, rule]) => `${mistake}: ${withoutValues(findShown(rule)?.problem ?? '')}\n`,
      )
      await expect(reported.join('')).toMatchFileSnapshot(`recordings/mistakes/${title}.txt`)
    })
  })
}

/** Leaves out of a text what each run makes anew. */
const withoutValues = (text: string): string =>
  text
    .replaceAll(/"(?:[^"\\]|\\.)*"|\{.*\}|\[.*\]/g, '…')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\w-]*\d[\w-]*/gi, '…')
    .replaceAll(/…(?:, …)+/g, '…')

/** A mistake of a mock with code of its own. */
export interface Mistake {
  readonly breaks: string
  readonly respond: Readonly<Record<string, OwnCode>>
}

/** Makes a test of each mistake of a mock. If several have code for an operation, the first one that responds counts. */
export function testMockMistakes(
  title: string,
  contract: Contract,
  mistakes: Readonly<Record<string, Mistake>>,
  usual: Readonly<Record<string, OwnCode>> = {},
): void {
  const respond: Record<string, OwnCode> = {}
  for (const [id, code] of Object.values(mistakes).flatMap((one) => Object.entries(one.respond))) {
    const first = respond[id]
    respond[id] = first ? async (...call) => (await first(...call)) ?? (await code(...call)) : code
  }
  const breaks = Object.entries(mistakes).map(([mistake, one]) => [mistake, one.breaks] as const)
  testMistakes(title, Object.fromEntries(breaks), (only) =>
    judgeMock(contract, { only }, { respond: { ...usual, ...respond } }),
  )
}
