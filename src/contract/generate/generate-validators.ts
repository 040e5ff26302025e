import { _, type KeywordCxt } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { build } from 'esbuild'
import type { Schemas } from './open-api.ts'
import { root } from './root.ts'

const int32 = { minimum: -2147483648, maximum: 2147483647 }
const int64 = { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n }

/** The keywords that an int64 can have; others may not work for a bigint. */
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
    // Numbers can hold these bounds exactly, but not 2^63 - 1.
    context.fail(_`!(${isInteger} && ${data} >= ${Number(from)} && ${data} < ${Number(to + 1n)})`)
  },
  error: {
    message: 'must be an int64',
    params: ({ params }: { params: KeywordCxt['params'] }) =>
      _`{ from: ${params['from']}, to: ${params['to']} }`,
  },
}

/** Translates OpenAPI's additions to JSON Schema into keywords that the validators check. */
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
export async function generateValidators(schemas: Schemas, names: readonly string[]): Promise<string> {
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
  return (
    file.text
      .replace(/^\/\/ <stdin>\n/m, '')
      .replace(/^var (validate[A-Z]\w*) = /gm, 'export const $1: Validate = ')
      .replace(/^export \{[^}]*\};\n/m, '')
      // Nobody reads where a schema says something, and a page would load it.
      .replaceAll(/ schemaPath: "[^"]*",/g, '')
  )
}
