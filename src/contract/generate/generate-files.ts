import { parse } from 'yaml'
import { failureNames } from '../../mock/failures.ts'
import { faultKinds } from '../../mock/faults/fault-kinds.ts'
import { generateContract } from './generate-contract.ts'
import { generateTypes } from './generate-types.ts'
import { readControlApi } from './read-control-api.ts'
import type { ReadFile } from './write-files.ts'

const note = (source: string): string => `// Made from ${source} by \`npm run generate\`: do not edit.\n`

const scenarioPath = 'mocks/schemas/scenario.json'

/** Names all faults in the schema of scenarios, a name a line, as the formatter of the repository does. */
function nameFaults(schema: string): string {
  const names = [...Object.keys(faultKinds), ...failureNames].map((name) => `\n        "${name}"`)
  return schema.replace(/("FaultName": \{\s*"enum": \[)[^\]]*/, (_all, before) => `${before}${names}\n      `)
}

/**
 * Makes all generated files, by their paths: types of the two descriptions, the compiled contract of the plant store,
 * and the names of faults in the schema of scenarios.
 *
 * @throws {GenerateError} if something in openapi.yaml gets a warning
 */
export async function generateFiles(readFile: ReadFile): Promise<Record<string, string>> {
  const scenario = nameFaults(readFile(scenarioPath))
  const read: ReadFile = (path) => (path === scenarioPath ? scenario : readFile(path))
  const plantStore = parse(read('openapi.yaml'))
  return {
    [scenarioPath]: scenario,
    'src/contract/generated/plant-store.ts': note('openapi.yaml') + generateContract(plantStore),
    'src/contract/generated/types.ts': note('openapi.yaml') + (await generateTypes(plantStore)),
    'src/adapters/client/generated/types.ts':
      note('src/adapters/server/control-api.yaml') + (await generateTypes(readControlApi(read))),
  }
}
