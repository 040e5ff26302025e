import { mergeSchema, readName } from './merge-schema.ts'
import type { OpenApi, Schemas } from './open-api.ts'

/** Names what a member of a plant is, as far as limits and exact numbers depend on it. */
function toKind(schema: Schemas[string], schemas: Schemas): string {
  const { type, format } = mergeSchema(schema, schemas)
  if (type === 'integer') return format === 'int64' ? 'int64' : 'integer'
  return type === 'number' || type === 'string' ? type : 'other'
}

/** Lists the members of a NewPlant with what each is. */
export function readKinds(schemas: Schemas): [name: string, kind: string][] {
  const { properties } = mergeSchema(schemas['NewPlant'] ?? {}, schemas)
  return Object.entries(properties).map(([name, schema]) => [name, toKind(schema, schemas)])
}

/** Writes the facts about the one operation that the judge needs, so that they follow the description. */
export function generateOperation({ paths, components: { schemas } }: OpenApi): string {
  const [[path = '', item] = []] = Object.entries(paths)
  const [method = '', { requestBody, responses = {} } = {}] =
    Object.entries(item ?? {}).find(([, one]) => one.responses !== undefined) ?? []
  const [contentType] = Object.keys(requestBody?.content ?? {})
  const answers = Object.entries(responses).map(([status, { content = {} }]) => [
    status,
    readName(Object.values(content)[0]?.schema?.$ref),
  ])
  const created = Number(Object.keys(responses).find((status) => status.startsWith('2')))
  const { required } = mergeSchema(schemas['NewPlant'] ?? {}, schemas)
  const kinds = readKinds(schemas)
  const members = kinds.map(([name]) => name)
  const exact = kinds.filter(([, kind]) => kind !== 'number').map(([name]) => name)
  const operation = { method: method.toUpperCase(), path, contentType }
  return [
    `import type { components } from './types.ts'\n`,
    `type Schemas = components['schemas']`,
    `type NewPlant = Schemas['NewPlant']\n`,
    '/** The one operation of the interface. */',
    `export const operation: Record<'method' | 'path' | 'contentType', string> = ${JSON.stringify(operation)}\n`,
    '/** The status of the answer to a plant that was created. */',
    `export const createdStatus: number = ${created}\n`,
    '/** The schemas of the bodies of answers, by status. */',
    `export const answerSchemas: Readonly<Record<string, keyof Schemas>> = ${JSON.stringify(Object.fromEntries(answers))}\n`,
    '/** The members that a NewPlant can have. */',
    `export const newPlantMembers: readonly (keyof NewPlant)[] = ${JSON.stringify(members)}\n`,
    '/** The members whose numbers are read exactly; `JSON.parse` finds the nearest value of one that may have a fraction. */',
    exact.length === members.length
      ? 'export { newPlantMembers as exactMembers }\n'
      : `export const exactMembers: readonly (keyof NewPlant)[] = ${JSON.stringify(exact)}\n`,
    '/** The members that a NewPlant must have. */',
    `export const requiredMembers: readonly (keyof NewPlant)[] = ${JSON.stringify(required)}\n`,
  ].join('\n')
}
