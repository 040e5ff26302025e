import { PactV4 } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { interaction } from '../../../src/pact/pact.ts'
import { pactsFolder } from './pacts-folder.ts'
import { addPlant, makeId } from './shop.ts'

const pact = new PactV4({ consumer: 'shop', provider: 'plant-store', dir: pactsFolder, logLevel: 'warn' })
const token = 'a-token-of-the-shop'

test('adds a plant', () =>
  interaction('createPlant')
    .addTo(pact)
    .executeTest(async ({ url }) => {
      expect(await addPlant(url, { id: makeId(), name: 'Fern' }, token)).toEqual({ name: 'name' })
    }))

test.each([
  ['a tag', { name: 'Monstera', tag: 'foliage' }],
  ['letters from any language', { name: 'Pilea 鏡面草 “Größe”', tag: 'Zimmerpflanze 🪴' }],
])('adds a plant with %s', (_what, plant) =>
  interaction('createPlant', { request: { body: plant } })
    .addTo(pact)
    .executeTest(async ({ url }) => {
      expect(await addPlant(url, { id: makeId(), ...plant }, token)).toEqual(plant)
    }),
)
