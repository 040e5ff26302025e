import { expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { checkPact, verifyProvider } from '../../src/pact/pact.ts'
import { describeFoundMistakes } from './describe-found-mistakes.ts'
import { contracts } from './judge-by-pacts.ts'

const token = 'local-token'

test.each([
  ['documented', 1],
  ['usual', 2],
] as const)(
  'the mock with the responses %s satisfies the pacts of the example consumers in each run of %i',
  async (responses, runs) => {
    await using server = await startServer({ port: 0, credentials: [token], responses })
    for (let run = 0; run < runs; run++) {
      const { outcome, cases: interactions } = await verifyProvider(server.url, { token, pacts: contracts })
      expect([outcome, interactions.filter(({ status }) => status !== 'passed')]).toEqual(['passed', []])
    }
  },
)

test('they agree with the specification, without notes', async () => {
  const { outcome, cases: interactions } = await checkPact(contracts)
  expect([outcome, interactions.flatMap(({ findings }) => findings)]).toEqual(['passed', []])
})

// Each one needs a process of Pact. `npm run test:corpus` tries all of them, and `npm run bench -- pacts` every mistake.
describeFoundMistakes(20)
