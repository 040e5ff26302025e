import { expect, test } from 'vitest'
import { checkPact, type PactReport } from '../../src/pact/pact.ts'
import type { ShownFinding } from '../../src/reports/report.ts'
import { type Row, rowsOfVersions, writeVersionPact } from './versions.ts'
import { type Difference, headers, readNotes, withBody, writeInteraction, writePact } from './written-pact.ts'

const nothing = { body: undefined, headers: undefined }
/** Checks interactions that differ from one that creates a plant. */
async function check(differences: readonly Difference[]): Promise<PactReport['cases']> {
  const { cases } = await checkPact(writePact(differences.map(writeInteraction)))
  return cases
}

/** Says what is found about each interaction: the worst kind of finding, and the places, without `response/`. */
function describeVerdict({
  findings,
}: {
  findings: readonly Pick<ShownFinding, 'kind' | 'place'>[]
}): string {
  if (findings.length === 0) return 'promised'
  const kind = findings.some((one) => one.kind === 'error') ? 'error' : 'note'
  const places = findings.map(({ place }) =>
    place.split('/').slice(3).join('/').replace('body/content', 'body').replace('response/', ''),
  )
  return `${kind} ${[...new Set(places)].sort().join(', ')}`
}

const versions = Object.entries<readonly Row[]>(rowsOfVersions)

test('interactions in the manner of many libraries have the verdicts that they deserve, with these rules', async () => {
  const rows = versions.flatMap(([, all]) => all)
  const cases: PactReport['cases'][number][] = []
  // Pact's verifier needs longer for all at once.
  for (const [version, all] of versions)
    cases.push(...(await checkPact(writeVersionPact(version, all))).cases)
  const found = cases.map((one) => [describeVerdict(one), one.description])
  expect(found).toEqual(rows.map(([verdict, title]) => [verdict, title]))
  const lines = cases.map(({ description, status, findings }) => {
    const rules = findings.map(({ kind, rule, place }) =>
      ` ${kind} ${place.split('/').slice(3).join('/')} ${rule ?? ''}`.trimEnd(),
    )
    return [`${status}: ${description}`, ...rules].join('\n ')
  })
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recordings/check-pact.txt')
})

const withRules = (content: object, body: object): object => ({
  ...withBody(content),
  matchingRules: { body },
})
const ofName = (name: string, matcher: object): Difference => ({
  response: withRules({ name }, { '$.name': { matchers: [matcher] } }),
})
const nameless = withBody({ id: 7 })
const refused = { error: 1, message: 'name is missing' }
const ofMessage = { '$.message': { matchers: [{ match: 'regex', regex: '^id' }] } }
const eachKey = { matchers: [{ match: 'eachKey', rules: [{ match: 'regex', regex: 'name' }] }] }

/** Interactions that lean on what is open, that no service answers, or that Pact can't judge. */
const differences: readonly Difference[] = [
  { request: nameless, response: { status: 400, ...withBody(refused) } },
  { request: nameless, response: { status: 400, ...withBody({ message: 'name is missing' }) } },
  { request: headers.none, response: { status: 401, ...nothing } },
  ...[400, 422].map((status) => ({ states: [], response: { status, ...nothing } })),
  { request: nameless, response: { status: 413, ...nothing } },
  { request: nameless, response: { status: 400, ...withRules(refused, ofMessage) } },
  { request: headers.none, response: { status: 401, ...withBody({ code: 5 }) } },
  { response: { headers: { 'Content-Type': ['application/json; charset=utf-8'] } } },
  { response: { headers: { 'X-Rate': ['1'] } } },
  { response: withBody({ name: 'Fern', size: 1 }) },
  { response: { matchingRules: { body: { $: eachKey } } } },
  ofName('Fern', { match: 'regex', regex: 'er' }),
  ofName('2026-01-31', { match: 'date', format: 'yyyy-MM-dd' }),
  { response: withBody({ name: 'Moss' }) },
  {},
  ofName('Fern', { match: 'regex', regex: '(' }),
  { request: { headers: { 'X-A': ['a\r\nb'] } } },
  { states: [] },
]

test('a note says what an interaction leans on, and an error what no service answers, as recorded', async () => {
  const cases = await check(differences.map((difference, at) => ({ description: `${at}`, ...difference })))
  const lines = cases.map(({ findings }, at) => {
    const found = findings.map(({ kind, problem, rule = '' }) => `\n  ${kind}: ${problem} ${rule}`.trimEnd())
    return `${JSON.stringify(differences[at])}${found.join('')}\n`
  })
  await expect(lines.join('').replaceAll('\r\n', '\\r\\n')).toMatchFileSnapshot('recordings/sentences.txt')
})

test('pacts for another service are ignored with a note if the service is named', async () => {
  const other = writePact([writeInteraction()], { provider: { name: 'weather' } })
  const pacts = [writePact([writeInteraction()]), other]
  expect((await checkPact(pacts)).cases).toHaveLength(2)
  const report = await checkPact(pacts, { provider: 'plant-store' })
  expect(report.cases.map(({ provider }) => provider)).toEqual(['plant-store'])
  expect(readNotes(report)).toEqual(['the pact is for the service "weather" and was ignored'])
  await expect(checkPact(other, { provider: 'plant-store' })).rejects.toThrow(
    'no pact is for the service "plant-store"; the pacts are for "weather"',
  )
})
