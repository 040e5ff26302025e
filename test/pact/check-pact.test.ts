import { expect, test } from 'vitest'
import { checkPact, type PactReport } from '../../src/pact/pact.ts'
import type { ShownFinding } from '../../src/reports/report.ts'
import { type Row, rowsOfLibraries, writeLibraryPact } from './languages.ts'
import {
  type Difference,
  headers,
  readNotes,
  withBody,
  writeFile,
  writeInteraction,
  writePact,
} from './written-pact.ts'

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

const libraries = Object.entries(rowsOfLibraries) as [keyof typeof rowsOfLibraries, readonly Row[]][]

test('interactions in the manner of many libraries have the verdicts that they deserve, with these rules', async () => {
  const rows = libraries.flatMap(([, all]) => all)
  const pacts = libraries.map(([library, all]) => writeLibraryPact(library, all))
  const cases: PactReport['cases'][number][] = []
  // Pact's verifier needs four times as long for all at once.
  while (pacts.length > 0) cases.push(...(await checkPact(pacts.splice(0, 3))).cases)
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

/** What a note or an error says, with its rule. */
const sentences: readonly [difference: Difference, problem: string, rule?: string][] = [
  [
    {
      request: withBody({ id: 7 }),
      response: { status: 400, ...withBody({ error: 1, message: 'name is missing' }) },
    },
    'the error is 1: the specification promises no number',
  ],
  [
    { request: withBody({ id: 7 }), response: { status: 400, ...withBody({ message: 'name is missing' }) } },
    'the message is "name is missing": the specification promises no text',
  ],
  [
    { request: headers.none, response: { status: 401, ...nothing } },
    'the status is 401: the specification promises no status for this request',
    'status-for-missing-credentials',
  ],
  [
    { states: [], response: { status: 400, ...nothing } },
    'the status is 400: the specification promises a 200, unless the id is stored, the token is refused, or a state',
  ],
  [
    { states: [], response: { status: 422, ...nothing } },
    'the status is 422: the specification promises a 200',
  ],
  [
    { request: withBody({ id: 7 }), response: { status: 413, ...nothing } },
    'the status is 413: the specification promises no status for this request',
    'status-for-invalid-body',
  ],
  [
    {
      request: withBody({ id: 7 }),
      response: {
        status: 400,
        ...withBody({ error: 1, message: 'name is missing' }),
        matchingRules: { body: { '$.message': { matchers: [{ match: 'regex', regex: '^id' }] } } },
      },
    },
    "Expected 'name is missing' to match '^id'",
  ],
  [
    { request: headers.none, response: { status: 401, ...withBody({ code: 5 }) } },
    'the specification promises no body for a 401',
  ],
  [
    { response: { headers: { 'Content-Type': ['application/json; charset=utf-8'] } } },
    'the specification promises only application/json, with any parameters',
  ],
  [{ response: { headers: { 'X-Rate': ['1'] } } }, 'the specification promises no header X-Rate'],
  [{ response: withBody({ name: 'Fern', size: 1 }) }, 'the specification promises no member size'],
  [
    {
      response: {
        matchingRules: {
          body: { $: { matchers: [{ match: 'eachKey', rules: [{ match: 'regex', regex: 'name' }] }] } },
        },
      },
    },
    'the specification promises no member links',
  ],
  [
    {
      response: {
        ...withBody({ name: 'Fern' }),
        matchingRules: { body: { '$.name': { matchers: [{ match: 'regex', regex: 'er' }] } } },
      },
    },
    "Expected 'Fern' to match 'er', which Pact's verifier matches with the whole text",
    'plant-echoes-name',
  ],
  [
    {
      response: {
        ...withBody({ name: '2026-01-31' }),
        matchingRules: { body: { '$.name': { matchers: [{ match: 'date', format: 'yyyy-MM-dd' }] } } },
      },
    },
    "Expected 'Fern' to match a date pattern of 'yyyy-MM-dd' (expected",
    'plant-echoes-name',
  ],
  [
    { response: withBody({ name: 'Moss' }) },
    "Expected 'Fern' (String) to be equal to 'Moss' (String)",
    'plant-echoes-name',
  ],
]

test('a note says what an interaction leans on, and an error what no service answers', async () => {
  const cases = await check(sentences.map(([difference], at) => ({ description: `${at}`, ...difference })))
  sentences.forEach(([, problem, rule], at) => {
    const found = cases[at]?.findings.map((one) => ({ problem: one.problem, rule: one.rule }))
    expect(found).toContainEqual({ problem: expect.stringContaining(problem), rule })
  })
})

test('the report names the pact and says when the check started and how long it took', async () => {
  const [start, now] = [performance.now(), Date.now()]
  const other = writePact([writeInteraction({ description: 'another plant' })])
  const report = await checkPact([writeFile(writePact([writeInteraction()])), other])
  expect(report).toMatchObject({
    command: 'check-pact',
    subject: 'the specification',
    outcome: 'passed',
    cases: [
      { pact: expect.stringMatching(/pact\.json$/), consumer: 'shop', provider: 'plant-store' },
      { pact: 'the pact', states: ['no plant with the id exists'] },
    ],
    broken: [],
    notes: [],
  })
  expect(report.duration).toBeLessThanOrEqual(Math.ceil(performance.now() - start))
  expect(Date.parse(report.startedAt)).toBeGreaterThanOrEqual(now)
})

test('interactions that Pact or HTTP can not hold fail alone, and the others of their pact are judged', async () => {
  const ofName = (rule: object): Difference => ({
    response: { ...withBody({ name: 'Fern' }), matchingRules: { body: rule } },
  })
  const cases = await check([
    { description: 'right' },
    { description: 'path', ...ofName({ '$.[': { matchers: [{ match: 'type' }] } }) },
    { description: 'regex', ...ofName({ '$.name': { matchers: [{ match: 'regex', regex: '(' }] } }) },
    { description: 'request header', request: { headers: { 'X-A': ['a\r\nb'] } } },
    { description: 'header', response: { headers: { 'X-A': ['a\r\nb'] } } },
    { description: 'interim', request: headers.none, response: { status: 100, ...nothing } },
    { description: 'also right', states: [] },
  ])
  const found = cases.map(
    ({ description, findings }) => `${description}: ${findings.map(({ problem }) => problem)}`,
  )
  expect(found).toEqual([
    'right: ',
    'path: /interactions/1: Expected either a "*" or path identifier in path expression "$.[" at index 2',
    expect.stringContaining("regex: /interactions/2/response/body/content/name: '(' is not a valid regular"),
    expect.stringContaining('request header: /interactions/3: Invalid header value'),
    expect.stringContaining('header: /interactions/4/response/headers/X-A: '),
    expect.stringContaining('interim: /interactions/5/response/status: expected 100 but was 401'),
    'also right: ',
  ])
})

test('pacts for another provider are ignored with a note if the provider is named', async () => {
  const other = writePact([writeInteraction()], { provider: { name: 'weather' } })
  const pacts = [writePact([writeInteraction()]), other]
  expect((await checkPact(pacts)).cases).toHaveLength(2)
  const report = await checkPact(pacts, { provider: 'plant-store' })
  expect(report.cases.map(({ provider }) => provider)).toEqual(['plant-store'])
  expect(readNotes(report)).toEqual(['the pact is for the provider "weather" and was ignored'])
  await expect(checkPact(other, { provider: 'plant-store' })).rejects.toThrow(
    'no pact is for the provider "plant-store"; the pacts are for "weather"',
  )
})

test('an interaction with the description and the states of another is a note', async () => {
  const differences = [{}, { states: [] }, { response: { body: undefined } }]
  const found = (await check(differences)).map(({ findings }) =>
    findings.map(({ kind, problem }) => [kind, problem]),
  )
  const problem = 'the interaction /interactions/0 has the same description and states'
  expect(found).toEqual([[], [], [['note', `/interactions/2: ${problem}`]]])
})
