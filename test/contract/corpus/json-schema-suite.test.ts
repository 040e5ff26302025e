import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { parseExactJson } from '../../../src/json/exact-json.ts'
import { toApi } from '../describe-api.ts'
import { fetchSuite } from './fetch-package.ts'

interface Group {
  description: string
  schema: unknown
  tests: { description: string; data: unknown; valid: boolean }[]
}

const suite = fetchSuite()
const require = createRequire(import.meta.url)

const read = (file: string): unknown => parseExactJson(readFileSync(file, 'utf8'))

/** Makes a schema known under a URI, besides its own. */
function toNamed(uri: string, schema: unknown): [name: string, schema: unknown][] {
  const own = Object(schema)['$id']
  if (own === undefined) return [[uri, { $id: uri, ...Object(schema) }]]
  return own === uri
    ? [[uri, schema]]
    : [
        [own, schema],
        [uri, { $id: uri, $ref: own }],
      ]
}

/** What schemas of the suite refer to: its own, and those of the draft. */
function readRemotes(): Record<string, unknown> {
  const own = globSync('**/*.json', { cwd: `${suite}/remotes` })
    .filter((file) => !/draft(?!2020-12)/.test(file))
    .flatMap((file) => toNamed(`http://localhost:1234/${file}`, read(`${suite}/remotes/${file}`)))
  const parts = [
    'core',
    'applicator',
    'unevaluated',
    'validation',
    'meta-data',
    'format-annotation',
    'content',
  ]
  const draft = ['schema', ...parts.map((part) => `meta/${part}`)].map((name): [string, unknown] => [
    `draft ${name}`,
    require(`ajv/dist/refs/json-schema-2020-12/${name}.json`),
  ])
  // References in a pointer have no slashes.
  return Object.fromEntries([...own, ...draft].map(([name, schema]) => [name.replaceAll(/\W/g, '-'), schema]))
}

/** Tests that fail, by file and group, and why. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'formats are checked, as people who write them in OpenAPI expect': ['format'],
  'an empty enum is taken for a mistake': ['enum: empty enum'],
  'no vocabulary is switched off by a schema of schemas': [
    'vocabulary: schema that uses custom metaschema with with no validation vocabulary',
  ],
  'ajv finds names such as toString in every object': [
    'properties: properties whose names are Javascript object property names',
    'required: required properties whose names are Javascript object property names',
  ],
  'ajv does not know what contains and items of a branch evaluate': [
    'unevaluatedItems: unevaluatedItems with nested items',
    'unevaluatedItems: unevaluatedItems depends on adjacent contains',
    'unevaluatedItems: unevaluatedItems depends on multiple nested contains',
    'unevaluatedItems: unevaluatedItems and contains interact to control item dependency relationship',
    'unevaluatedItems: unevaluatedItems with minContains = 0',
  ],
  'ajv takes what `if` evaluates for evaluated without a branch, or not at all': [
    'unevaluatedItems: unevaluatedItems can see annotations from if without then and else',
    'unevaluatedProperties: unevaluatedProperties with if/then/else, then not defined',
  ],
}

test.skipIf(suite === undefined)(
  'the required tests of draft 2020-12 pass, but for some that are listed',
  () => {
    const remotes = readRemotes()
    const failing = new Set<string>()
    let passed = 0
    for (const file of globSync('*.json', { cwd: `${suite}/tests/draft2020-12` }).sort()) {
      for (const { description, schema, tests } of read(`${suite}/tests/draft2020-12/${file}`) as Group[]) {
        // References to the root are to the schema, not to the description.
        const tested = typeof schema === 'object' ? { $id: 'http://localhost/tested', ...schema } : schema
        const { schemas } = toApi({}, { schemas: { ...remotes, tested } })
        for (const { data, valid } of tests) {
          const isRight = (schemas.get('tested')?.check(data).length === 0) === valid
          if (isRight) passed++
          else failing.add(file === 'format.json' ? 'format' : `${file.replace('.json', '')}: ${description}`)
        }
      }
    }
    expect([...failing].sort()).toEqual(Object.values(exceptions).flat().sort())
    expect(passed).toBeGreaterThan(1250)
  },
)
