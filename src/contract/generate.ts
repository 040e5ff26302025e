/**
 * Makes types and validators from the hand-written descriptions: `npm run generate`.
 * With `--check` nothing is written, and a stale file fails.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { _, type AnySchemaObject, type KeywordCxt } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { build } from 'esbuild'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { parse } from 'yaml'

type Schemas = Record<string, AnySchemaObject>
interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      {
        requestBody: { content: object }
        responses: Record<string, { content: Record<string, { schema: { $ref: string } }> }>
      }
    >
  >
  components: { schemas: Schemas }
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Writes an int64 as `number | bigint`: a bigint where a number cannot hold it. */
async function generateTypes(): Promise<string> {
  const { createKeywordTypeNode, createUnionTypeNode } = ts.factory
  const exactInteger = createUnionTypeNode([
    createKeywordTypeNode(ts.SyntaxKind.NumberKeyword),
    createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword),
  ])
  const nodes = await openapiTS(pathToFileURL(join(root, 'openapi.yaml')), {
    transform: (schema) => (schema.format === 'int64' ? exactInteger : undefined),
  })
  return astToString(nodes)
}

/** Gathers what a keyword says in a schema, in what it refers to and in its parts. */
function gather<T>(
  schema: AnySchemaObject | undefined,
  schemas: Schemas,
  read: (schema: AnySchemaObject) => T[],
): T[] {
  if (schema === undefined) return []
  const target = schemas[String(schema['$ref']).split('/').at(-1) ?? '']
  const parts: AnySchemaObject[] = [...(target === undefined ? [] : [target]), ...(schema['allOf'] ?? [])]
  return [...read(schema), ...parts.flatMap((part) => gather(part, schemas, read))]
}

const findInt64 = (properties: Schemas): string[] =>
  Object.keys(properties).filter((member) => properties[member]?.['format'] === 'int64')

/** Writes a function that keeps the members a schema names and leaves out optional ones that are not there. */
function generatePick(name: string, schemas: Schemas): string {
  const members = gather(schemas[name], schemas, ({ properties }) => Object.keys(properties ?? {}))
  const required = new Set(gather<string>(schemas[name], schemas, (schema) => schema['required'] ?? []))
  const ofAll = members.filter((member) => required.has(member))
  const ofSome = members.filter((member) => !required.has(member))
  const int64Members = new Set(gather(schemas[name], schemas, ({ properties = {} }) => findInt64(properties)))
  const key = (member: string) => JSON.stringify(member)
  const read = (member: string) =>
    int64Members.has(member) ? `toExactInteger(from[${key(member)}])` : `from[${key(member)}]`
  return [
    `/** Keeps the members of ${name} and no others, integers in the form in which equal ones are the same value. */`,
    `export function pick${name}(from: ${name}): ${name} {`,
    `  const picked: ${name} = { ${ofAll.map((member) => `${key(member)}: ${read(member)}`).join(', ')} }`,
    ...ofSome.map(
      (member) => `  if (from[${key(member)}] !== undefined) picked[${key(member)}] = ${read(member)}`,
    ),
    '  return picked',
    '}\n',
  ].join('\n')
}

/** Writes what the doors know of the one operation, so that they follow the description. */
function generateOperation({ paths, components: { schemas } }: OpenApi): string {
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      contentType: Object.keys(requestBody.content).join(),
      answers: Object.fromEntries(
        Object.entries(responses).map(([status, { content }]) => [
          status,
          Object.values(content)
            .map(({ schema }) => schema.$ref.replace(/.*\//, ''))
            .join(),
        ]),
      ),
    })),
  )
  if (found.length !== 1)
    throw new Error(`Failed to generate: openapi.yaml must have one operation, has ${found.length}`)
  return [
    `import { toExactInteger } from '../exact-integer.ts'`,
    `import type { components } from './types.ts'\n`,
    `type Schemas = components['schemas']`,
    `type NewPlant = Schemas['NewPlant']`,
    `type Plant = Schemas['Plant']\n`,
    `/** The one operation of the interface; \`answers\` names the schema of the body by status. */`,
    'export const operation: { method: string; path: string; contentType: string; answers: Record<string, keyof Schemas> } =',
    `  ${JSON.stringify(found[0], null, 2)}\n`,
    generatePick('NewPlant', schemas),
    generatePick('Plant', schemas),
  ].join('\n')
}

const int32 = { minimum: -2147483648, maximum: 2147483647 }
const int64 = { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n }

/** The keywords that an int64 can have; no others are known to hold for a bigint. */
const int64Keywords = new Set([
  'type',
  'format',
  'description',
  'title',
  'example',
  'examples',
  'minimum',
  'maximum',
])

