// The plant store, judged by its description as any other API; test/verify/corpus judges all of its backends.
import { expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { plantStore } from '../../src/contract/plant-store.ts'
import { readContract } from '../../src/contract/read/read-contract.ts'
import type { RuleId } from '../../src/judge/rules.ts'
import type { VerifyOptions, VerifyReport } from '../../src/verify/options.ts'
import { verify } from '../../src/verify/verify.ts'
import { startBackend } from './backends/create-backend.ts'
import { startMistaken } from './backends/mistakes.ts'
import { expectKept, judgeMock, testMistakes } from './judge.ts'

const judge = (url: string, options: Partial<VerifyOptions>): Promise<VerifyReport> =>
  verify(url, { contract: plantStore(), token: 'local-token', seed: 1, requestLimit: 1000, ...options })

test('a backend without a mistake keeps its description, twice in a row', async () => {
  await using server = await startBackend()
  for (const level of ['protocol', 'should'] as const) {
    const report = await judge(server.url, { level })
    expectKept(report)
  }
})

test('the mock keeps the description of the plant store', async () => {
  expectKept(await judgeMock(plantStore()))
})

/** What each mistake of a backend breaks, by its title. */
const runs: Record<string, RuleId>[] = [
  { 'ids are int32': 'accepts-valid-request' },
  {
    'the 200 repeats the id': 'undescribed-properties',
    'comments are accepted': 'json-extensions',
    'members must be in the order of the schema': 'json-forms',
    'a content type with a parameter is refused': 'charset-parameter',
    'a request without User-Agent is refused': 'client-headers',
    'a message is a traceback of Python': 'hides-internals',
    'answers have no Date': 'response-follows-http',
    'a challenge never has an error': 'challenge-error',
    'a body with trailers is refused': 'chunk-forms',
  },
  {
    'negative ids are refused': 'accepts-valid-body',
    'the tag is dropped': 'sent-comes-back',
    'the token is accepted without a scheme': 'rejects-invalid-credentials',
    'the refusal of a token repeats the token': 'hides-credentials',
    'a body that is not JSON makes the next request fail': 'requests-in-a-row',
    'only the part of a body that arrives first is read': 'body-in-pieces',
  },
  {
    'ids are stored as numbers': 'keys-apart',
    'a missing tag comes back as an empty string': 'left-out-stays-out',
    'the token may be in the query': 'credentials-elsewhere',
    'headers in upper case are not found': 'header-forms',
    'any Host is accepted, and none': 'malformed-head',
    'a truncated request makes the next one fail': 'cut-off-request',
  },
  {
    'requests at the same time get the name of the last one': 'requests-at-once',
    'deep nesting is answered 500': 'deep-nesting',
    'text after the token is ignored': 'text-after-credential',
    'a chunked body is refused as unsupported': 'chunked-body',
  },
  { 'a stored id is answered with the plant of another id': 'taken-key' },
]

for (const [number, run] of runs.entries())
  testMistakes(`backend ${number + 1}`, run, async (only) => {
    await using server = await startMistaken(...Object.keys(run))
    return await judge(server.url, { level: 'protocol', only })
  })

test('a single record that a named operation changes is written back', async () => {
  const contract = await readContract('test/verify/descriptions/settings.yaml')
  await using server = await startServer({ contract, port: 0 })
  const read = async (): Promise<unknown> => (await fetch(`${server.url}/me/settings`)).json()
  const body = JSON.stringify({ theme: 'my own' })
  await fetch(`${server.url}/me/settings`, {
    method: 'PUT',
    body,
    headers: { 'Content-Type': 'application/json' },
  })
  expect(await read()).toEqual({ theme: 'my own' })
  const report = await verify(server.url, { contract, operations: ['writeSettings'], seed: 1 })
  expect([report.outcome, await read()]).toEqual(['passed', { theme: 'my own' }])
})
