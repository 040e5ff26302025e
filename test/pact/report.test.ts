import { expect, test } from 'vitest'
import { getRule } from '../../src/judge/rules.ts'
import { describePactReport, type InteractionResult, type PactReport } from '../../src/pact/pact.ts'
import { toJudgment } from '../../src/pact/report.ts'

const result = (
  status: InteractionResult['status'],
  more: Partial<InteractionResult> = {},
): InteractionResult => ({
  pact: 'shop.json',
  consumer: 'shop',
  provider: 'plant-store',
  description: `a plant is ${status}`,
  states: [],
  status,
  findings: [],
  ...more,
})
const report = (outcome: PactReport['outcome'], more: Partial<PactReport> = {}): PactReport => ({
  command: 'verify-pacts',
  subject: 'http://x',
  startedAt: '2026-01-31T00:00:00.000Z',
  duration: 1200,
  outcome,
  interactions: [],
  broken: [],
  notes: [],
  ...more,
})

test('a report shows every interaction, broken pact and note', () => {
  const states = ['the shop is open', 'no plant with the id exists']
  const substitutes = [
    { id: '7', sent: '1234567' },
    { id: '8', sent: '2345678' },
  ]
  const mismatch = { severity: 'error', place: '$.status', problem: 'expected 200 but was 201' } as const
  const findings = [
    { ...mismatch, expected: '200', actual: '201', rule: getRule('created-is-200') },
    { severity: 'note', problem: 'other words', expected: '"a"', actual: '"b"' } as const,
  ]
  const interactions = [
    result('passed', { substitutes }),
    result('failed', { findings, states }),
    result('pending', { findings: [mismatch] }),
  ]
  const text = describePactReport(
    report('failed', { interactions, broken: ["x.json isn't a pact"], notes: ['y.json was ignored'] }),
    { isVerbose: true },
  )
  expect(text).toMatchInlineSnapshot(`
    "✗ Interactions failed
      http://x: 1 interaction passed, 1 broken, 1 failed, 1 pending; 1.2 s.

    Findings

    ✗ shop: a plant is failed
      shop.json; given the shop is open and no plant with the id exists
      Found: $.status: expected 200 but was 201
      Rule: created-is-200 (must, specification section 4, rule 1): If the NewPlant and the credentials are valid, the service answers 200 and no other status.
      Note: other words (expected "a", got "b")

    ✗ a broken pact
      x.json isn't a pact
      Found: x.json isn't a pact

    Warnings

    ! shop: a plant is pending
      shop.json
      Found: $.status: expected 200 but was 201

    Notes

    · verify-pacts: y.json was ignored

    Passed

    ✓ shop: a plant is passed (sent with the id 1234567 instead of 7, sent with the id 2345678 instead of 8)

    ✗ Interactions failed: 1 interaction passed, 1 broken, 1 failed, 1 pending; 1.2 s.
    "
  `)
})

const unjudged = { kind: 'stopped', message: 'it was stopped' } as const
test.each([
  ["The provider can't be verified", report('unjudged', { unjudged })],
  ['Every interaction passed', report('passed', { interactions: [result('passed')] })],
  ['Interactions failed', report('failed', { interactions: [result('failed')], broken: ['x'] })],
  ['Not every pact could be read', report('failed', { interactions: [result('passed')], broken: ['x'] })],
])('the headline is %s', (headline, of) => {
  const { outcome, unjudged } = toJudgment(of)
  expect(toJudgment(of)).toMatchObject({ headline, noun: 'interaction', data: of })
  expect([outcome, unjudged]).toEqual([of.outcome, of.unjudged])
})
