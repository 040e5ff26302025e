import { expect, test } from 'vitest'
import { plantStorePact } from '../../../src/pact/pact.ts'
import { pactsFolder } from './pacts-folder.ts'
import { addPlant, makeId } from './shop.ts'

const pact = plantStorePact({ consumer: 'shop', dir: pactsFolder })
const token = 'a-token-of-the-shop'

test.each([
  ['no name', { id: 1 }],
  ['null for a name', { id: 1, name: null }],
  ['a tag that is a list', { id: 1, name: 'Monstera', tag: ['foliage'] }],
])('shows why a plant with %s was refused', (_what, plant) =>
  pact.bodyRefused(plant).executeTest(async ({ url }) => {
    await expect(addPlant(url, plant, token)).rejects.toThrow('the request is refused')
  }),
)

test.each<['missing' | 'invalid', string | undefined]>([
  ['missing', undefined],
  ['invalid', 'an-expired-token'],
])('asks for a login if the token is %s', (credentials, sent) =>
  pact.credentialsRefused(credentials).executeTest(async ({ url }) => {
    await expect(addPlant(url, { id: makeId(), name: 'Monstera' }, sent)).rejects.toThrow('Please log in.')
  }),
)
