import { expect, test } from 'vitest'
import type { ResourceOptions } from '../../../src/contract/contract.ts'
import { toApi } from '../describe-api.ts'

const text = { type: 'string' }
const Car = {
  type: 'object',
  properties: {
    id: { type: 'integer', readOnly: true },
    plate: text,
    vin: text,
    soldOn: { type: 'string', format: 'date' },
    state: { enum: ['new', 'sold', 'in_repair'] },
  },
}
const Trip = {
  type: 'object',
  properties: { id: { type: 'integer', readOnly: true }, carId: { type: 'integer' } },
}
const content = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const toOperation = (name: string, conflict?: string) => ({
  requestBody: content(name),
  responses: {
    201: { description: 'OK', ...content(name) },
    ...(conflict !== undefined && { 409: { description: conflict } }),
  },
})

/** What is read from the descriptions of the 409s of a creation, a replacement, and a removal. */
function readConflicts(create: string, replace?: string, remove?: string, resources: ResourceOptions = {}) {
  const contract = toApi(
    {
      '/cars': { post: toOperation('Car', create) },
      '/cars/{carId}': {
        get: { responses: { 200: { description: 'OK', ...content('Car') } } },
        put: toOperation('Car', replace),
        delete: {
          responses: { 204: { description: 'Gone' }, ...(remove && { 409: { description: remove } }) },
        },
      },
      '/trips': { post: toOperation('Trip') },
      '/trips/{tripId}': { get: { responses: { 200: { description: 'OK', ...content('Trip') } } } },
    },
    { schemas: { Car, Trip } },
    { resources },
  )
  const effectOf = (name: string) => {
    const effect = contract.operation(name)?.effect
    return effect === undefined || effect.kind === 'none' ? undefined : effect
  }
  return {
    unique: contract.resources.find(({ name }) => name === 'cars')?.unique,
    rejects: effectOf('PUT /cars/{carId}')?.rejects,
    keepers: effectOf('DELETE /cars/{carId}')?.keepers.map(({ resource, property }) => [
      resource.name,
      property,
    ]),
  }
}

test.each<[string, string[]]>([
  ['Another car has this `plate`.', ['plate']],
  ['A car with the same vin or plate already exists.', ['plate', 'vin']],
  // Together they are unique, which no one of them is.
  ['A car with the same vin and plate already exists.', []],
  ['The plate is locked.', []],
  ['Another car was sold at this soldOn.', []],
])('only one record has what a conflict names: %s', (create, unique) => {
  expect(readConflicts(create).unique).toEqual(unique)
})

test.each<[string, string[] | undefined]>([
  ['The car is sold.', ['sold']],
  ['Only new cars can be changed.', ['sold', 'in_repair']],
  ["The car isn't new.", ['sold', 'in_repair']],
  ["A car can't be changed once it is sold.", ['sold']],
  ["The car can't be sold today.", undefined],
])('a state is rejected that a conflict names: %s', (replace, states) => {
  expect(readConflicts('', replace).rejects).toEqual(states === undefined ? {} : { state: states })
})

test.each<[string, unknown[]]>([
  ['The car has trips.', [['trips', 'carId']]],
  ['It still has a trip, which has to be removed first.', [['trips', 'carId']]],
  ['The car has open trips.', []],
  ['The car is sold.', []],
])('a record is kept by those that a conflict names: %s', (remove, keepers) => {
  expect(readConflicts('', undefined, remove).keepers).toEqual(keepers)
})

test('a resource may say that conflicts count for nothing', () => {
  const said = ['Another car has this `plate`.', 'The car is sold.', 'The car has trips.'] as const
  expect(readConflicts(...said)).toEqual({
    unique: ['plate'],
    rejects: { state: ['sold'] },
    keepers: [['trips', 'carId']],
  })
  expect(readConflicts(...said, { cars: { conflicts: false } })).toEqual({
    unique: [],
    rejects: {},
    keepers: [],
  })
})
