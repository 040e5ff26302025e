import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'

/** Makes the validator of HTTP Archive 1.2. */
export function createHarValidator(): ValidateFunction {
  const require = createRequire(import.meta.url)
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'))
  const folder = dirname(require.resolve('har-schema/lib/har.json'))
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json')))
    ajv.addSchema(JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const validate = ajv.getSchema('har.json#') ?? ajv.getSchema('har.json')
  if (validate === undefined) throw new Error('Failed to find the schema of HTTP Archives')
  return validate as ValidateFunction
}
