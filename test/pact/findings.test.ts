import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type PlannedAnswer, startRecordingBackend } from './recording-backend.ts'
import { type Difference, token, verifyInteractions, withBody } from './written-pact.ts'

const json = (value: unknown): PlannedAnswer => ({ body: JSON.stringify(value) })
const withTag = { response: withBody({ name: 'Fern', tag: 'x' }) }
const failure = { status: 500, headers: { 'Content-Type': 'text/plain' }, body: 'no' }
const redirect = { status: 307, headers: { Location: '/right' } }

/** What a provider answers to an interaction that differs, and the findings: place or problem, values, rule. */
const rows: [what: string, answer: PlannedAnswer, difference: Difference, ...found: string[]][] = [
  ['the right answer', {}, {}],
  ['it compressed', { headers: { 'Content-Encoding': 'gzip' }, body: gzipSync('{"name":"Fern"}') }, {}],
  ['another status', { status: 201 }, {}, '$.status: 200, got 201 created-status'],
  ['another status than a wrong pact', {}, { response: { status: 201 } }, '$.status: 201, got 200'],
  ['a refusal, whose other differences follow from it', failure, {}, '$.status: 200, got 500 created-status'],
  ['a redirect', redirect, {}, '$.status: 200, got 307 created-status'],
  ['a name of another type', json({ name: 5 }), {}, '$.body.name: "Fern", got 5 plant-has-name'],
  [
    'other texts and another status',
    { status: 201, ...json({ tag: token, name: 'Moss' }) },
    withTag,
    '$.status: 200, got 201 created-status',
    '$.body.name: "Fern", got "Moss" plant-echoes-name',
    '$.body.tag: "x", got "***" omitted-tag-stays-out',
  ],
  ['no tag', {}, withTag, '$.body.tag: ["name","tag"], got ["name"]'],
  ['a body that is not JSON', { body: '<p>' }, {}, '$.body: {"name":"Fern"}, got <p> created-is-json'],
  ['an empty body', { body: '' }, {}, '$.body: {"name":"Fern"}, got nothing created-is-json'],
  [
    'another content type, which Pact reports twice',
    { headers: { 'Content-Type': 'text/html' } },
    {},
    '$.headers.content-type: application/json, got text/html created-content-type',
  ],
  ['no header', {}, { response: { headers: { 'X-Rate': ['1'] } } }, '$.headers.x-rate: "1", got nothing'],
  [
    'another value in a list',
    json({ name: [{ a: 1 }] }),
    { response: withBody({ name: [{ a: 2 }] }) },
    '$.body.name[0].a: 2, got 1',
  ],
  [
    'a connection that ends',
    { headers: { 'Content-Length': '99' }, isCutOff: true },
    {},
    'the connection was dropped (ECONNRESET) answers-every-request',
  ],
  [
    'a plant that may be stored',
    { status: 409 },
    { states: [] },
    '$.status: 200, got 409 status-for-stored-id',
    'the id may be stored already. In the state "no plant with the id exists", another one is sent if that is so note',
  ],
  ['no such path', { status: 404 }, { request: { path: '/others?a=1' } }, '$.status: 200, got 404'],
  ['a pending interaction', { status: 201 }, { pending: true }, '$.status: 200, got 201 created-status'],
]

test('a wrong answer is reported with its place, the expected and the actual value, and the broken rule', async () => {
  await using backend = await startRecordingBackend(
    ({ headers }) => rows[Number(headers['x-row'])]?.[1] ?? { status: 599 },
  )
  const differences = rows.map(([description, , difference], index) => ({
    description,
    ...difference,
    request: {
      headers: { 'Content-Type': ['application/json'], Authorization: ['Bearer x'], 'X-Row': [`${index}`] },
      ...difference.request,
    },
  }))
  const { outcome, cases: interactions } = await verifyInteractions(`${backend.url}/base`, differences)
  const found = interactions.map(({ description, findings }) => [
    description,
    ...findings.map(({ kind, place, problem, expected, actual, rule }) =>
      [place === '' ? problem : `${place}: ${expected}, got ${actual}`, rule ?? (place === '' && kind)]
        .filter(Boolean)
        .join(' '),
    ),
  ])
  expect(found).toEqual(rows.map(([what, , , ...findings]) => [what, ...findings]))
  expect(outcome).toBe('failed')
  expect(interactions.map(({ status }) => status)).toEqual(
    rows.map(({ length }) => (length === 3 ? 'passed' : 'failed')),
  )
  expect(JSON.stringify(interactions)).not.toContain(token)
  // Only what was sent and failed is shown.
  expect(interactions.map(({ findings }) => (findings[0]?.exchanges.length ?? 0) > 0)).toEqual(
    rows.map(([, , , ...findings]) => findings.length > 0),
  )
})
