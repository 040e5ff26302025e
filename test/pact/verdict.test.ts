import { expect, test, vi } from 'vitest'
import { checkPact } from '../../src/pact/pact.ts'
import { startRecordingBackend } from './recording-backend.ts'
import { token, verifyInteractions, writeFile, writeInteraction, writePact } from './written-pact.ts'

const { findVerifier } = vi.hoisted(() => ({ findVerifier: vi.fn<() => string>() }))
vi.mock('../../src/pact/verifier/run-verifier.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  findVerifier,
}))

/** The module of a verifier with this program. */
const toCore = (program: string): string =>
  `module.exports = { default: { async verifyPacts() { ${program} } } }`

/** The program of a verifier that gives this verdict. */
const says = (verdict: unknown): string => `return ${JSON.stringify(JSON.stringify(verdict))}`
const passed = { description: '0/interactions/0', result: 'OK' }
const failed = { ...passed, result: 'ERROR' }

const one = (...results: object[]) => says({ result: false, interactionResults: results })
const error = { ...failed, mismatch: { message: 'no luck' } }
const errors = [{ mismatch: `no pact for ${token}` }]
const twice = says({ result: true, interactionResults: [passed, passed] })
const kill = "process.kill(process.pid, 'SIGKILL')"
const hang = 'await new Promise(() => {})'
const endEarly = `process.stderr.write('x'.repeat(600) + '\\nthe token ${token}', () => process.exit(3))`

test.each<[what: string, program: string, outcome: string, message?: RegExp]>([
  ['says that everything passed', says({ result: true, interactionResults: [passed] }), 'passed'],
  ['says that an interaction failed', one(failed), 'failed', /^Pact's verifier says ERROR$/],
  ['says why an interaction failed', one(error), 'failed', /^no luck$/],
  ['says the same twice', twice, 'failed', /^Pact's verifier reported the interaction 2 times$/],
  ['says that it failed, without it', one(), 'failed', /^Pact's verifier skipped the interaction$/],
  [
    'says that it failed, although no interaction did',
    says({ result: false, interactionResults: [passed], errors }),
    'unjudged',
    /^Pact's verifier failed, although no interaction failed: .+no pact for \*{3}"/,
  ],
  ['says nothing about interactions', says({ result: true }), 'unjudged', /^\{"result":true\}$/],
  ['says something unreadable', says('not JSON'), 'unjudged', /^"not JSON"$/],
  ['throws', "throw new Error('no such option')", 'unjudged', /^no such option$/],
  ['throws something else', "throw 'nothing'", 'unjudged', /^nothing$/],
  [
    'ends early',
    `${endEarly}; ${hang}`,
    'unjudged',
    /^Pact's verifier ended with 3: x{485}\nthe token \*{3}$/,
  ],
  ['is killed', `${kill}; ${hang}`, 'unjudged', /^Pact's verifier ended with SIGKILL: $/],
])('if the verifier of Pact %s', async (_what, program, outcome, message) => {
  findVerifier.mockReturnValue(writeFile(toCore(program), 'verifier.cjs'))
  await using backend = await startRecordingBackend()
  const report = await verifyInteractions(backend.url, [{}])
  expect(report.outcome).toBe(outcome)
  if (outcome === 'unjudged')
    expect(report.unjudged).toEqual({ kind: 'crashed', message: expect.stringMatching(message ?? '') })
  else
    expect(report.cases[0]?.findings.map(({ problem }) => problem)).toEqual(
      message === undefined ? [] : [expect.stringMatching(message)],
    )
})

test('if the verifier of Pact crashes, pacts are neither right nor wrong', async () => {
  findVerifier.mockReturnValue(writeFile(toCore("throw new Error('no such option')"), 'verifier.cjs'))
  const report = await checkPact(writePact([writeInteraction()]))
  expect(report).toMatchObject({ outcome: 'unjudged', headline: "The pacts can't be checked", cases: [] })
  expect(report.unjudged).toEqual({ kind: 'crashed', message: 'no such option' })
})
