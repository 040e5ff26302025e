import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateOperation } from '../../src/contract/generate/generate-operation.ts'
import { generateRules } from '../../src/contract/generate/generate-rules.ts'
import type { Operation } from '../../src/contract/generate/open-api.ts'

const run = promisify(execFile)
const root = new URL('../../', import.meta.url).pathname
let copy: string

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'plant-store-copy-'))
  for (const path of ['src', 'mocks', 'contracts', 'openapi.yaml', 'package.json'])
    await cp(join(root, path), join(copy, path), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rm(copy, { recursive: true }))

const generate = (...args: string[]) =>
  run(process.execPath, [join(copy, 'src/contract/generate.ts'), ...args], { cwd: copy })

interface Answer {
  status: number
  body: string
}

/** Posts bodies through the doors of the copy, and returns the answers of each body, which must be the same. */
async function postToCopy(bodies: readonly string[]): Promise<Answer[]> {
  const program = `
    import { createPlantStore } from ${JSON.stringify(join(copy, 'src/index.ts'))}
    import { startServer } from ${JSON.stringify(join(copy, 'src/server/start-server.ts'))}
    const headers = { authorization: 'Bearer x', 'content-type': 'application/json' }
    const read = async (response) => ({ status: response.status, body: await response.text() })
    const post = async (body) => {
      const { status, body: text } = await createPlantStore().handle({ method: 'POST', path: '/plants', headers, body })
      const init = { method: 'POST', headers, body }
      await using server = await startServer({ port: 0 })
      return [
        { status, body: text },
        await read(await createPlantStore().fetch('http://x.example/plants', init)),
        await read(await fetch(server.url + '/plants', init)),
      ]
    }
    console.log(JSON.stringify(await Promise.all(process.argv.slice(1).map(post))))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program, ...bodies])
  return JSON.parse(stdout).map(([plainData, ...others]: Answer[]) => {
    expect(others).toEqual([plainData, plainData])
    return plainData
  })
}

describe('npm run generate', () => {
  test('makes every door follow a change of openapi.yaml, with an int64 in the answer too', async () => {
    const path = join(copy, 'openapi.yaml')
    const before = await readFile(path, 'utf8')
    const after = before
      .replace('format: int64\n', 'format: int64\n              minimum: 1\n')
      .replace('required: [name]', 'required: [name, height]')
      .replace(
        '        tag:\n',
        '        height:\n          type: integer\n          maximum: 9\n        owner:\n          type: integer\n          format: int64\n        tag:\n',
      )
      .replace('          description: The name of the plant\n', '          minLength: 2\n')
    await writeFile(path, after)

    await expect(generate('--check')).rejects.toMatchObject({
      stderr: expect.stringMatching(/^Stale: .*contract\/generated\/types\.ts.*Run `npm run generate`/),
    })
    await generate()

    const refuse = (message: string): Answer => ({
      status: 400,
      body: JSON.stringify({ error: 40003, message }),
    })
    const both =
      'name must be a string of at least 2 characters, got "F"; height must be an integer from -9007199254740991 to 9, got 10'
    const ids = ['-5', '-9007199254740993', '9223372036854775808']
    const created = '{"name":"Fern","height":3,"owner":9007199254740993}'
    const bodies = [
      '{"id":1,"name":"Fern"}',
      '{"id":1,"name":"F","height":10}',
      ...ids.map((id) => `{"id":${id},"name":"Fern","height":3}`),
      created.replace('{', '{"id":1,'),
    ]
    expect(await postToCopy(bodies)).toEqual([
      refuse('height is missing'),
      refuse(both),
      ...ids.map((id) => refuse(`id must be an integer from 1 to 9223372036854775807, got ${id}`)),
      { status: 200, body: created },
    ])
    expect(await readFile(join(copy, 'src/contract/generated/types.ts'), 'utf8')).toContain('height: number')
  })

  test('says in one line what it cannot translate, and writes nothing', async () => {
    const path = join(copy, 'openapi.yaml')
    const before = await readFile(path, 'utf8')
    const keyword = before.replace('minimum: 1\n', 'multipleOf: 2\n')
    await writeFile(path, keyword.replace('maximum: 9\n', 'maximum: 8\n'))
    const schemas = await readFile(join(copy, 'src/contract/generated/schemas.ts'), 'utf8')
    await expect(generate()).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Failed to generate: schemas\.ts can't check multipleOf of .+\n$/),
    })
    expect(await readFile(join(copy, 'src/contract/generated/schemas.ts'), 'utf8')).toBe(schemas)
  })
})

test.each([
  [{ restsOn: ['id-ner'] }, 'there is no rule id-ner'],
  [{ groups: ['idz'] }, 'there is no group idz'],
  [{ status: 'nope' }, 'there is no rule nope'],
  [{ id: 'id-near' }, 'the rule id-near is there twice'],
])('a rule with %j is an error that names it', (members, fault) => {
  const rules = [{ id: 'id-near' }, { id: 'id-far', ...members }]
  expect(() => generateRules({ groups: { ids: { meaning: 'ids' } }, rules })).toThrow(
    `Failed to generate: in contracts/rules.yaml, ${fault}`,
  )
})

describe('a description that the generator does not support is an error that says what', () => {
  const schemas = { NewPlant: {}, Plant: {} }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/NewPlant' } } }
  const post: Operation = { requestBody: { content }, responses: { 200: { content } } }
  test.each<[problem: string, paths: Record<string, Record<string, Operation>>]>([
    ['openapi.yaml must have one operation, but has none', {}],
    ['but has POST /plants, GET /plants', { '/plants': { post, get: {} } }],
    ['but has POST /plants, POST /pots', { '/plants': { post }, '/pots': { post } }],
    ['the body of POST /plants has no content', { '/plants': { post: { responses: { 200: { content } } } } }],
    ['POST /plants has no responses', { '/plants': { post: { requestBody: { content } } } }],
    ['the 204 of POST /plants has no content', { '/plants': { post: { ...post, responses: { 204: {} } } } }],
    [
      'POST /plants has the response default,',
      { '/plants': { post: { ...post, responses: { default: {} } } } },
    ],
    [
      'the 200 of POST /plants must refer to a schema in components',
      { '/plants': { post: { ...post, responses: { 200: { content: { 'application/json': {} } } } } } },
    ],
    [
      'the body of POST /plants has more than one content type',
      { '/plants': { post: { ...post, requestBody: { content: { ...content, 'text/plain': {} } } } } },
    ],
  ])('%s', (problem, paths) => {
    const generate = () => generateOperation({ paths, components: { schemas } })
    expect(generate).toThrow('Failed to generate: ')
    expect(generate).toThrow(problem)
  })

  test('a schema that is missing', () => {
    const generate = () =>
      generateOperation({ paths: { '/plants': { post } }, components: { schemas: { Plant: {} } } })
    expect(generate).toThrow('Failed to generate: openapi.yaml has no schema NewPlant')
  })
})
