import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const api = parse(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8'))
const toContent = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})

test('openapi.yaml says what the specification says: POST /plants with a bearer token', () => {
  expect(api.info).toMatchObject({ version: '1.0.0', license: { name: 'MIT' } })
  expect(api.security).toEqual([{ bearerAuth: [] }])
  expect(api.components.securitySchemes).toEqual({ bearerAuth: { type: 'http', scheme: 'bearer' } })
  const { post, ...others } = api.paths['/plants']
  expect([Object.keys(api.paths), Object.keys(others)]).toEqual([['/plants'], []])
  expect(post).not.toHaveProperty('security')
  expect(post.requestBody).toMatchObject({ required: true, ...toContent('NewPlant') })
  expect(Object.keys(post.responses)).toEqual(['200', '400'])
  expect(post.responses).toMatchObject({ 200: toContent('Plant'), 400: toContent('Error') })
})

test('openapi.yaml has the three schemas of the specification', () => {
  const { Plant, NewPlant, Error: ApiError, ...others } = api.components.schemas
  expect(others).toEqual({})
  expect(Plant).toMatchObject({
    required: ['name'],
    properties: { name: { type: 'string' }, tag: { type: 'string' } },
  })
  expect(NewPlant.allOf).toMatchObject([
    { required: ['id'], properties: { id: { type: 'integer', format: 'int64' } } },
    { $ref: '#/components/schemas/Plant' },
  ])
  expect(ApiError).toMatchObject({
    required: ['error', 'message'],
    properties: { error: { type: 'integer', format: 'int32' }, message: { type: 'string' } },
  })
})
