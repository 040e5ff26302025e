import { toContract } from '../../../src/contract/to-contract.ts'

const json = (schema: object, more: object = {}) => ({
  content: { 'application/json': { schema, ...more } },
})
const pet = { $ref: '#/components/schemas/Pet' }
const responses = (status: number, more: object = {}) => ({
  responses: { [status]: { description: '', ...more }, '4XX': { description: '' } },
})
const text = { type: 'string' }
const query = { name: 'url', in: 'query', schema: text }
const sends = (schema: object, more?: object) => ({ post: { requestBody: json(schema, more) } })

/** What a callback sends about a pet. */
const event = {
  type: 'object',
  required: ['event', 'data'],
  properties: { event: { const: 'pet.created' }, data: pet },
}

/** Pets, of which callbacks and webhooks tell. */
export const pets = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      post: {
        operationId: 'createPet',
        parameters: [query, { name: 'Idempotency-Key', in: 'header', schema: text }],
        requestBody: json({ $ref: '#/components/schemas/NewPet' }),
        ...responses(201, { headers: { Location: { schema: text } }, ...json(pet) }),
        callbacks: {
          created: {
            '{$request.body#/callbackUrl}': {
              post: {
                ...sends(event).post,
                parameters: [
                  { name: 'X-Event', in: 'header', example: 'created', schema: text },
                  { name: 'X-Other', in: 'header', schema: text },
                ],
              },
            },
          },
          // A template that a test chooses.
          chosen: { '{$request.query.url}': { put: {} } },
        },
      },
    },
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } }],
      get: { operationId: 'readPet', ...responses(200, json(pet)) },
      patch: { operationId: 'changePet', requestBody: json(pet), ...responses(200, json(pet)) },
      delete: { operationId: 'deletePet', ...responses(204) },
    },
    '/reports': { post: { operationId: 'createReport', ...responses(202) } },
  },
  webhooks: {
    newPet: sends(pet),
    petChanged: sends(
      { type: 'object', properties: { id: { type: 'integer' }, why: text } },
      {
        example: { id: 5, why: 'changed' },
      },
    ),
    petDeleted: sends({
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'integer', format: 'int64' }, name: { type: 'boolean' } },
    }),
    report: sends({ type: 'object' }, { example: { done: true } }),
  },
  components: {
    schemas: {
      NewPet: {
        type: 'object',
        required: ['name'],
        properties: { name: text, tag: text, callbackUrl: text, number: { type: 'integer' } },
      },
      Pet: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { ...text, example: 'Rex' },
          tag: { ...text, example: 'dog' },
        },
      },
    },
  },
}

/** The same with another URL for the callback `chosen`, of the operation that creates a pet. */
export function petsWith(url: string) {
  const changed = structuredClone(pets)
  Object.assign(changed.paths['/pets'].post.callbacks, { chosen: { [url]: { put: {} } } })
  return toContract(changed)
}
