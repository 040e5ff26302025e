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

test.each([
  ['no name', { id: 1 }],
  ['null for a name', { id: 1, name: null }],
  ['a tag that is a list', { id: 1, name: 'Monstera', tag: ['foliage'] }],
])('shows why a plant with %s is rejected', (_what, body) =>
  interaction('createPlant', { request: { body }, response: { status: 400, body: { message: 'no' } } })
    .addTo(pact)
    .executeTest(async ({ url }) => {
      await expect(addPlant(url, body, token)).rejects.toThrow('no')
    }),
)

test.each<['missing' | 'invalid', string | undefined]>([
  ['missing', undefined],
  ['invalid', 'an-expired-token'],
])('asks for a login if the token is %s', (credentials, sent) =>
  interaction('createPlant', { request: { credentials }, response: { status: '4XX' } })
    .addTo(pact)
    .executeTest(async ({ url }) => {
      await expect(addPlant(url, { id: makeId(), name: 'Monstera' }, sent)).rejects.toThrow('Please log in.')
    }),
)
