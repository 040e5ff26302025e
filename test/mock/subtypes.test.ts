import { describe, expect, test } from 'vitest'
import { toContract } from '../../src/contract/to-contract.ts'
import { createMock } from '../../src/mock/create-mock.ts'
import { sendToMock } from './send-to-mock.ts'

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
function toPets(schemas: Record<string, unknown>, isOld = false): object {
  const schema = { $ref: `#/${isOld ? 'definitions' : 'components/schemas'}/Pet` }
  const toContent = (of: object) =>
    isOld ? { schema: of } : { content: { 'application/json': { schema: of } } }
  const respond = (status: number, of: object) => ({
    responses: { [status]: { description: 'OK', ...toContent(of) }, 400: { description: 'Wrong' } },
  })
  const sent = isOld
    ? { parameters: [{ name: 'body', in: 'body', required: true, schema }] }
    : { requestBody: { required: true, ...toContent(schema) } }
  const id = {
    name: 'id',
    in: 'path',
    required: true,
    ...(isOld ? { type: 'integer' } : { schema: { type: 'integer' } }),
  }
  return {
    ...(isOld
      ? { swagger: '2.0', consumes: ['application/json'], produces: ['application/json'] }
      : { openapi: '3.0.3' }),
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pets': {
        get: respond(200, { type: 'array', items: schema }),
        post: { ...sent, ...respond(201, schema) },
      },
      '/pets/{id}': { parameters: [id], get: respond(200, schema) },
    },
    ...(isOld ? { definitions: schemas } : { components: { schemas } }),
  }
}

const inherited = (parent: string) => ({ Cat: extend(parent, cat), Dog: extend(parent, dog) })
const descriptions = {
  'subtypes that extend a base with a discriminator': toPets({
    Pet: { ...base, discriminator: { propertyName: 'kind', mapping } },
    ...inherited('#/components/schemas/Pet'),
  }),
  'oneOf with a discriminator': toPets({
    Pet: {
      oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
      discriminator: { propertyName: 'kind', mapping },
    },
    Base: base,
    ...inherited('#/components/schemas/Base'),
  }),
  'a discriminator of Swagger 2.0': toPets(
    { Pet: { ...base, discriminator: 'kind' }, ...inherited('#/definitions/Pet') },
    true,
  ),
}

describe.each(Object.entries(descriptions))('a resource of %s', (_name, description) => {
  const mock = createMock({ contract: toContract(description), unknownProperties: 'reject' })
  const post = (body: object) => sendToMock(mock, { to: 'POST /pets', body })

  test('keeps what each subtype has', async () => {
    const tom = { name: 'Tom', kind: 'Cat', lives: 9 }
    const rex = { name: 'Rex', kind: 'Dog', good: true }
    expect(await post(tom)).toMatchObject({ status: 201, body: { id: 1, ...tom } })
    expect(await post(rex)).toMatchObject({ status: 201, body: { id: 2, ...rex } })
    expect((await sendToMock(mock, { to: 'GET /pets/1' })).body).toEqual({ id: 1, ...tom })
    expect((await sendToMock(mock, { to: 'GET /pets' })).body).toEqual([
      { id: 1, ...tom },
      { id: 2, ...rex },
    ])
  })

  test.each<[body: object, reason: RegExp]>([
    [{ name: 'Tom', kind: 'Cat' }, /\/lives is missing/],
    [{ name: 'Tom', kind: 'Cat', lives: 0 }, /\/lives must be an integer from 1, got 0/],
    [{ name: 'Tom', kind: 'Fish' }, /\/kind must be .*Cat.*Dog.*, got "Fish"/],
    [{ name: 'Tom', kind: 'Cat', lives: 9, wings: 2 }, /\/wings isn't a known property/],
  ])('rejects %j', async (body, reason) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      failure: 'invalid-body',
      reason: expect.stringMatching(reason),
    })
  })
})
