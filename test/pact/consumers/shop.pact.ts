import { expect, test } from 'vitest'
import { plantStorePact } from '../../../src/pact/pact.ts'
import { pactsFolder } from './pacts-folder.ts'
import { addPlant, makeId } from './shop.ts'

const pact = plantStorePact({ consumer: 'shop', dir: pactsFolder })
const token = 'a-token-of-the-shop'

test('adds a plant', () =>
  pact.plantCreated().executeTest(async ({ url }) => {
    expect(await addPlant(url, { id: makeId(), name: 'Monstera' }, token)).toEqual({ name: 'Monstera' })
  }))

test('adds a plant with a tag', () =>
  pact.plantWithTagCreated().executeTest(async ({ url }) => {
    const plant = await addPlant(url, { id: makeId(), name: 'Monstera', tag: 'foliage' }, token)
    expect(plant).toEqual({ name: 'Monstera', tag: 'foliage' })
  }))

test('adds a plant with letters from any language', () =>
  pact
    .plantCreated({ name: 'Pilea 鏡面草 “Größe”', tag: 'Zimmerpflanze 🪴' })
    .executeTest(async ({ url }) => {
      const plant = { name: 'Pilea 鏡面草 “Größe”', tag: 'Zimmerpflanze 🪴' }
      expect(await addPlant(url, { id: makeId(), ...plant }, token)).toEqual(plant)
    }))
