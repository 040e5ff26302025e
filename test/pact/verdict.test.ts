import { expect, test, vi } from 'vitest'
import { verifyProvider } from '../../src/pact/pact.ts'
import { startRecordingBackend } from './recording-backend.ts'
import { writeFile, writePactFile } from './written-pact.ts'

const { findVerifier } = vi.hoisted(() => ({ findVerifier: vi.fn<() => string>() }))
vi.mock('../../src/pact/verifier/run-verifier.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  findVerifier,
}))

const token = 'token-of-the-provider'
const passed = { description: '0/interactions/0', result: 'OK' }
const failed = { ...passed, result: 'ERROR' }

test.each<[says: string, verdict: unknown, outcome: string, message?: RegExp]>([
  ['that everything passed', { result: true, interactionResults: [passed] }, 'passed'],
  ['that an interaction failed', { result: false, interactionResults: [failed] }, 'failed'],
  ['that it failed, without the interaction', { result: false, interactionResults: [] }, 'failed'],
  [
    'that it failed, although no interaction did',
    { result: false, interactionResults: [passed], errors: [{ mismatch: `no pact for ${token}` }] },
    'unjudged',
    /^Pact's verifier failed, although no interaction failed: .+no pact for \*{3}"/,
  ],
  ['nothing about interactions', { result: true }, 'unjudged', /^\{"result":true\}$/],
  ['something unreadable', 'not JSON', 'unjudged', /^"not JSON"$/],
])('if the verifier of Pact says %s', async (_says, verdict, outcome, message) => {
  const program = `module.exports = { default: { verifyPacts: async () => ${JSON.stringify(JSON.stringify(verdict))} } }`
  findVerifier.mockReturnValue(writeFile(program, 'verifier.cjs'))
  await using backend = await startRecordingBackend()
  const report = await verifyProvider(backend.url, { token, pacts: writePactFile({}) })
  expect(report.outcome).toBe(outcome)
  if (message !== undefined)
    expect(report.unjudged).toEqual({ kind: 'crashed', message: expect.stringMatching(message) })
})
