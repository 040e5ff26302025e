import { parse } from 'yaml'
import type { ReadFile } from './write-files.ts'

/** The description of the control API, as far as anybody reads it. */
interface ControlApi {
  paths: Record<string, Record<string, unknown>>
  components: { schemas: Record<string, unknown> }
}

/** Reads the description of the control API, together with the schemas of other files to which it refers. */
export function readControlApi(read: ReadFile): ControlApi {
  const plantStore: ControlApi = parse(read('openapi.yaml'))
  const schemas = { ...plantStore.components.schemas }
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
  const own: ControlApi = parse(text)
  return { ...own, components: { ...own.components, schemas: { ...own.components.schemas, ...schemas } } }
}
