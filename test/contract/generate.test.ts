import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { generateFiles } from '../../src/contract/generate/generate-files.ts'
import { generateOperation } from '../../src/contract/generate/generate-operation.ts'
import { generateRules } from '../../src/contract/generate/generate-rules.ts'
import { generateSchemas } from '../../src/contract/generate/generate-schemas.ts'
import type { Operation, Schemas } from '../../src/contract/generate/open-api.ts'
import { checkFiles, writeFiles } from '../../src/contract/generate/write-files.ts'
import { createFolder } from '../tools/folder.ts'

const readInput = (path: string): string =>
  readFileSync(new URL(`generate-input/${path.split('/').at(-1)}`, import.meta.url), 'utf8')

test('code is generated from descriptions with everything that is supported', async () => {
  const files = await generateFiles(readInput, async (path) => parse(readInput(path)))
  for (const [path, code] of Object.entries(files))
    await expect(code).toMatchFileSnapshot(`recordings/${path.replaceAll('/', '-')}.txt`)
})

test('only stale files are written, and checked files are not', () => {
  using folder = createFolder({ 'old.ts': 'old', 'same.ts': 'same' })
  const files = { 'old.ts': 'changed', 'same.ts': 'same', 'new/empty.ts': '' }
  const stale = 'Stale: old.ts, new/empty.ts. Run `npm run generate` and commit what it writes.'
  expect(checkFiles(folder.path, files)).toBe(stale)
  expect(readFileSync(folder.file('old.ts'), 'utf8')).toBe('old')
  expect(writeFiles(folder.path, files)).toBe('Wrote old.ts\nWrote new/empty.ts')
  expect(readFileSync(folder.file('old.ts'), 'utf8')).toBe('changed')
  expect(checkFiles(folder.path, files)).toBe('')
})

const groups = { ids: { meaning: 'ids' } }
const generateRule = (rule: object, group: object = {}) =>
  generateRules({
    groups: { ids: { ...groups.ids, ...group } },
    rules: [{ id: 'near' }, { id: 'far', ...rule }],
  })
const generateSchema = (schema: object) => generateSchemas({ Pot: schema }, ['Pot'])
const content = { 'application/json': { schema: { $ref: '#/components/schemas/NewPlant' } } }
const post: Operation = { requestBody: { content }, responses: { 200: { content } } }
const generatePaths = (
  paths: Record<string, Record<string, Operation>>,
  schemas: Schemas = { NewPlant: {}, Plant: {} },
) => generateOperation({ paths, components: { schemas } })
const generatePost = (changed: Operation) => generatePaths({ '/plants': { post: { ...post, ...changed } } })

test.each<[problem: string, generate: () => string]>([
  ['in contracts/rules.yaml, there is no rule ner', () => generateRule({ restsOn: ['ner'] })],
  ['in contracts/rules.yaml, there is no rule nope', () => generateRule({ status: 'nope' })],
  ['in contracts/rules.yaml, there is no rule none', () => generateRule({}, { serverErrors: 'none' })],
  ['in contracts/rules.yaml, there is no group idz', () => generateRule({ groups: ['idz'] })],
  ['in contracts/rules.yaml, the rule near is there twice', () => generateRule({ id: 'near' })],
  [
    'schemas.ts can\'t check multipleOf of {"type":"integer","multipleOf":2}',
    () => generateSchema({ type: 'integer', multipleOf: 2 }),
  ],
  ['schemas.ts can\'t check {"type":"null"}', () => generateSchema({ type: 'null' })],
  ['openapi.yaml must have one operation, but has none.', () => generatePaths({})],
  ['but has POST /plants, GET /plants.', () => generatePaths({ '/plants': { post, get: {} } })],
  ['but has POST /plants, POST /pots.', () => generatePaths({ '/plants': { post }, '/pots': { post } })],
  ['openapi.yaml has no schema NewPlant.', () => generatePaths({ '/plants': { post } }, { Plant: {} })],
  ['openapi.yaml has no schema Plant.', () => generatePaths({ '/plants': { post } }, { NewPlant: {} })],
  ['the body of POST /plants has no content.', () => generatePost({ requestBody: {} })],
  ['POST /plants has no responses.', () => generatePost({ responses: {} })],
  ['the 204 of POST /plants has no content.', () => generatePost({ responses: { 204: {} } })],
  [
    'POST /plants has the response default, which is not one status.',
    () => generatePost({ responses: { default: {} } }),
  ],
  [
    'the 200 of POST /plants must refer to a schema in components.',
    () => generatePost({ responses: { 200: { content: { 'application/json': {} } } } }),
  ],
  [
    'the body of POST /plants has more than one content type.',
    () => generatePost({ requestBody: { content: { ...content, 'text/plain': {} } } }),
  ],
])('a description that is not supported is an error: %s', (problem, generate) => {
  expect(generate).toThrow(/^Failed to generate: /)
  expect(generate).toThrow(problem)
})
