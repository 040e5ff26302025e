import { expect, test } from 'vitest'
import type { ResourceOptions } from '../../../src/contract/contract.ts'
import { toApi, toPaths } from '../describe-api.ts'

const text = { type: 'string' }
const id = { type: 'integer', readOnly: true }
const state = { enum: ['new', 'sold', 'in_repair'] }
const schemas = {
  Car: {
    type: 'object',
    properties: { id, plate: text, vin: text, soldOn: { ...text, format: 'date' }, state },
  },
  Trip: { type: 'object', properties: { id, carId: { type: 'integer' } } },
}

/** What is read from the descriptions of the 409s of a creation, a replacement, and a removal. */
function readConflicts(create: string, replace?: string, remove?: string, resources: ResourceOptions = {}) {
  const paths = toPaths(`
    POST /cars Car > 201 Car
    GET /cars/{carId} > Car
    PUT /cars/{carId} Car > Car
    DELETE /cars/{carId} > 204
    POST /trips Trip > 201 Trip
    GET /trips/{tripId} > Trip`)
  const responses: Record<string, object> = {}
  function conflict(path: string, method: string, description?: string): void {
    if (!description) return
    responses[method] = { description }
    Object.assign(paths[path]?.[method].responses, { 409: { $ref: `#/components/responses/${method}` } })
  }
  conflict('/cars', 'post', create)
  conflict('/cars/{carId}', 'put', replace)
  conflict('/cars/{carId}', 'delete', remove)
  const contract = toApi(paths, { schemas, responses }, { resources })
  const effectOf = (name: string) => {
    const effect = contract.operation(name)?.effect
    return effect === undefined || effect.kind === 'none' ? undefined : effect
  }
  return {
    unique: contract.resources.find(({ name }) => name === 'cars')?.unique,
    rejects: effectOf('PUT /cars/{carId}')?.rejects['state'],
    keepers: effectOf('DELETE /cars/{carId}')?.keepers.map((one) => `${one.resource.name} ${one.property}`),
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
  expect(readConflicts('', replace).rejects).toEqual(states)
})

test.each<[string, string[]]>([
  ['The car has trips.', ['trips carId']],
  ['It still has a trip, which has to be removed first.', ['trips carId']],
  ['The car has open trips.', []],
  ['The car is sold.', []],
])('a record is kept by those that a conflict names: %s', (remove, keepers) => {
  expect(readConflicts('', undefined, remove).keepers).toEqual(keepers)
})

test('a resource may say that conflicts count for nothing', () => {
  const said = ['Another car has this `plate`.', 'The car is sold.', 'The car has trips.'] as const
  expect(readConflicts(...said)).toEqual({ unique: ['plate'], rejects: ['sold'], keepers: ['trips carId'] })
  const without = readConflicts(...said, { cars: { conflicts: false } })
  expect(without).toEqual({ unique: [], rejects: undefined, keepers: [] })
})
