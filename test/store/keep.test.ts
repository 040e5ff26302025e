import { expect, test } from 'vitest'
import { createPlantStore } from '../../src/index.ts'
import { createMemoryStorage } from '../../src/store/storage/memory-storage.ts'
import type { PlantStorage } from '../../src/store/storage/plant-storage.ts'

/** Makes the storage answer later. */
function delay(storage: PlantStorage): PlantStorage {
  return {
    ...storage,
    insertIfAbsent: async (plants) => storage.insertIfAbsent(plants),
    get: async (id) => storage.get(id),
  }
}

test.each([
  ['at once', createMemoryStorage()],
  ['later', delay(createMemoryStorage())],
])('onDuplicate: keep answers with the stored plant, from a storage that answers %s', async (_, storage) => {
  const store = createPlantStore({ onDuplicate: 'keep', storage })
  const send = async (plant: object) =>
    await store.handle({
      method: 'POST',
      path: '/plants',
      headers: { authorization: 'Bearer a', 'content-type': 'application/json' },
      body: JSON.stringify(plant),
    })
  await send({ id: 1, name: 'Fern' })
  const { status, body } = await send({ id: 1, name: 'Moss', tag: 'green' })
  expect([status, JSON.parse(body)]).toEqual([200, { name: 'Fern' }])
  expect(await store.plants.get(1)).toEqual({ id: 1, name: 'Fern' })
})
