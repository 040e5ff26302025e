import { parse } from 'yaml'
import { generateOperation } from './generate-operation.ts'
import { generateRules, generateValues } from './generate-rules.ts'
import { generateSchemas } from './generate-schemas.ts'
import { generateTypes } from './generate-types.ts'
import type { OpenApi } from './open-api.ts'
import type { ReadFile } from './write-files.ts'

const note = (source: string): string => `// Made from ${source} by \`npm run generate\`: do not edit.\n`

/**
 * Makes all generated files, by their paths.
 *
 * @param bundle resolves the references of a description of several files into one document
 *
 * @throws {Error} that begins with "Failed to generate", if a description has anything that isn't supported
 */
export async function generateFiles(
  read: ReadFile,
  bundle: (path: string) => Promise<OpenApi>,
): Promise<Record<string, string>> {
  const readYaml = (path: string) => parse(read(path))
  const api: OpenApi = readYaml('openapi.yaml')
  const controlApi = await bundle('src/server/control-api.yaml')
  const ofApi = note('openapi.yaml')
  const ofControlApi = note('src/server/control-api.yaml')
  return {
    'src/contract/generated/types.ts': ofApi + (await generateTypes(api)),
    'src/contract/generated/operation.ts': ofApi + generateOperation(api),
    'src/contract/generated/schemas.ts': ofApi + generateSchemas(api.components.schemas, ['NewPlant']),
    // Apart, because a page with the handlers for MSW doesn't need them.
    'src/contract/generated/answer-schemas.ts':
      ofApi + generateSchemas(api.components.schemas, ['Plant', 'Error']),
    'src/client/generated/types.ts': ofControlApi + (await generateTypes(controlApi)),
    'src/judge/generated/rules.ts':
      note('contracts/rules.yaml') + generateRules(readYaml('contracts/rules.yaml')),
    'src/judge/generated/values.ts':
      note('contracts/values.yaml') + generateValues(readYaml('contracts/values.yaml')),
    'src/server/generated/control-api.ts': `${ofControlApi}export const controlApi: object = ${JSON.stringify(controlApi, null, 2)}\n`,
  }
}
