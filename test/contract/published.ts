import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Lists descriptions that others have published, as files of packages. */
export function listExamples(): string[] {
  const root = dirname(fileURLToPath(import.meta.resolve('@readme/oas-examples/package.json')))
  return [
    ...globSync('{2.0/json,3.0/yaml,3.1/json}/*.{json,yaml}', { cwd: root }).map((file) => join(root, file)),
    join(dirname(fileURLToPath(import.meta.resolve('@directus/specs'))), 'dist/openapi.json'),
    fileURLToPath(import.meta.resolve('@digdir/dialogporten-schema/swagger.verified.json')),
    join(dirname(fileURLToPath(import.meta.resolve('@scalar/galaxy'))), '3.1.yaml'),
  ].sort()
}
