import type { Contract } from '../../src/contract/contract.ts'
import { toApi } from '../contract/describe-api.ts'

const base = {
  type: 'object',
  required: ['name', 'kind'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    kind: { type: 'string' },
  },
}
const extend = (parent: string, own: object) => ({
  allOf: [{ $ref: parent }, { type: 'object', ...own }],
})
const cat = { required: ['lives'], properties: { lives: { type: 'integer', minimum: 1 } } }
const dog = { properties: { good: { type: 'boolean' } } }
const mapping = { Cat: '#/components/schemas/Cat', Dog: '#/components/schemas/Dog' }

/** Makes the description of pets. */
function toPets(schemas: Record<string, unknown>): Contract {
  const schema = { $ref: '#/components/schemas/Pet' }
  const toContent = (of: object) => ({ content: { 'application/json': { schema: of } } })
  const respond = (status: number, of: object) => ({
    responses: { [status]: { description: 'OK', ...toContent(of) }, 400: { description: 'Wrong' } },
  })
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
  return toApi(
    {
      '/pets': {
        get: respond(200, { type: 'array', items: schema }),
        post: { requestBody: { required: true, ...toContent(schema) }, ...respond(201, schema) },
      },
      '/pets/{id}': { parameters: [id], get: respond(200, schema) },
    },
    { schemas },
  )
}

const inherited = (parent: string) => ({ Cat: extend(parent, cat), Dog: extend(parent, dog) })
/** Cats and dogs, which extend a base that has the discriminator. */
export const extendedPets = toPets({
  Pet: { ...base, discriminator: { propertyName: 'kind', mapping } },
  ...inherited('#/components/schemas/Pet'),
})

/** Cats and dogs, of which a oneOf has the discriminator. */
export const chosenPets = toPets({
  Pet: {
    oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
    discriminator: { propertyName: 'kind', mapping },
  },
  Base: base,
  ...inherited('#/components/schemas/Base'),
})
