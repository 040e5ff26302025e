import { expect, test } from 'vitest'
import { plantStore } from '../../src/contract/plant-store.ts'
import { checkPact, type PactReport } from '../../src/pact/pact.ts'
import { contracts } from '../mock/contracts.ts'
import { ofBookings } from './corpus.ts'
import { ofPlants, request, response } from './corpus-plants.ts'
import { ofShop, shop } from './corpus-shop.ts'
import { writeRows } from './sides.ts'
import { type Difference, headers, readNotes, withBody, writeInteraction, writePact } from './written-pact.ts'

const nothing = { body: undefined, headers: undefined }

/** Checks interactions that differ from one that creates a plant. */
const check = (differences: readonly Difference[]): PactReport['cases'] =>
  checkPact(writePact(differences.map(writeInteraction))).cases

test.each([
  ['plants', plantStore(), writeRows(ofPlants, request, response)],
  ['bookings', contracts.bookings, writeRows(ofBookings)],
  ['shop', shop, writeRows(ofShop)],
])(
  'what an interaction about %s leans on, and what contradicts it, is as recorded',
  async (api, contract, pact) => {
    const lines = checkPact(pact, { contract }).cases.map(({ description, findings }) =>
      [description, ...findings.map(({ kind, problem }) => `  ${kind} ${problem}`)].join('\n'),
    )
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`recordings/check-pact-${api}.txt`)
  },
)

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

/** Interactions that lean on what is open, that no service keeps. */
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

test('a note says what an interaction leans on, and an error what no service keeps, as recorded', async () => {
  const cases = check(differences.map((difference, at) => ({ description: `${at}`, ...difference })))
  const lines = cases.map(({ findings }, at) => {
    const found = findings.map(({ kind, problem }) => `\n  ${kind}: ${problem}`)
    return `${JSON.stringify(differences[at])}${found.join('')}\n`
  })
  await expect(lines.join('').replaceAll('\r\n', '\\r\\n')).toMatchFileSnapshot('recordings/sentences.txt')
})

test('pacts for another service are ignored with a note if the service is named', () => {
  const other = writePact([writeInteraction()], { provider: { name: 'weather' } })
  const pacts = [writePact([writeInteraction()]), other]
  expect(checkPact(pacts).cases).toHaveLength(2)
  const report = checkPact(pacts, { provider: 'plant-store' })
  expect(report.cases.map(({ provider }) => provider)).toEqual(['plant-store'])
  expect(readNotes(report)).toEqual(['the pact is for the service "weather" and was ignored'])
  expect(() => checkPact(other, { provider: 'plant-store' })).toThrow(
    'no pact is for the service "plant-store"; the pacts are for "weather"',
  )
})
