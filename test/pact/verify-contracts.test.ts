import { expect, test } from 'vitest'
import { checkPact, verifyProvider } from '../../src/pact/pact.ts'
import { startServer } from '../../src/server/start-server.ts'
import { describeFoundMistakes } from './describe-found-mistakes.ts'
import { contracts } from './judge-by-pacts.ts'

const token = 'local-token'

test.each(['http', 'documented'] as const)(
  'the fake with the answers %s satisfies the pacts of the example consumers, also when they are verified again',
  async (answers) => {
    await using server = await startServer({ port: 0, tokens: [token], answers })
    for (let run = 0; run < 2; run++) {
      const report = await verifyProvider(server.url, { token, pacts: contracts })
      expect(report.interactions.filter(({ status }) => status !== 'passed')).toEqual([])
      expect(report.outcome).toBe('passed')
    }
  },
)

test('they agree with the specification, without notes', async () => {
  const { outcome, interactions } = await checkPact(contracts)
  expect([outcome, interactions.flatMap(({ findings }) => findings)]).toEqual(['passed', []])
})

// Each one needs a process of Pact. `npm run test:corpus` tries all of them, and `npm run bench -- pacts` every mistake.
describeFoundMistakes(5)
