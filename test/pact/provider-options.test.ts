import { describe, expect, test } from 'vitest'
import { verifyProvider } from '../../src/pact/pact.ts'
import { startServer } from '../../src/server/start-server.ts'
import { writePactFile } from './written-pact.ts'

const url = 'http://127.0.0.1:1'
const right = { token: 'local-token', pacts: 'pact.json' }
const state = 'the shop is open'

describe('wrong options in code are named', () => {
  test.each<[message: RegExp, options: unknown]>([
    [/^there are no options$/, undefined],
    [/^there is no token$/, { ...right, token: undefined }],
    [
      /^pacts must be the path of a file, a pattern or a URL, or a list/,
      { ...right, pacts: { consumer: {} } },
    ],
    [/^pacts must be the path of a file/, { ...right, pacts: [{ consumer: {} }] }],
    [/^pacts must be the path of a file/, { ...right, pacts: '' }],
    [/^there is no option pact; the options are token, invalidToken, pacts, /, { ...right, pact: 'x.json' }],
    [
      /^broker\.token may contain only ASCII letters, digits, and punctuation, and must not be empty$/,
      { ...right, provider: 'plant-store', broker: { url, token: 'two\nlines' } },
    ],
    [/^states must be an object with handlers by name, got 5$/, { ...right, states: 5 }],
    ...[undefined, null, 5, 'x', {}, { setUp: () => {} }, { setup: 7 }].map(
      (handler) =>
        [
          /^the handler of the state "the shop is open"(?: must be a function, or an object with setup or teardown functions|: there is no option setUp; )/,
          { ...right, states: { [state]: handler } },
        ] as [RegExp, unknown],
    ),
  ])('%s: %j', async (message, options) => {
    await expect(verifyProvider(url, options as typeof right)).rejects.toThrow(message)
  })
})

test('a provider that does nothing forbidden breaks no rule', async () => {
  await using server = await startServer({ port: 0, tokens: ['local-token'] })
  const pacts = writePactFile({ response: { status: 201 } })
  const report = await verifyProvider(server.url, { ...right, pacts })
  expect(report).toMatchObject({ outcome: 'failed', interactions: [{ findings: [{ place: '$.status' }] }] })
  expect(report.interactions[0]?.findings[0]?.rule).toBeUndefined()
})
