// The mock of a description keeps the description: what `verify` reports is a mistake of one of the two.
import { describe, expect, test } from 'vitest'
import { readContract } from '../../src/contract/read/read-contract.ts'
import { contracts } from '../mock/contracts.ts'
import { foreignDescriptions } from '../mock/foreign/descriptions.ts'
import { judgeMock, listFindings } from './judge.ts'

/** Descriptions of strangers that have records, polymorphism, forms, parameters in all styles, or credentials. */
const some = [
  '2.0/petstore-expanded.json',
  '3.0/callbacks.json',
  '3.0/complex-nesting.json',
  '3.0/form-data.json',
  '3.0/parameters-style.json',
  '3.0/petstore.json',
  '3.0/polymorphism.json',
  '3.0/schema-enums.json',
  '3.0/security.json',
  '3.0/uspto.json',
  '3.1/train-travel.json',
  '@scalar/galaxy/dist/3.1.yaml',
]

describe('the mock of a description keeps it', () => {
  test('bookings', async () => {
    const report = await judgeMock(contracts.bookings)
    expect(listFindings(report)).toEqual([])
    expect(report.outcome).toBe('passed')
  })

  test.each(some)('%s', async (name) => {
    const report = await judgeMock(await readContract(foreignDescriptions.get(name) ?? ''))
    expect(listFindings(report)).toEqual([])
    expect(report.outcome).toBe('passed')
  })
})
