import { _ } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { addKeywords } from './ajv-keywords.ts'
import { formats, toEngine } from './compiled-functions.ts'

/**
 * Makes the ajv that compiles the schemas of a description: numbers are exact, and patterns take no time.
 *
 * @param keepsSource whether the compiled functions can be written to a file
 */
export function createAjv(keepsSource = false): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    // `createFindProblems` writes its own.
    messages: false,
    strict: false,
    logger: false,
    // A schema is compiled once, not in each place that refers to it.
    inlineRefs: false,
    validateSchema: false,
    formats,
    // It would take half of the time.
    code: {
      optimize: keepsSource,
      source: keepsSource,
      esm: keepsSource,
      formats: _`kit.formats`,
      regExp: Object.assign(toEngine, { code: 'kit.toEngine' }),
    },
  })
  addKeywords(ajv)
  return ajv
}
