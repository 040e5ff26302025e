import { toApi, toPaths } from '../contract/describe-api.ts'

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

const paths = toPaths(
  'GET /pets > [Pet] | 400 Wrong\nPOST /pets Pet > 201 Pet | 400 Wrong\nGET /pets/{id} > Pet | 400 Wrong',
  'integer',
)
const inherited = (parent: string) => ({ Cat: extend(parent, cat), Dog: extend(parent, dog) })
/** Cats and dogs, which extend a base that has the discriminator. */
export const extendedPets = toApi(paths, {
  schemas: {
    Pet: { ...base, discriminator: { propertyName: 'kind', mapping } },
    ...inherited('#/components/schemas/Pet'),
  },
})

const oneOf = Object.values(mapping).map(($ref) => ({ $ref }))
/** Cats and dogs, of which a oneOf has the discriminator. */
export const chosenPets = toApi(paths, {
  schemas: {
    Pet: { oneOf, discriminator: { propertyName: 'kind', mapping } },
    Base: base,
    ...inherited('#/components/schemas/Base'),
  },
})
