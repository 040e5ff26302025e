import type { Case, Judgment } from '../../src/reports/judgment.ts'
import type { ShownExchange } from '../../src/reports/show.ts'

/** Text that breaks out of a page, a table, a fence and a terminal that don't escape it. */
export const hostile = '</pre><script>document.title = "x"</script>|```]]>&\u0000\u001b[31m\u009b\u202e\ufffe'

const curl = `curl -i -X POST 'http://127.0.0.1:8080/plants' -H 'Accept: application/json' -H "Authorization: Bearer $PLANT_STORE_TOKEN" -H 'Content-Type: application/json' --data-binary '{"id":1,"name":"Fern"}'`

/** A request that a wrong backend answered. */
export const exchange: ShownExchange = {
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:8080/plants?a=1',
    headers: [
      ['Authorization', 'Bearer $PLANT_STORE_TOKEN'],
      ['Content-Type', 'application/json'],
    ],
    body: '{"id":1,"name":"Fern"}',
    curl,
  },
  answer: { status: 500, headers: [['content-type', 'text/html']], body: hostile },
  startedAt: '2026-01-02T03:04:05.678Z',
  duration: 3.2,
}

const toCase = (title: string, rest: Partial<Case>): Case => ({
  title,
  statement: 'A valid NewPlant with valid credentials is answered 200, and with no other status of success.',
  origin: 'must, specification section 4, rule 1',
  group: 'Section 4, Endpoints',
  className: 'plant-store.must',
  status: 'passed',
  word: 'kept',
  tries: 12,
  findings: [],
  ...rest,
})

const finding = {
  severity: 'error',
  problem: `the status must be 200, got 500 ${hostile}`,
  tried: 'a plain plant with a name of letters in both cases and a tag of twelve small letters',
  exchanges: [exchange],
  alike: Array.from({ length: 8 }, (_, index) => `the id ${index}`),
} as const

/** A judgment with a case of every status. */
export const judgment: Judgment = {
  command: 'verify',
  subject: 'http://127.0.0.1:8080',
  startedAt: '2026-01-02T03:04:00.000Z',
  duration: 2345,
  outcome: 'failed',
  headline: 'Rules are broken',
  noun: 'rule',
  facts: ['1131 requests', 'seed 5'],
  cases: [
    toCase('created-is-200', {
      status: 'failed',
      word: 'broken',
      findings: [finding, { ...finding, exchanges: [] }],
      hints: ['If this limit is intended, declare it.'],
      again: 'npx --no plant-store verify http://127.0.0.1:8080 --seed 1234567890 --only created-is-200',
    }),
    toCase('plant-has-no-id', { status: 'warning', word: 'with a warning', findings: [finding] }),
    toCase('error-is-int32', {
      status: 'known',
      word: 'known to be broken',
      reason: 'next release',
      findings: [finding],
    }),
    toCase('id-zero', { status: 'skipped', word: 'not tried', reason: 'the id 0 may be stored' }),
    toCase('id-one', {}),
    toCase('shop: a request', {
      findings: [
        {
          severity: 'note',
          problem: 'the specification is silent',
          rule: { id: 'large-body', level: 'open', section: '8', statement: 'A large body.' },
          exchanges: [
            { request: { ...exchange.request, bodyBase64: '/w==' }, failure: 'dropped', duration: 1 },
          ],
        },
      ],
    }),
  ],
  notes: [
    {
      title: 'Left open by the specification',
      notes: [
        { about: 'text-limits', text: 'answered 200', count: 7, examples: ['the name "é"', 'an emoji'] },
      ],
    },
    {
      title: 'Baseline entries that no longer fail',
      isWarning: true,
      notes: [{ about: 'id-one', text: 'x' }],
    },
  ],
  remarks: ['The run left 1 plant behind: 1.'],
  data: { outcome: 'failed', text: hostile },
}
