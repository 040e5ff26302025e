import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const findPackage = (file: string): string => require.resolve(file)

/** Lists descriptions that others have published, as files of packages. */
export function listExamples(): string[] {
  const root = dirname(findPackage('@readme/oas-examples/package.json'))
  return [
    ...globSync('{2.0,3.0,3.1}/{json,yaml}/*.{json,yaml}', { cwd: root }).map((file) => join(root, file)),
    join(dirname(findPackage('@directus/specs')), 'dist/openapi.json'),
    findPackage('@digdir/dialogporten-schema/swagger.verified.json'),
    join(dirname(findPackage('@scalar/galaxy')), '3.1.yaml'),
  ].sort()
}
