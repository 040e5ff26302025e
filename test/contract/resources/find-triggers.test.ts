import { expect, test } from 'vitest'
import { toApi } from '../describe-api.ts'

const content = (schema: object) => ({ content: { 'application/json': { schema } } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const success = (schema: object) => ({ responses: { '200': { description: '', ...content(schema) } } })
const named = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})

/** The paths of a resource with all effects; the ids of its operations begin with the effect. */
const resource = (path: string, schema: object, noun: string) => {
  const operationIds = (kind: string) => ({ operationId: kind + noun })
  const sent = { requestBody: content(schema) }
  return {
    [path]: {
      get: { ...operationIds('list'), ...success({ type: 'array', items: schema }) },
      post: { ...operationIds('create'), ...sent, ...success(schema) },
    },
    [`${path}/{id}`]: {
      put: { ...operationIds('replace'), ...sent, ...success(schema) },
      patch: { ...operationIds('merge'), ...sent, ...success(schema) },
      delete: operationIds('remove'),
    },
  }
}

const schemas = { Pet: named('id', 'name'), Order: named('id', 'size'), Item: named('id', 'price') }
const paths = {
  ...resource('/pets', ref('Pet'), 'Pet'),
  ...resource('/orders', ref('Order'), 'Order'),
  ...resource('/order-items', ref('Item'), 'Item'),
}

const event = { type: 'object', properties: { event: { type: 'string' }, data: ref('Pet') } }

test.each<[name: string, schema: object, after: string[]]>([
  ['newPet', ref('Pet'), ['createPet']],
  ['pet', ref('Pet'), ['createPet', 'replacePet', 'mergePet']],
  ['pet.created', named('event'), ['createPet']],
  ['onPetsChanged', named('event'), ['replacePet', 'mergePet']],
  ['pet_deleted', named('id'), ['removePet']],
  ['something', event, ['createPet', 'replacePet', 'mergePet']],
  ['orderItemUpdated', ref('Item'), ['replaceItem', 'mergeItem']],
  ['orderItemUpdated', named('event'), []],
  ['newPetition', named('event'), []],
  ['pet', named('event'), []],
])('the webhook %s with %j is sent after %j', (name, schema, after) => {
  const webhooks = { [name]: { post: { requestBody: content(schema) } } }
  const contract = toApi(paths, { schemas }, {}, { webhooks })
  expect(contract.webhooks.flatMap((one) => one.after.map(({ id }) => id))).toEqual(after)
})
