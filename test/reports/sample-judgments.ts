import { type Case, type Report, type ShownFinding, toNotes } from '../../src/reports/report.ts'
import type { ShownExchange } from '../../src/reports/show.ts'

/** Text that breaks out of a page, a table, a fence and a terminal that don't escape it, commands a CI service, and mentions people. */
const hostile =
  '</pre><script>document.title = "x"</script>|```]]>&\u0000\u001b[31m\u009b\u202e\ufffe ::stop-commands::x ##[add-mask]x @everyone #1'

const curl = `curl -i -X POST 'http://127.0.0.1:8080/plants' -H 'Accept: application/json' -H "Authorization: Bearer $PLANT_STORE_TOKEN" -H 'Content-Type: application/json' --data-binary '{"id":1,"name":"Fern"}'`

const exchange: ShownExchange = {
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

const answered = (status: number, body: string, headers: [string, string][] = []): ShownExchange => ({
  ...exchange,
  answer: { status, headers, body },
})

const toCase = (title: string, rest: Partial<Case> = {}): Case => ({
  title,
  statement: 'A valid NewPlant with valid credentials is answered 200, and with no other status of success.',
  origin: 'must (RFC 9110 section 15)',
  group: 'Responses',
  className: 'plant-store.must',
  status: 'passed',
  word: 'kept',
  findings: [],
  ...rest,
})

const finding: ShownFinding = {
  kind: 'error',
  source: 'openapi.yaml:42:7',
  place: '/response/status',
  problem: `the status must be 200, got 500 ${hostile}`,
  tried: 'a plain plant with a name of letters in both cases and a tag of twelve small letters',
  exchanges: [exchange],
  alike: Array.from({ length: 8 }, (_, index) => `the id ${index}`),
}

const { statement: _, ...withoutStatement } = toCase('a plant (request 7)')

/** Reports by the names of their recordings: one with a case of every kind, one that ended early, and others. */
export const judgments: Readonly<Record<string, Report>> = {
  failed: {
    command: 'verify',
    subject: 'http://127.0.0.1:8080',
    startedAt: '2026-01-02T03:04:00.000Z',
    duration: 2345,
    outcome: 'failed',
    headline: 'Rules are broken',
    noun: 'rule',
    facts: ['1131 requests', 'seed 5'],
    cases: [
      toCase('documented-status', {
        status: 'failed',
        word: 'broken',
        tries: 3,
        findings: [finding, { ...finding, exchanges: [], alike: ['the id 8'] }],
        hints: [`If this limit is intended, declare ${'long'.repeat(20)}.`],
      }),
      {
        ...withoutStatement,
        title: 'a <plant> ##[group]',
        group: 'Shop',
        status: 'failed',
        word: 'broken',
        findings: [
          {
            kind: 'note',
            place: '',
            problem: 'a second sight',
            exchanges: [answered(200, `{\n  "name": "${'Fern'.repeat(80)}"\n}\n`, [['Content-Type', 'a/b']])],
          },
          {
            kind: 'error',
            problem: 'no answer',
            exchanges: [answered(204, ''), answered(400, '12345'.repeat(60))],
            place: '',
          },
        ],
      },
      toCase('undescribed-properties', {
        status: 'warning',
        word: 'with a warning',
        findings: [finding],
      }),
      toCase('integers-come-back', {
        status: 'known',
        word: 'known to be broken',
        reason: 'next <release>',
        findings: [finding],
      }),
      toCase('id-zero', { status: 'skipped', word: 'not tried', reason: 'the id 0 may be stored' }),
      toCase('id-null', { status: 'skipped', word: 'not tried', reason: 'the id 0 may be stored' }),
      toCase('name-é', { status: 'skipped', word: 'not tried' }),
      toCase('id-one', { tries: 12 }),
      toCase('an id & ##[group]', { group: 'A group ##[group]', tries: 1 }),
      toCase('shop: a request', {
        tries: 1234,
        findings: [
          {
            kind: 'note',
            problem: 'the specification is silent',
            place: '',
            exchanges: [
              { request: { ...exchange.request, bodyBase64: '/w==' }, failure: 'dropped', duration: 1 },
            ],
          },
        ],
      }),
    ],
    notes: [
      {
        title: 'Left open by <the specification>',
        notes: [
          { about: 'text-limits', text: 'answered 200', count: 7, examples: ['the name "é"', 'an emoji'] },
          { about: 'a | b', text: 'answered <400>', count: 3 },
          { about: 'id-max', text: 'answered 400', examples: ['the id 7'] },
        ],
      },
      ...toNotes('Baseline entries that no longer fail', [{ about: 'id-one', text: 'x, y: 1' }], true),
    ],
    remarks: ['The run left 1 plant behind: 1 & 2.'],
  },
  unjudged: {
    command: 'diff',
    subject: 'http://127.0.0.1:8080/<b>',
    startedAt: '2026-01-02T03:04:00.000Z',
    duration: 70,
    outcome: 'unjudged',
    headline: "The backend can't be compared",
    noun: 'case',
    facts: [],
    unjudged: {
      kind: 'changed',
      message: `50%, after request 412,\r\na plant was refused ${hostile}`,
      exchange,
    },
    cases: [toCase('a duplicate id')],
    notes: [],
    remarks: [],
  },
  passed: {
    command: 'check-pact',
    subject: 'pacts/shop.json',
    startedAt: '2026-01-02T03:04:00.000Z',
    duration: 1049,
    outcome: 'passed',
    headline: 'All interactions are kept',
    noun: 'interaction',
    facts: ['1 pact'],
    cases: [toCase('a plant'), toCase('another plant')],
    notes: [],
    remarks: [],
  },
}
