import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generateFiles } from '../../src/contract/generate/generate-files.ts'
import { generateMembers } from '../../src/contract/generate/generate-members.ts'
import { generateRules } from '../../src/contract/generate/generate-rules.ts'
import { readOpenApi } from '../../src/contract/generate/read-open-api.ts'
import { checkFiles, writeFiles } from '../../src/contract/generate/write-files.ts'
import { createFolder } from '../tools/folder.ts'
import { changeOpenApi } from './changes/load-changed.ts'

const readInput = (path: string): string =>
  readFileSync(new URL(`generate-input/${path.split('/').at(-1)}`, import.meta.url), 'utf8')

test('code is generated from descriptions with everything that is supported', async () => {
  const files = await generateFiles(readInput)
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
  generateRules(
    { groups: { ids: { ...groups.ids, ...group } }, rules: [{ id: 'near' }, { id: 'far', ...rule }] },
    { holds: { 'plant-members': true }, texts: {} },
  )

test.each<[problem: string, generate: () => string]>([
  ['there is no rule ner', () => generateRule({ restsOn: ['ner'] })],
  ['there is no rule nope', () => generateRule({ status: 'nope' })],
  ['there is no rule none', () => generateRule({}, { serverErrors: 'none' })],
  ['there is no group idz', () => generateRule({ groups: ['idz'] })],
  ['there is no condition plants', () => generateRule({ onlyIf: 'plants' })],
  ['the rule near is there twice', () => generateRule({ id: 'near' })],
])('a mistake in the rules is an error: %s', (problem, generate) => {
  expect(generate).toThrow(`Failed to generate: in contracts/rules.yaml, ${problem}`)
})

const plant = 'components schemas Plant'
const member = `${plant} properties species`
const post = 'paths /plants post'
const json = 'content application/json'
const ofError = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }

/** What the generator would have to ignore, each with the line of openapi.yaml and what to write instead. */
test.each<[path: string, value: unknown, problem: string]>([
  ['openapi', '3.0.3', 'openapi must be 3.1.0 or another 3.1'],
  ['webhooks', {}, "webhooks isn't supported. The kit calls nobody: remove them."],
  ['components parameters', {}, "components.parameters isn't supported"],
  ['paths', {}, 'paths has no operation'],
  [
    'paths /pots',
    { get: {} },
    'paths./pots.get is a second operation. The kit has one: remove it here, and forward its requests with plant-store start --upstream URL.',
  ],
  ['paths /plants parameters', [], "paths./plants.parameters isn't supported. The store reads no parameters"],
  [`${post} parameters`, [], "paths./plants.post.parameters isn't supported. The store reads no parameters"],
  [`${post} security`, [], "paths./plants.post.security isn't supported. Declare it once"],
  [`${post} requestBody`, undefined, 'paths./plants.post has no requestBody'],
  [`${post} requestBody required`, false, 'paths./plants.post.requestBody must have required: true'],
  [`${post} requestBody content`, {}, 'paths./plants.post.requestBody has no content'],
  [`${post} requestBody content text/plain`, {}, 'has several content types'],
  [
    `${post} requestBody ${json} schema`,
    { $ref: '#/components/schemas/Plant' },
    'must be { $ref: "#/components/schemas/NewPlant" }.',
  ],
  [
    `${post} requestBody ${json} schema`,
    { type: 'object' },
    'must be { $ref: "#/components/schemas/NewPlant" }.',
  ],
  [`${post} requestBody ${json} encoding`, {}, "encoding isn't supported. The body is JSON"],
  [`${post} responses`, {}, 'paths./plants.post has no responses'],
  [`${post} responses default`, ofError, 'must be one status from 200 to 299 or from 400 to 599'],
  [`${post} responses 302`, ofError, 'must be one status from 200 to 299 or from 400 to 599'],
  [`${post} responses 201`, {}, 'paths./plants.post.responses.201 has no content'],
  [
    `${post} responses 400 content`,
    { 'application/problem+json': {} },
    'content.application/problem+json must be application/json',
  ],
  [`${post} responses 200`, undefined, 'must have one status from 200 to 299, not 0'],
  [`${post} responses 400`, undefined, 'must have a status from 400 to 499'],
  [`${post} responses 200 headers`, {}, "headers isn't supported. The kit neither sends nor judges headers"],
  [
    `${post} responses 200`,
    { $ref: '#/components/responses/Ok' },
    "$ref isn't supported. Write the part here",
  ],
  ['security', undefined, 'the document must require one scheme of the type http with the scheme bearer'],
  ['security', [{ bearerAuth: [] }, {}], 'security must require one scheme'],
  ['components securitySchemes bearerAuth', { type: 'apiKey' }, 'security must require one scheme'],
  [member, { $ref: '#/components/schemas/Error', type: 'object' }, '$ref has type beside it'],
  [member, { $ref: 'pots.yaml#/Plant' }, 'pots.yaml#/Plant leads to no schema of this document'],
  [member, { $ref: '#/components/schemas/Plant' }, 'leads back to itself'],
  [`${plant} properties constructor`, { type: 'string' }, "can't be the name of a member"],
  [`${plant} properties id`, { type: 'string' }, 'NewPlant.allOf gives id two values of type'],
  [member, { $ref: '#/components/schemas/Plan' }, 'leads to no schema of this document'],
  [member, { oneOf: { type: 'string' } }, 'oneOf must be array'],
  [member, { oneOf: [] }, 'oneOf must NOT have fewer than 1 items'],
  [member, { type: 'object', properties: null }, 'properties must be object'],
  [member, { type: 'string', enum: [1] }, 'enum has 1, which the rest of the schema'],
  [member, { enum: ['a'], const: 'b' }, 'enum has "a", which the rest of the schema'],
  [member, { type: 'integer', minimum: 2, example: 1 }, 'example has 1, which the rest of the schema'],
  [member, { oneOf: [{ type: 'integer' }, { type: 'number' }] }, 'oneOf has choices that overlap'],
  ['security', 'bearerAuth', 'security must require one scheme'],
  [`${post} responses 204`, ofError, 'must be one status from 200 to 299 or from 400 to 599 that has a body'],
  [
    'components schemas NewPlant',
    {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'integer', format: 'int64' }, tag: { type: 'string' } },
    },
    'Plant.required names name, which no NewPlant has',
  ],
  [member, true, 'species must be a schema, as an object'],
  [member, {}, 'species needs a type'],
  [member, { type: 'text' }, 'type must be equal to one of the allowed values: array, boolean'],
  [member, { type: ['string', 'object'] }, 'can only list strings, numbers, booleans, and null'],
  [member, { enum: [{}] }, 'can only list strings, numbers, booleans, and null'],
  [member, { type: 'integer', multipleOf: 2 }, "multipleOf isn't supported. The kit can't check it"],
  [
    member,
    { type: 'string', nullable: true },
    "nullable isn't supported. OpenAPI 3.1 writes type: [string, 'null']",
  ],
  [member, { type: 'number', format: 'decimal' }, 'format must be one of int32, int64, float, double'],
  [
    member,
    { type: 'array', items: { type: 'date' } },
    'items.type must be equal to one of the allowed values',
  ],
  [member, { type: 'array', items: { type: 'string' }, uniqueItems: true }, "uniqueItems isn't supported"],
  [
    member,
    { type: 'object', additionalProperties: { type: 'string' } },
    'additionalProperties must be true or false',
  ],
  [member, { type: 'object', required: ['row'] }, 'required names row, which is not under properties'],
  [
    member,
    { anyOf: [{ type: 'object' }, { type: 'string' }] },
    'anyOf.0 must be a schema of a string, number',
  ],
  [member, { oneOf: [{ type: 'string' }, { type: 'string' }] }, 'oneOf has choices that overlap. Use anyOf'],
  [member, { anyOf: [{ type: 'string' }], minLength: 1 }, "minLength isn't supported beside anyOf"],
  [member, { type: 'string', minLength: '3' }, 'minLength must be integer'],
  [member, { type: 'string', minLength: 1e9 }, "minLength can't be more than 1000000"],
  [member, { type: 'string', minLength: 3, maxLength: 2 }, "minLength can't be more than maxLength"],
  [member, { type: 'number', minimum: 'a' }, 'minimum must be number'],
  [member, { type: 'integer', minimum: 2 ** 60 }, "minimum can't be beyond 2^53"],
  [member, { type: 'string', pattern: '[a-' }, "pattern isn't a regular expression with the flag u"],
  [member, { type: 'string', enum: [] }, 'enum needs a value'],
  [member, { type: 'object', required: 'row' }, 'required must be array'],
  [
    'paths /plants get',
    { responses: {} },
    'paths./plants.get is a second operation. The kit has one: remove it here',
  ],
  [`${plant} allOf`, [{ type: 'string' }], 'allOf.0 must be a schema of an object'],
  [plant, undefined, 'leads to no schema of this document'],
  [`${plant} properties name type`, 'integer', 'must have name: a string, required'],
  [`${plant} required`, ['name', 'tag'], 'must have tag: a string, not required'],
  [
    'components schemas NewPlant allOf 0 properties id format',
    'int32',
    'must have id: an integer of the format int64',
  ],
])('a description that the kit would not follow is refused: %s = %j', (path, value, problem) => {
  const read = () => readOpenApi(changeOpenApi([[path, value]]))
  expect(read).toThrow(/^Failed to generate: openapi\.yaml:\d+: /)
  expect(read).toThrow(problem)
})

test('a member whose values nobody can guess needs an example', () => {
  const generate = (more: object) =>
    generateMembers(
      readOpenApi(changeOpenApi([[member, { type: 'string', pattern: '^(?=.*\\d)[a-z]+\\d$', ...more }]]))
        .components.schemas,
    )
  expect(() => generate({})).toThrow(
    'no value was found that fits the schema of species. Give the schema an example',
  )
  expect(generate({ example: 'fern1' })).toContain('{"species":"fern1"}')
})

test('a mistake names the line of the innermost part', () => {
  const lines = readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8').split('\n')
  const line = lines.findIndex((text) => text.includes('tag:') && !text.includes('{')) + 1
  const text = lines.join('\n').replace('tag:\n', 'tag:\n          maxLength: 3\n          minimum: 1\n')
  expect(() => readOpenApi(text)).toThrow(
    `openapi.yaml:${line + 2}: components.schemas.Plant.properties.tag.minimum`,
  )
})

test.each([
  ['openapi: 3.1.0\npaths: {', 2],
  ['\n', 1],
])('a file that is not YAML, or empty, is refused with the line: %j', (text, line) => {
  expect(() => readOpenApi(text)).toThrow(`Failed to generate: openapi.yaml:${line}: `)
})
