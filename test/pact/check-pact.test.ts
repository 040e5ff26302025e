import { expect, test } from 'vitest'
import { plantStore } from '../../src/contract/plant-store.ts'
import { checkPact } from '../../src/pact/pact.ts'
import { contracts } from '../mock/contracts.ts'
import { ofBookings } from './corpus.ts'
import { ofPlants, request, response } from './corpus-plants.ts'
import { ofShop, shop } from './corpus-shop.ts'
import { writeRows } from './sides.ts'
import { readNotes, writeInteraction, writePact } from './written-pact.ts'

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
