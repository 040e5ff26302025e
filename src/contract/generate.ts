/**
 * Makes types and validators from the hand-written descriptions: `npm run generate`.
 * With `--check` nothing is written, and a stale file fails.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { bundleOpenApi } from './generate/bundle-open-api.ts'
import { generateOperation } from './generate/generate-operation.ts'
import { generateRules, generateValues } from './generate/generate-rules.ts'
import { generateSchemas } from './generate/generate-schemas.ts'
import { generateTypes } from './generate/generate-types.ts'
import type { OpenApi } from './generate/open-api.ts'
import { root } from './generate/root.ts'

const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8')

async function generate(): Promise<Record<string, string>> {
  const api: OpenApi = parse(await read('openapi.yaml'))
  const controlApi = await bundleOpenApi('src/server/control-api.yaml')
  const note = (source: string) => `// Made from ${source} by \`npm run generate\`: do not edit.\n`
  return {
    'src/contract/generated/types.ts':
      note('openapi.yaml') + (await generateTypes(pathToFileURL(join(root, 'openapi.yaml')))),
    'src/contract/generated/operation.ts': note('openapi.yaml') + generateOperation(api),
    'src/contract/generated/schemas.ts':
      note('openapi.yaml') + generateSchemas(api.components.schemas, ['NewPlant']),
    // Apart, because a page with the handlers for MSW doesn't need them.
    'src/contract/generated/answer-schemas.ts':
      note('openapi.yaml') + generateSchemas(api.components.schemas, ['Plant', 'Error']),
    'src/client/generated/types.ts': note('src/server/control-api.yaml') + (await generateTypes(controlApi)),
    'src/judge/generated/rules.ts':
      note('contracts/rules.yaml') + generateRules(parse(await read('contracts/rules.yaml'))),
    'src/judge/generated/values.ts':
      note('contracts/values.yaml') + generateValues(parse(await read('contracts/values.yaml'))),
    'src/server/generated/control-api.ts': `${note('src/server/control-api.yaml')}export const controlApi: object = ${JSON.stringify(controlApi, null, 2)}\n`,
  }
}

/** Ends the command in one line if it can't translate a description; other errors keep their stack. */
function refuse(error: Error): never {
  if (!error.message.startsWith('Failed to generate: ')) throw error
  console.error(error.message)
  process.exit(1)
}

const check = process.argv.includes('--check')
const stale: string[] = []
for (const [path, content] of Object.entries(await generate().catch(refuse))) {
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
