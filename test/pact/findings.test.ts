import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type PlannedAnswer, startRecordingBackend } from './recording-backend.ts'
import { type Difference, token, verifyInteractions, withBody } from './written-pact.ts'

const json = (value: unknown): PlannedAnswer => ({ body: JSON.stringify(value) })
const withTag = { response: withBody({ name: 'Fern', tag: 'x' }) }
const failure = { status: 500, headers: { 'Content-Type': 'text/plain' }, body: 'no' }
const redirect = { status: 307, headers: { Location: '/right' } }

/** What a service answers to an interaction that differs. */
const rows: [what: string, answer: PlannedAnswer, difference?: Difference][] = [
  ['the right answer', {}],
  ['it compressed', { headers: { 'Content-Encoding': 'gzip' }, body: gzipSync('{"name":"Fern"}') }],
  ['another status', { status: 201, headers: { 'X-Id': token } }],
  ['another status than a wrong pact', {}, { response: { status: 201 } }],
  ['a refusal, whose other differences follow from it', failure],
  ['a redirect', redirect],
  ['a name of another type', json({ name: 5 })],
  ['other texts and another status', { status: 201, ...json({ tag: token, name: 'Moss' }) }, withTag],
  ['no tag', {}, withTag],
  ['a body that is not JSON', { body: '<p>' }],
  ['an empty body', { body: '' }],
  ['another content type, which Pact reports twice', { headers: { 'Content-Type': 'text/html' } }],
  ['no header', {}, { response: { headers: { 'X-Rate': ['1'] } } }],
  ['a connection that ends', { headers: { 'Content-Length': '99' }, isCutOff: true }],
  ['a plant that may be stored', { status: 409 }, { states: [] }],
  ['no such path', { status: 404 }, { request: { path: '/others?a=1' } }],
]

test('a wrong response is reported with its place, and the expected and the actual value, as recorded', async () => {
  await using backend = await startRecordingBackend(
    ({ headers }) => rows[Number(headers['x-row'])]?.[1] ?? { status: 599 },
  )
  const differences = rows.map(([description, , difference = {}], index) => ({
    description,
    ...difference,
    request: {
      headers: { 'Content-Type': ['application/json'], Authorization: ['Bearer x'], 'X-Row': [`${index}`] },
      ...difference.request,
    },
  }))
  const { outcome, cases: interactions } = await verifyInteractions(`${backend.url}/base`, differences)
  const lines = interactions.map(({ description, status, findings }) => {
    const found = findings.map(({ kind, place, problem, expected, actual }) => {
      const what = place === '' ? problem : `${place}: ${expected}, got ${actual}`
      return `\n  ${kind}: ${what}`
    })
    return `${status}: ${description}${found.join('')}\n`
  })
  await expect(lines.join('')).toMatchFileSnapshot('recordings/findings.txt')
  expect(outcome).toBe('failed')
  expect(JSON.stringify(interactions)).not.toContain(token)
  const { request, answer } = interactions[2]?.findings[0]?.exchanges[0] ?? {}
  expect(request).toMatchObject({
    curl: expect.stringContaining('/base/plants'),
    body: backend.requests[2]?.body,
  })
  expect(answer).toMatchObject({ status: 201, headers: expect.arrayContaining([['x-id', '***']]) })
  // Only what was sent and failed is shown.
  expect(interactions.map(({ findings }) => (findings[0]?.exchanges.length ?? 0) > 0)).toEqual(
    interactions.map(({ findings }) => findings.length > 0),
  )
})
