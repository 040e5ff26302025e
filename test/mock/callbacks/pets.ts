import { toContract } from '../../../src/contract/to-contract.ts'
import { toContent, toPaths, toRef } from '../../contract/describe-api.ts'

const paths = toPaths(
  `
  POST /pets?url NewPet? > 201 Pet: createPet | 4XX Wrong
  GET /pets/{id} > Pet: readPet | 4XX Wrong
  PATCH /pets/{id} Pet? > Pet: changePet | 4XX Wrong
  DELETE /pets/{id} > 204: deletePet | 4XX Wrong
  POST /reports > 202: createReport | 4XX Wrong`,
  'integer',
)
const text = { type: 'string' }
const sends = (schema: object, example?: object) => ({
  post: { requestBody: toContent(schema, example) } as object,
})
const header = (name: string) => ({ name, in: 'header', schema: text })

/** What a callback sends about a pet. */
const event = {
  type: 'object',
  required: ['event', 'data'],
  properties: { event: { const: 'pet.created' }, data: toRef('Pet') },
}

const create = paths['/pets']?.['post']
create.parameters.push(header('Idempotency-Key'))
create.responses[201].headers = { Location: { schema: text } }
create.callbacks = {
  created: {
    '{$request.body#/callbackUrl}': {
      post: {
        ...sends(event).post,
        parameters: [{ ...header('X-Event'), example: 'created' }, header('X-Other')],
      },
    },
  },
  // A template that a test chooses.
  chosen: { '{$request.query.url}': { put: {} } },
}

/** Pets, of which callbacks and webhooks tell. */
export const pets = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths,
  webhooks: {
    newPet: sends(toRef('Pet')),
    petChanged: sends(
      { type: 'object', properties: { id: { type: 'integer' }, why: text } },
      { id: 5, why: 'changed' },
    ),
    petDeleted: sends({
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'integer' }, name: { type: 'boolean' } },
    }),
    report: sends({ type: 'object' }, { done: true }),
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
  Object.assign(changed.paths['/pets']?.['post'].callbacks, { chosen: { [url]: { put: {} } } })
  return toContract(changed)
}
