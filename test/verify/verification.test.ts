import { expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { type Progress, type RuleId, startVerification } from '../../src/verify/verify.ts'

const options = { token: 'local-token', seed: 1, concurrency: 1 }
const only: RuleId[] = ['created-status', 'plant-has-no-id', 'refuses-unissued-token', 'status-for-stored-id']

test('each rule can be a test', async () => {
  await using server = await startServer({ port: 0 })
  await using verification = startVerification(server.url, { ...options, only })
  expect(verification.rules.map(({ id }) => id)).toEqual(['created-status', 'refuses-unissued-token'])
  await expect(verification.check('created-status')).resolves.toMatchObject({ word: 'kept' })
  await expect(verification.check('refuses-unissued-token')).rejects.toThrow(
    /^refuses-unissued-token: .+nobody issued.+\na random token of 43 letters: .+, got 200\n\$ curl /,
  )
  await expect(verification.check('id-zero')).rejects.toThrow('the run has no such case')
})

test('rules of a lower level are tests if they fail the run', async () => {
  const verification = startVerification('http://127.0.0.1:1', { ...options, only, level: 'should' })
  expect(verification.rules.map(({ id }) => id)).toEqual(only.slice(0, 3))
  const [rule = 'id-zero'] = verification.rules
  await expect(verification.check(rule)).rejects.toThrow(
    "The service can't be judged: http://127.0.0.1:1/plants",
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

test('the progress counts trials, and names their rules', async () => {
  await using server = await startServer({ port: 0, credentials: ['local-token'] })
  const seen: Progress[] = []
  const onProgress = (progress: Progress) => void seen.push(progress)
  await startVerification(server.url, { ...options, only, thorough: true, onProgress }).report
  const lines = seen.map(({ trials, total, rule, requests }) => `${trials} of ${total} ${rule} ${requests}\n`)
  await expect(lines.join('')).toMatchFileSnapshot('recordings/progress.txt')
  expect(seen.map(({ timeLeft }) => timeLeft).filter((timeLeft) => timeLeft < 0)).toEqual([])
  expect(seen.at(-1)?.timeLeft).toBe(0)
})
