import { expect, test, vi } from 'vitest'
import { startRecordingBackend } from './recording-backend.ts'
import { token, verifyInteractions, writeFile } from './written-pact.ts'

const { findCore } = vi.hoisted(() => ({ findCore: vi.fn<() => string>() }))
vi.mock('../../src/pact/load-core.ts', () => ({ findCore }))

/** The module of a verifier with this program. */
const toCore = (program: string): string =>
  `module.exports = { default: { async verifyPacts() { ${program} } } }`

/** The program of a verifier that asks nothing, and gives this verdict. */
const says = (verdict: unknown): string => `return ${JSON.stringify(JSON.stringify(verdict))}`
const kill = "process.kill(process.pid, 'SIGKILL')"
const hang = 'await new Promise(() => {})'
const endEarly = `process.stderr.write('x'.repeat(600) + '\\nthe token ${token}', () => process.exit(3))`

test.each<[what: string, program: string, message: RegExp]>([
  ['reports what it did not ask for', says({ interactionResults: [{}] }), /asked for 0 interactions/],
  ['says nothing about interactions', says({ result: true }), /^\{"result":true\}$/],
  ['says something unreadable', says('not JSON'), /^"not JSON"$/],
  ['throws', "throw new Error('no such option')", /^no such option$/],
  ['throws something else', "throw 'nothing'", /^nothing$/],
  ['ends early', `${endEarly}; ${hang}`, /^Pact's verifier ended with 3: x{485}\nthe token \*{3}$/],
  ['is killed', `${kill}; ${hang}`, /^Pact's verifier ended with SIGKILL: $/],
])('if the verifier of Pact %s, nothing is known about the service', async (_what, program, message) => {
  findCore.mockReturnValue(writeFile(toCore(program), 'verifier.cjs'))
  await using backend = await startRecordingBackend()
  const { outcome, unjudged } = await verifyInteractions(backend.url, [{}])
  expect(outcome).toBe('unjudged')
  expect(unjudged).toEqual({ kind: 'crashed', message: expect.stringMatching(message) })
})
