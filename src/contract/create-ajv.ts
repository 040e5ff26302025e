import { Ajv2020, type Options } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { addKeywords } from './ajv-keywords.ts'
import { toEngine } from './pattern.ts'

type Formats = NonNullable<Options['formats']>

/** The formats of strings that are checked; others say nothing. */
export const checkedFormats: Formats = Object.fromEntries(
  [
    'date',
    'time',
    'date-time',
    'duration',
    'email',
    'hostname',
    'ipv4',
    'ipv6',
    'uri',
    'uri-reference',
    'uri-template',
    'uuid',
    'json-pointer',
    'relative-json-pointer',
    'regex',
    'byte',
  ].map((name) => [name, fullFormats[name as keyof typeof fullFormats]]),
)

/**
 * Makes the ajv that compiles the schemas of a description: numbers are exact, and patterns take no time.
 *
 * @param keepsSource whether the compiled functions can be written to a file
 */
export function createAjv(keepsSource = false): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: false,
    logger: false,
    // A schema is compiled once, not in each place that refers to it.
    inlineRefs: false,
    validateSchema: false,
    formats: checkedFormats,
    // It would take half of the time.
    code: {
      optimize: keepsSource,
      source: keepsSource,
      esm: keepsSource,
      regExp: Object.assign(toEngine, { code: 'toEngine' }),
    },
  })
  addKeywords(ajv)
  return ajv
}
