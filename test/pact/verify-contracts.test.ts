import { describe, expect, test } from 'vitest'
import { findPactFiles } from '../../src/pact/file/find-pact-files.ts'
import { checkPact, verifyProvider } from '../../src/pact/pact.ts'
import { startServer } from '../../src/server/start-server.ts'
import { mistakes } from '../verify/backends/mistakes.ts'
import { contracts, judgeByPacts } from './judge-by-pacts.ts'

const token = 'local-token'

test.each(['http', 'documented'] as const)(
  'the fake with the answers %s satisfies the pacts of the example consumers, also when they are verified again',
  async (answers) => {
    await using server = await startServer({ port: 0, tokens: [token], answers })
    for (let run = 0; run < 2; run++) {
      const report = await verifyProvider(server.url, { token, pacts: contracts })
      expect(report.interactions.filter(({ status }) => status !== 'passed')).toEqual([])
      expect([report.outcome, report.interactions.length]).toEqual(['passed', 17])
    }
  },
)

test('they agree with the specification, without notes', async () => {
  const { outcome, interactions } = await checkPact(...findPactFiles([contracts]))
  expect(interactions.flatMap(({ findings }) => findings)).toEqual([])
  expect([outcome, interactions.length]).toEqual(['passed', 17])
})

// Each one needs a process of Pact. `npm run bench -- pacts` tries all.
describe('the first mistake of a rule', () => {
  const judge = (rule: string): ReturnType<typeof judgeByPacts> => {
    const mistake = mistakes.find((candidate) => candidate.rule === rule)
    if (mistake === undefined) throw new Error(`there is no mistake of the rule ${rule}`)
    return judgeByPacts(mistake)
  }

  test.each([
    'created-is-200',
    'created-is-json',
    'plant-has-name',
    'id-over-int32',
    'id-over-2-53',
    'id-int64-max',
    'refuses-fractional-id',
    'refuses-id-beyond-int64',
    'refusal-is-not-200',
    'refused-body-no-5xx',
    'error-is-json',
    'error-has-message',
    'refuses-missing-credentials',
    'refuses-unissued-token',
    'refused-credentials-no-5xx',
  ])('the pacts find %s', async (rule) => {
    expect(await judge(rule)).toBe('failed')
  })

  test.each([
    'plant-echoes-name',
    'plant-has-no-id',
    'ids-beyond-2-53-differ',
    'refuses-malformed-json',
    'requests-at-once',
    'stored-id-no-5xx',
  ])('the pacts miss %s, which verify finds', async (rule) => {
    expect(await judge(rule)).toBe('passed')
  })
})
