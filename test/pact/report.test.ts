import { expect, test } from 'vitest'
import type { Pact, PactInteraction } from '../../src/pact/file/pact-interaction.ts'
import { describePactReport } from '../../src/pact/pact.ts'
import { type PactRunEnd, toCase, toReport } from '../../src/pact/report.ts'
import type { ShownFinding } from '../../src/reports/report.ts'

const parties = { consumer: { name: 'shop' }, provider: { name: 'plant-store' } }
const pact = { source: 'shop.json', document: parties } as Pact
const error: ShownFinding = { kind: 'error', place: '$.status', problem: 'no', exchanges: [] }
const note: ShownFinding = { ...error, kind: 'note' }

const result = (
  status: string,
  findings: readonly ShownFinding[] = [],
  verified: Parameters<typeof toCase>[3] = {},
  names: readonly string[] = [],
) =>
  toCase(
    pact,
    {
      description: `a plant is ${status}`,
      states: names.map((name) => ({ name, params: {} })),
      response: { headers: new Map() },
    } as unknown as PactInteraction,
    findings,
    verified,
  )

const toShown = (end: Partial<PactRunEnd>) =>
  toReport('verify-pacts', 'http://x', Date.now(), { cases: [], broken: [], notes: [], ...end })

test('a report shows every interaction, broken pact and note', async () => {
  const states = ['the shop is open', 'no plant with the id exists']
  const substitutes = [
    { id: '7', sent: '1234567' },
    { id: '8', sent: '2345678' },
  ]
  const mismatch = { ...error, problem: 'expected 200 but was 201' }
  const findings: ShownFinding[] = [
    { ...mismatch, expected: '200', actual: '201', rule: 'created-status' },
    ...['other words', 'not "a"'].map((problem) => ({
      ...note,
      place: '',
      problem,
      expected: '"a"',
      actual: '"b"',
    })),
  ]
  const cases = [
    result('passed', [], { substitutes }),
    result('failed', findings, {}, states),
    result('pending', [mismatch], { isAllowedToFail: true }),
  ]
  const report = toShown({ cases, broken: ["x.json isn't a pact"], notes: ['y.json was ignored'] })
  const text = describePactReport({ ...report, duration: 1200 }, { isVerbose: true })
  await expect(text).toMatchFileSnapshot('recordings/report.txt')
})

test.each<[headline: string, outcome: string, end: Partial<PactRunEnd>]>([
  ["The service can't be verified", 'unjudged', { unjudged: { kind: 'stopped', message: 'it was stopped' } }],
  ['Every interaction passed', 'passed', { cases: [result('passed', [note])] }],
  ['Interactions failed', 'failed', { cases: [result('failed', [error])], broken: ['x'] }],
  ['Not every pact could be read', 'failed', { cases: [result('passed')], broken: ['x'] }],
])('the headline is %s', (headline, outcome, end) => {
  expect(toShown(end)).toMatchObject({ headline, outcome, noun: 'interaction' })
})