/** Stands for type, format and bounds of an int64 together: one error for one mistake, and bigints are integers. */
const int64Keyword = {
  keyword: 'int64',
  schemaType: 'object' as const,
  code(context: KeywordCxt) {
    const { data, schema } = context
    const from = schema.minimum > int64.minimum ? BigInt(schema.minimum) : int64.minimum
    const to = schema.maximum < int64.maximum ? BigInt(schema.maximum) : int64.maximum
    context.setParams({ from: String(from), to: String(to) })
    const isInteger = _`(Number.isSafeInteger(${data}) || typeof ${data} === "bigint")`
    // Numbers hold these bounds exactly, where they would not hold 2^63 - 1.
    context.fail(_`!(${isInteger} && ${data} >= ${Number(from)} && ${data} < ${Number(to + 1n)})`)
  },
  error: {
    message: 'must be an int64',
    params: ({ params }: { params: KeywordCxt['params'] }) =>
      _`{ from: ${params['from']}, to: ${params['to']} }`,
  },
}

/** Translates what OpenAPI adds to JSON Schema into what the validators check. */
function toJsonSchemas(schemas: Schemas): Schemas {
  const text = JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/$defs/')
  return JSON.parse(text, (_key, value) => {
    if (value?.format === 'int64') {
      const unknown = Object.keys(value).filter((keyword) => !int64Keywords.has(keyword))
      if (unknown.length > 0)
        throw new Error(`Failed to generate: an int64 cannot have ${unknown.join(', ')}`)
      const { minimum = -Infinity, maximum = Infinity } = value
      return { int64: { minimum, maximum } }
    }
    return value?.format === 'int32' ? { type: 'integer', ...int32, ...value } : value
  })
}

/** Compiles named schemas to one self-contained module that needs neither ajv nor `new Function`. */
async function generateValidators(schemas: Schemas, names: readonly string[]): Promise<string> {
  const ajv = new Ajv2020({
    allErrors: true,
    messages: false,
    strict: false,
    validateFormats: false,
    keywords: [int64Keyword],
    schemas: [{ $id: 'kit', $defs: toJsonSchemas(schemas) }],
    code: { source: true, esm: true, lines: true },
  })
  const exports = Object.fromEntries(names.map((name) => [`validate${name}`, `kit#/$defs/${name}`]))
  const { outputFiles } = await build({
    stdin: { contents: standaloneCode.default(ajv, exports), resolveDir: root },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error('Failed to generate: esbuild gave no output')
  return file.text
    .replace(/^\/\/ <stdin>\n/m, '')
    .replace(/^var (validate[A-Z]\w*) = /gm, 'export const $1: Validate = ')
    .replace(/^export \{[^}]*\};\n/m, '')
}

/** Resolves the references of a description of several files into one document. */
async function bundleOpenApi(path: string): Promise<OpenApi> {
  const folder = await mkdtemp(join(tmpdir(), 'plant-store-'))
  try {
    const output = join(folder, 'bundled.json')
    const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js')
    await promisify(execFile)(process.execPath, [redocly, 'bundle', join(root, path), '--output', output], {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
    })
    return JSON.parse(await readFile(output, 'utf8'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8')

async function generate(): Promise<Record<string, string>> {
  const api: OpenApi = parse(await read('openapi.yaml'))
  const { $defs, ...scenario } = JSON.parse(await read('mocks/schemas/scenario.json'))
  const controlApi = await bundleOpenApi('src/server/control-api.yaml')
  const note = (source: string) => `// Made from ${source} by \`npm run generate\`: do not edit.\n`
  const validators = async (source: string, schemas: Schemas, names: readonly string[], problems: string) =>
    `// @ts-nocheck\n${note(source)}import type { Validate } from '${problems}'\n\n${await generateValidators(schemas, names)}`
  return {
    'src/contract/generated/types.ts': note('openapi.yaml') + (await generateTypes()),
    'src/contract/generated/operation.ts': note('openapi.yaml') + generateOperation(api),
    'src/contract/generated/validators.ts': await validators(
      'openapi.yaml',
      api.components.schemas,
      ['NewPlant', 'Plant', 'Error'],
      '../problems.ts',
    ),
    'src/store/generated/validators.ts': await validators(
      'mocks/schemas/scenario.json',
      { ...$defs, Scenario: scenario },
      ['Scenario', 'Fault'],
      '../../contract/problems.ts',
    ),
    'src/server/generated/validators.ts': await validators(
      'src/server/control-api.yaml',
      controlApi.components.schemas,
      ['RequestPattern'],
      '../../contract/problems.ts',
    ),
    'src/server/generated/control-api.ts': `${note('src/server/control-api.yaml')}export const controlApi: object = ${JSON.stringify(controlApi, null, 2)}\n`,
  }
}

const check = process.argv.includes('--check')
const stale: string[] = []
for (const [path, content] of Object.entries(await generate())) {
  if ((await read(path).catch(() => '')) === content) continue
  stale.push(path)
  if (check) continue
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), content)
  console.log(`Wrote ${path}`)
}
if (check && stale.length > 0) {
  console.error(`Stale: ${stale.join(', ')}. Run \`npm run generate\` and commit what it writes.`)
  process.exitCode = 1
}
