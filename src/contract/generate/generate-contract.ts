import { writeCompiled } from '../write-compiled.ts'
import { GenerateError } from './generate-error.ts'

/**
 * Writes a description with the functions that check its values.
 *
 * @throws {GenerateError} if something in it gets a warning
 */
export function generateContract(given: unknown): string {
  const { document, validators, resources, warnings } = writeCompiled(given)
  const [first] = warnings
  if (first !== undefined) throw new GenerateError(`openapi.yaml${first.pointer}: ${first.message}`)
  return [
    '// @ts-nocheck',
    "import type { CompiledDescription } from '../compiled-contract.ts'",
    ...(validators.includes('kit.') ? ["import * as kit from '../compiled-functions.ts'"] : []),
    '',
    `const document: CompiledDescription['document'] = ${document}\n`,
    `const validators: CompiledDescription['validators'] = ${validators}\n`,
    `const resources: CompiledDescription['resources'] = ${resources}\n`,
    '/** The description of the plant store. */',
    'export const description: CompiledDescription = { document, validators, resources }\n',
  ].join('\n')
}
