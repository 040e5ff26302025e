import { isAnnotation } from './check-schemas.ts'
import { GenerateError } from './generate-error.ts'
import { makeExample } from './make-example.ts'
import { mergeSchema, resolveSchema } from './merge-schema.ts'
import type { Schemas } from './open-api.ts'

/** The members whose plain values the kit draws itself, unless their schema allows only some of them. */
const drawn = ['id', 'name', 'tag']
const plain = { id: ['type', 'format'], name: ['type'], tag: ['type'] } as Readonly<Record<string, string[]>>

const withoutWords = (schema: Schemas[string]): Schemas[string] =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !isAnnotation(key)))

function findExample(name: string, schema: Schemas[string]): unknown {
  const value = makeExample(schema)
  if (value !== undefined) return value
  throw new GenerateError(
    `openapi.yaml: no value was found that fits the schema of ${name}. Give the schema an example, unless its keywords contradict each other.`,
  )
}

/** Writes the schemas of the members of a NewPlant, and a plain value for those that are not drawn. */
export function generateMembers(schemas: Schemas): string {
  const { properties, required } = mergeSchema(schemas['NewPlant'] ?? {}, schemas)
  const resolved = Object.entries(properties).map(
    ([name, schema]) => [name, resolveSchema(schema, schemas)] as const,
  )
  const isPlain = (name: string, schema: Schemas[string]): boolean =>
    drawn.includes(name) && Object.keys(withoutWords(schema)).every((key) => plain[name]?.includes(key))
  const examples = resolved
    .filter(([name, schema]) => name !== 'id' && !isPlain(name, schema))
    .map(([name, schema]): [string, unknown] => [name, findExample(name, schema)])
  const isUsual = ([name]: [string, ...unknown[]]): boolean => drawn.includes(name) || required.includes(name)
  const write = (some: [string, unknown][]): string => JSON.stringify(Object.fromEntries(some))
  const members = resolved.map(([name, schema]) => [name, withoutWords(schema)])
  return [
    `import type { components } from './types.ts'\n`,
    `type NewPlant = components['schemas']['NewPlant']\n`,
    '/** The JSON Schemas of the members of a NewPlant, without references. */',
    `export const memberSchemas: Readonly<Record<keyof NewPlant, Readonly<Record<string, unknown>>>> = ${JSON.stringify(Object.fromEntries(members), null, 2)}\n`,
    '/** Plain values of the members of a plain plant that not just any text fits. */',
    `export const memberExamples: Readonly<Partial<NewPlant>> = ${write(examples.filter(isUsual))}\n`,
    '/** Plain values of the optional members that only a test of these members sends. */',
    `export const optionalExamples: Readonly<Partial<NewPlant>> = ${write(examples.filter((one) => !isUsual(one)))}\n`,
  ].join('\n')
}
