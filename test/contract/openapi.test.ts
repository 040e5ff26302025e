import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { getHttpOperationsFromSpec } from '@stoplight/prism-cli/dist/operations.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { answerSchemas, operation } from '../../src/contract/generated/operation.ts'

const file = new URL('../../openapi.yaml', import.meta.url).pathname
const api = parse(readFileSync(file, 'utf8'))

describe('openapi.yaml says what the specification says', () => {
  test('version 1.0.0 under the MIT license', () => {
    expect(api.info).toMatchObject({ version: '1.0.0', license: { name: 'MIT' } })
  })

  test('one operation, POST /plants', () => {
    expect(Object.keys(api.paths)).toEqual(['/plants'])
    expect(Object.keys(api.paths['/plants'])).toEqual(['post'])
    expect(operation).toEqual({
      method: 'POST',
      path: '/plants',
      contentType: 'application/json',
    })
    expect(answerSchemas).toEqual({ 200: 'Plant', 400: 'Error' })
  })

  test('bearer authentication on every operation', () => {
    expect(api.security).toEqual([{ bearerAuth: [] }])
    expect(api.components.securitySchemes).toEqual({ bearerAuth: { type: 'http', scheme: 'bearer' } })
    expect(api.paths['/plants'].post).not.toHaveProperty('security')
  })

  test('a required body, 200 with a Plant and 400 with an Error, all as application/json', () => {
    const { requestBody, responses } = api.paths['/plants'].post
    const schemaOf = ({ content }: { content: Record<string, { schema: { $ref: string } }> }) =>
      Object.entries(content).map(([type, { schema }]) => [type, schema.$ref.split('/').at(-1)])
    expect(requestBody.required).toBe(true)
    expect(schemaOf(requestBody)).toEqual([['application/json', 'NewPlant']])
    expect(Object.keys(responses)).toEqual(['200', '400'])
    expect(schemaOf(responses['200'])).toEqual([['application/json', 'Plant']])
    expect(schemaOf(responses['400'])).toEqual([['application/json', 'Error']])
  })

  test('three schemas', () => {
    const { Plant, NewPlant, Error: ApiError } = api.components.schemas
    expect(Object.keys(api.components.schemas).sort()).toEqual(['Error', 'NewPlant', 'Plant'])
    expect(Plant).toMatchObject({
      required: ['name'],
      properties: { name: { type: 'string' }, tag: { type: 'string' } },
    })
    expect(NewPlant.allOf[0]).toMatchObject({
      required: ['id'],
      properties: { id: { type: 'integer', format: 'int64' } },
    })
    expect(NewPlant.allOf[1]).toEqual({ $ref: '#/components/schemas/Plant' })
    expect(ApiError).toMatchObject({
      required: ['error', 'message'],
      properties: { error: { type: 'integer', format: 'int32' }, message: { type: 'string' } },
    })
  })
})

test('Prism reads it', async () => {
  const operations = await getHttpOperationsFromSpec(file)
  expect(operations).toMatchObject([
    { method: 'post', path: '/plants', responses: [{ code: '200' }, { code: '400' }] },
  ])
})

test.each(['openapi.yaml', 'src/server/control-api.yaml'])('Redocly finds nothing in %s', async (path) => {
  const cwd = new URL('../../', import.meta.url).pathname
  const redocly = `${cwd}node_modules/@redocly/cli/bin/cli.js`
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [redocly, 'lint', path, '--format=json'],
    {
      cwd,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
    },
  )
  expect(JSON.parse(stdout).problems, stderr).toEqual([])
})
