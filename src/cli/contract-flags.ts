import { addValue, type FlagTable, flag, nameList } from './flags.ts'

/** The flags that say which description a command reads. */
export const contractFlags = {
  openapi: flag('<file or URL>', 'description to read: OpenAPI 3.1, 3.0, or Swagger 2.0, JSON or YAML', {
    default: 'the plant store',
    env: 'PLANT_STORE_OPENAPI',
  }),
  overlay: flag('<file>', 'OpenAPI Overlay that changes the description; may be repeated', {
    schema: nameList,
    read: addValue,
  }),
  allowRefs: { description: 'follow references to URLs, and out of the folder of the description' },
} as const satisfies FlagTable
