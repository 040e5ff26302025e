import { parse } from 'yaml'
import { failureNames } from '../../mock/failures.ts'
import { faultKinds } from '../../mock/faults/fault-kinds.ts'
import { generateContract } from './generate-contract.ts'
import { generateLimits } from './generate-limits.ts'
import { generateMembers } from './generate-members.ts'
import { generateOperation } from './generate-operation.ts'
import { generateRules, generateValues, readRuleFacts } from './generate-rules.ts'
import { generateSchemas } from './generate-schemas.ts'
import { generateSpecification } from './generate-specification.ts'
import { generateTypes } from './generate-types.ts'
import { readControlApi } from './read-control-api.ts'
import { readOpenApi } from './read-open-api.ts'
import type { ReadFile } from './write-files.ts'

const note = (source: string): string => `// Made from ${source} by \`npm run generate\`: do not edit.\n`

const scenarioPath = 'mocks/schemas/scenario.json'

/** Names all faults in the schema of scenarios, a name a line, as the formatter of the repository does. */
function nameFaults(schema: string): string {
  const names = [...Object.keys(faultKinds), ...failureNames].map((name) => `\n        "${name}"`)
  return schema.replace(/("FaultName": \{\s*"enum": \[)[^\]]*/, (_all, before) => `${before}${names}\n      `)
}

/**
 * Makes all generated files, by their paths.
 *
 * @throws {GenerateError} if a description has anything that isn't supported
 */
export async function generateFiles(readFile: ReadFile): Promise<Record<string, string>> {
  const scenario = nameFaults(readFile(scenarioPath))
  const read: ReadFile = (path) => (path === scenarioPath ? scenario : readFile(path))
  const readYaml = (path: string) => parse(read(path))
  const api = readOpenApi(read('openapi.yaml'))
  const ofApi = note('openapi.yaml')
  return {
    [scenarioPath]: scenario,
    'src/contract/generated/plant-store.ts': ofApi + generateContract(readYaml('openapi.yaml')),
    'src/contract/generated/types.ts': ofApi + (await generateTypes(api)),
    'src/contract/generated/operation.ts': ofApi + generateOperation(api),
    'src/contract/generated/schemas.ts': ofApi + generateSchemas(api.components.schemas, ['NewPlant']),
    // Apart, because a page with the handlers for MSW doesn't need them.
    'src/contract/generated/answer-schemas.ts':
      ofApi + generateSchemas(api.components.schemas, ['Plant', 'Error']),
    'src/contract/generated/limits.ts': ofApi + generateLimits(api.components.schemas),
    'src/contract/generated/members.ts': ofApi + generateMembers(api.components.schemas),
    'src/contract/generated/open-api.ts': `${ofApi}export const openApi: object = ${JSON.stringify(api, null, 2)}\n`,
    'src/adapters/client/generated/types.ts':
      note('src/adapters/server/control-api.yaml') + (await generateTypes(readControlApi(read))),
    'src/judge/generated/rules.ts':
      note('contracts/rules.yaml') + generateRules(readYaml('contracts/rules.yaml'), readRuleFacts(api)),
    'src/judge/generated/values.ts':
      note('contracts/values.yaml') + generateValues(readYaml('contracts/values.yaml')),
    'src/reports/generated/specification.ts':
      note('docs/specification.md') + generateSpecification(read('docs/specification.md')),
  }
}
