import { describe, expect, test } from 'vitest'
import { createPlantStore, DuplicateIdError, OptionsError } from '../../src/index.ts'

const ash = { id: 1, name: 'Ash' }
const fern = { id: 2, name: 'Fern', tag: 'green' }
const old = { id: 9223372036854775807n, name: 'Bristlecone pine' }

describe('store.plants', () => {
  test('lists plants in the order in which they were stored, one page at a time', async () => {
    const { plants } = createPlantStore({ seed: [fern] })
    await plants.add([ash, old])
    expect(await plants.list()).toEqual([fern, ash, old])
    expect(await plants.list({ offset: 1, limit: 1 })).toEqual([ash])
    expect(await plants.list({ offset: 1 })).toEqual([ash, old])
  })

  test('finds a plant by a number or a bigint', async () => {
    const { plants } = createPlantStore({ seed: [ash, old] })
    const found = await Promise.all([1n, 9223372036854775807n, 9223372036854775806n].map(plants.get))
    expect(found).toEqual([ash, old, undefined])
  })

  test('keeps what the schema names, an exact id as a number, and frozen', async () => {
    const { plants } = createPlantStore()
    await plants.add([{ id: 5n, name: 'Fern' }, { ...ash, id: -0, color: 'green' } as typeof ash])
    const list = await plants.list()
    expect(list).toStrictEqual([
      { id: 5, name: 'Fern' },
      { id: 0, name: 'Ash' },
    ])
    expect(list.every(Object.isFrozen)).toBe(true)
  })

  const many = Array.from({ length: 11 }, (_, id) => ({ id, name: 'Oak' }))
  const eleven = createPlantStore({ seed: many }).plants
  const one = createPlantStore({ seed: [ash] }).plants
  const stored = 'plants with these ids are already stored:'
  const bounds = 'must be an integer from -9223372036854775808 to 9223372036854775807'
  test.each<[fail: () => Promise<unknown>, Failure: new () => Error, message: string]>([
    [() => eleven.add(many), DuplicateIdError, `${stored} 0, 1, 2, 3, 4, 5, 6, 7, 8, 9`],
    [() => one.add([fern, { ...ash, name: 'Elm' }]), DuplicateIdError, `${stored} 1`],
    [() => one.add([fern, { id: 1.5, name: 'Elm' }]), OptionsError, `plants[1].id ${bounds}, got 1.5`],
    [() => one.replaceAll([fern, ash, fern]), OptionsError, 'plants[2] has the same id as plants[0]'],
    [() => one.get('9007' as never), OptionsError, `id ${bounds}, got "9007"`],
  ])('changes nothing if it fails: %#', async (fail, Failure, message) => {
    const error = await fail().catch((thrown: Error) => thrown)
    expect(error).toBeInstanceOf(Failure)
    expect(error).toMatchObject({ name: Failure.name, message })
    expect(await one.list()).toEqual([ash])
  })
})
