import { parse } from 'yaml'
import type { OpenApi } from './open-api.ts'
import { readOpenApi } from './read-open-api.ts'
import type { ReadFile } from './write-files.ts'

/** Reads the description of the control API, together with the schemas of other files to which it refers. */
export function readControlApi(read: ReadFile): OpenApi {
  const schemas = { ...readOpenApi(read('openapi.yaml')).components.schemas }
  const text = read('src/adapters/server/control-api.yaml')
    .replaceAll('../../../openapi.yaml#', '#')
    .replaceAll(/\.\.\/\.\.\/\.\.\/(mocks\/schemas\/([\w-]+)\.json)(#\/\$defs\/(\w+))?/g, (...found) => {
      const [, path, name, , part = name] = found as string[]
      const { $defs, ...whole } = JSON.parse(
        read(`${path}`).replaceAll('"#/$defs/', '"#/components/schemas/'),
      )
      Object.assign(schemas, $defs, { [`${name}`]: whole })
      return `#/components/schemas/${part}`
    })
  const own: OpenApi = parse(text)
  return { ...own, components: { ...own.components, schemas: { ...own.components.schemas, ...schemas } } }
}
