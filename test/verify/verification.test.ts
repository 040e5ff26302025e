import { expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { type Progress, type RuleId, startVerification } from '../../src/verify/verify.ts'

const options = { token: 'local-token', seed: 1 }
const only: RuleId[] = ['accepts-valid-request', 'undescribed-properties', 'rejects-invalid-credentials']

test('each rule can be a test', async () => {
  await using server = await startServer({ port: 0 })
  await using verification = startVerification(server.url, { ...options, only })
  expect(verification.rules.map(({ id }) => id)).toEqual([
    'accepts-valid-request',
    'rejects-invalid-credentials',
  ])
  await expect(verification.check('accepts-valid-request')).resolves.toMatchObject({ word: 'kept' })
  await expect(verification.check('rejects-invalid-credentials')).rejects.toThrow(
    /^rejects-invalid-credentials: .+\ncreatePlant: .+: it is accepted with 200\n\$ curl /,
  )
  await expect(verification.check('responds')).rejects.toThrow('the run has no such case')
})

test('rules of a lower level are tests if they fail the run', async () => {
  const verification = startVerification('http://127.0.0.1:1', { ...options, only, level: 'should' })
  expect(new Set(verification.rules.map(({ id }) => id))).toEqual(new Set(only))
  await expect(verification.check('undescribed-properties')).rejects.toThrow(
    "The service can't be judged: http://127.0.0.1:1/ is not reachable",
  )
})

test.each(['the end of the scope', 'the signal'])('%s stops the run', async (end) => {
  await using server = await startServer({ port: 0, latency: 20 })
  const stop = new AbortController()
  const verification = startVerification(server.url, { ...options, signal: stop.signal })
  await expect.poll(() => server.mock.requests.size).toBeGreaterThan(3)
  if (end === 'the signal') stop.abort()
  else await verification[Symbol.asyncDispose]()
  expect(await verification.report).toMatchObject({ unjudged: { kind: 'stopped' } })
})

test('the progress names the operation that is judged', async () => {
  await using server = await startServer({ port: 0, credentials: ['local-token'] })
  const seen: Progress[] = []
  const onProgress = (progress: Progress) => void seen.push(progress)
  await startVerification(server.url, { ...options, only, onProgress }).report
  expect(seen).toEqual([{ done: 0, total: 1, operation: 'createPlant' }])
})
