import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../../node_modules/', import.meta.url))

/** The descriptions of strangers that the mock is measured by: files, by their name. */
export const foreignDescriptions: ReadonlyMap<string, string> = new Map(
  [
    ...globSync('@readme/oas-examples/{2.0,3.0,3.1}/json/*.json', { cwd: packages }).sort(),
    '@directus/specs/dist/openapi.json',
    '@digdir/dialogporten-schema/swagger.verified.json',
    '@scalar/galaxy/dist/3.1.yaml',
  ].map((path) => [path.replace('@readme/oas-examples/', '').replace('/json/', '/'), packages + path]),
)
