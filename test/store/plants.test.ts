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
    expect(await plants.list({ offset: 3 })).toEqual([])
    expect(await plants.count()).toBe(3)
  })

  test('finds a plant by a number or a bigint', async () => {
    const { plants } = createPlantStore({ seed: [ash, old] })
    expect(await plants.get(1n)).toEqual(ash)
    expect(await plants.get(9223372036854775807n)).toEqual(old)
    expect(await plants.get(9223372036854775806n)).toBeUndefined()
  })

  test.each<[id: unknown, got: string]>([
    ['9007199254740993', '"9007199254740993"'],
    [2 ** 53, 'the number 9007199254740992, which is not exact; use a bigint'],
    [2n ** 63n, '9223372036854775808'],
    [1.5, '1.5'],
  ])('refuses to look for %o', async (id, got) => {
    const { plants } = createPlantStore({ seed: [ash] })
    const asked = plants.get(id as number)
    await expect(asked).rejects.toThrow(OptionsError)
    await expect(asked).rejects.toThrow(
      `id must be an integer from -9223372036854775808 to 9223372036854775807, got ${got}`,
    )
  })

  test('keeps an id as a number if that is exact', async () => {
    const { plants } = createPlantStore()
    await plants.add([
      { id: 5n, name: 'Fern' },
      { id: -0, name: 'Ash' },
    ])
    expect((await plants.list()).map(({ id }) => id)).toStrictEqual([5, 0])
  })

  test('drops members that the schema does not name', async () => {
    const { plants } = createPlantStore()
    await plants.add({ ...ash, color: 'green' } as typeof ash)
    expect(await plants.list()).toStrictEqual([ash])
  })

  test("can't be changed from outside", async () => {
    const { plants } = createPlantStore({ seed: [ash] })
    const [plant] = await plants.list()
    expect(() => Object.assign(plant ?? {}, { name: 'Elm' })).toThrow(TypeError)
  })

  test('adds all plants or none', async () => {
    const { plants } = createPlantStore({ seed: [ash] })
    await expect(plants.add([fern, { ...ash, name: 'Elm' }])).rejects.toThrow(DuplicateIdError)
    await expect(plants.add([fern, { ...ash, name: 'Elm' }])).rejects.toThrow(
      'plants with these ids are already stored: 1',
    )
    await expect(plants.add([fern, { id: 1.5, name: 'Elm' }])).rejects.toThrow(OptionsError)
    await expect(plants.add([fern, { id: 1.5, name: 'Elm' }])).rejects.toThrow(
      /^plants\[1\]\.id must be an integer/,
    )
    expect(await plants.list()).toEqual([ash])
  })

  test('replaces all plants or none, and clears', async () => {
    const { plants } = createPlantStore({ seed: [ash] })
    await expect(plants.replaceAll([fern, fern])).rejects.toThrow('plants[1] has the same id as plants[0]')
    expect(await plants.list()).toEqual([ash])
    await plants.replaceAll([fern])
    expect(await plants.list()).toEqual([fern])
    await plants.clear()
    expect(await plants.count()).toBe(0)
  })
})
