import { describe, expect, test } from 'vitest'
import { createMock, type NewPlant, OptionsError } from '../../src/index.ts'
import { toApi, toPaths } from '../contract/describe-api.ts'
import { sendToMock } from './send-to-mock.ts'

const ash = { id: 1, name: 'Ash' }
const fern = { id: 2, name: 'Fern', tag: 'green' }
const old = { id: 9223372036854775807n, name: 'Bristlecone pine' }
const seed = (...plants: NewPlant[]) => createMock({ seed: { plants } }).records('plants')

describe('mock.records', () => {
  test('lists records in the order in which they were stored, one page at a time', () => {
    const plants = seed(fern)
    for (const plant of [ash, old]) plants.put(plant)
    expect(plants.list()).toEqual([fern, ash, old])
    expect(plants.list({ offset: 1, limit: 1 })).toEqual([ash])
    expect(plants.list({ offset: 1 })).toEqual([ash, old])
  })

  test('finds a record by a number, a bigint, or a string, without rounding it', () => {
    const keys = [1, 1n, '1', 9223372036854775807n, 9223372036854775806n]
    expect(keys.map((key) => seed(ash, old).get(key))).toEqual([ash, ash, ash, old, undefined])
  })

  test.each<[change: (plants: ReturnType<typeof seed>) => unknown, message: string]>([
    [
      (plants) => plants.put({ id: 1.5, name: 'Elm' }),
      'the value is no record of plants: id must be an integer from -9223372036854775808 to 9223372036854775807, got 1.5',
    ],
    [(plants) => plants.replaceAll([fern, ash, fern]), 'plants[2] has the same key as plants[0]'],
    [
      (plants) => plants.replaceAll([fern, 'ash' as never]),
      'the value is no record of plants: it must be an object, got "ash"',
    ],
  ])('changes nothing if it fails: %#', (change, message) => {
    const plants = seed(ash)
    expect(() => change(plants)).toThrow(expect.objectContaining({ name: 'OptionsError', message }))
    expect(plants.list()).toEqual([ash])
  })

  test('rejects the name of an unknown resource', () => {
    const message = 'there is no resource "rooms"; the resources are plants'
    expect(() => createMock().records('rooms' as never)).toThrow(new OptionsError(message))
  })
})

test('what belongs to a removed record is removed, through all levels', async () => {
  const contract = toApi(
    toPaths(`
      PUT /a/{a} (id)? > 201 (id)
      DELETE /a/{a} > 204
      PUT /a/{a}/b/{b} (id)? > 201 (id)
      PUT /a/{a}/b/{b}/c/{c} (id)? > 201 (id)`),
  )
  const mock = createMock({ contract })
  const put = (path: string): unknown => sendToMock(mock, { to: `PUT ${path}`, body: {} })
  for (const a of ['1', '2']) for (const path of ['', '/b/1', '/b/1/c/1']) await put(`/a/${a}${path}`)
  expect((await sendToMock(mock, { to: 'DELETE /a/1' })).status).toBe(204)
  expect(['a', 'b', 'c'].map((name) => mock.records(name).count())).toEqual([1, 1, 1])
})
