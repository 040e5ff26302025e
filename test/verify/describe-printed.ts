import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, test } from 'vitest'
import type { ShownFinding } from '../../src/verify/verify.ts'
import { has } from '../tools/optional-tools.ts'
import { startBackend } from './backends/create-backend.ts'
import type { Mistake } from './backends/mistakes/mistake.ts'
import { validToken } from './backends/parts.ts'
import { judge } from './judge.ts'

/** Why the command of a finding can't show the same again. */
const unrepeatable: [reason: string, isSo: (finding: ShownFinding) => boolean][] = [
  ['curl prints a part of an answer that is not whole', ({ rule }) => rule === 'answers-every-request'],
  [
    'it takes more requests than are shown',
    ({ tried = '', exchanges }) => / in a row over one connection$/.test(tried) && exchanges.length === 1,
  ],
  [
    'it sends many requests at once',
    ({ exchanges }) => exchanges.some(({ request }) => request.curl.startsWith('seq ')),
  ],
  [
    'nothing says when to stop waiting',
    ({ exchanges }) => exchanges.some(({ failure = '' }) => failure.startsWith('no complete')),
  ],
  [
    'curl gives a connection up on which an answer has left bytes',
    ({ rule, tried = '' }) => rule === 'requests-in-a-row' && tried.includes('on the same connection after'),
  ],
  [
    'it takes an id that the run has stored',
    ({ problem, exchanges }) => problem.endsWith('as for a stored id') && exchanges.length === 1,
  ],
  ['it happens now and then', ({ problem }) => /but not (?:when tried again alone|each time)/.test(problem)],
  [
    'curl frames a body itself, and sends one request at a time',
    ({ rule, tried = '' }) =>
      /chunk|before the first answer|pipelin/.test(tried) && rule !== 'refuses-invalid-framing',
  ],
  ['curl does not send it', ({ exchanges }) => exchanges.every(({ request }) => request.curl === '')],
  ['curl cuts no request off', ({ rule }) => rule === 'survives-cut-off-request'],
]

/** Runs the commands of a finding, and returns the statuses of their answers; none for one that gets no answer. */
async function paste({ exchanges }: ShownFinding, from: string, to: string): Promise<number[]> {
  const commands = exchanges.flatMap(({ request }) => (request.curl === '' ? [] : [request.curl]))
  const env = { ...process.env, PLANT_STORE_TOKEN: validToken }
  const printed: string[] = []
  for (const command of commands) {
    const script = command.replaceAll(new URL(from).host, new URL(to).host)
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { env, encoding: 'latin1' }).catch(
      (error: { stdout: string }) => error,
    )
    printed.push(stdout)
  }
  return [...printed.join('\n').matchAll(/HTTP\/1\.[01] (?!100)(\d{3})/g)].map(([, status]) => Number(status))
}

/** Runs the commands that findings print, each against a new backend with the same mistake. */
export function describePrinted(mistakes: readonly Mistake[]): void {
  describe.skipIf(!has('curl'))('the commands of a finding show the same again', () => {
    test.for(mistakes)('$rule: $title', async ({ rule, backend, limits }, { expect }) => {
      await using judged = await startBackend(backend)
      const report = await judge(judged.url, 1000, { only: [rule], ...(limits && { limits }) })
      const [finding] = report.cases.find(({ title }) => title === rule)?.findings ?? []
      // Some mistakes show only among the requests for other rules.
      if (finding === undefined || unrepeatable.some(([, isSo]) => isSo(finding))) return
      await using again = await startBackend(backend)
      const statuses = finding.exchanges.flatMap(({ answer }) => answer?.status ?? [])
      expect(await paste(finding, judged.url, again.url)).toEqual(statuses)
    })
  })
}
