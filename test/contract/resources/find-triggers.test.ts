import { expect, test } from 'vitest'
import { toApi, toContent, toNames, toPaths, toRef } from '../describe-api.ts'

/** The paths of a resource with all effects; the ids of its operations begin with the effect. */
const toResource = (path: string, name: string): string => `
  GET ${path} > [${name}]: list${name}
  POST ${path} ${name} > ${name}: create${name}
  PUT ${path}/{id} ${name} > ${name}: replace${name}
  PATCH ${path}/{id} ${name} > ${name}: merge${name}
  DELETE ${path}/{id}: remove${name}`

const schemas = { Pet: toNames('id', 'name'), Order: toNames('id', 'size'), Item: toNames('id', 'price') }
const resources = [
  toResource('/pets', 'Pet'),
  toResource('/orders', 'Order'),
  toResource('/order-items', 'Item'),
]
const paths = toPaths(resources.join(''))
const event = { type: 'object', properties: { event: { type: 'string' }, data: toRef('Pet') } }

test.each<[name: string, schema: object, after: string[]]>([
  ['newPet', toRef('Pet'), ['createPet']],
  ['pet', toRef('Pet'), ['createPet', 'replacePet', 'mergePet']],
  ['pet.created', toNames('event'), ['createPet']],
  ['onPetsChanged', toNames('event'), ['replacePet', 'mergePet']],
  ['pet_deleted', toNames('id'), ['removePet']],
  ['something', event, ['createPet', 'replacePet', 'mergePet']],
  ['orderItemUpdated', toRef('Item'), ['replaceItem', 'mergeItem']],
  ['orderItemUpdated', toNames('event'), []],
  ['newPetition', toNames('event'), []],
  ['pet', toNames('event'), []],
])('the webhook %s with %j is sent after %j', (name, schema, after) => {
  const webhooks = { [name]: { post: { requestBody: toContent(schema) } } }
  const contract = toApi(paths, { schemas }, {}, { webhooks })
  expect(contract.webhooks.flatMap((one) => one.after.map(({ id }) => id))).toEqual(after)
})
