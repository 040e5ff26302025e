import type { AnySchemaObject } from 'ajv'
import type { OpenApi, Schemas } from './open-api.ts'

/** Gathers what a keyword says in a schema, in what it refers to and in its parts. */
function gather<T>(
  schema: AnySchemaObject | undefined,
  schemas: Schemas,
  read: (schema: AnySchemaObject) => T[],
): T[] {
  if (schema === undefined) return []
  const target = schemas[String(schema['$ref']).split('/').at(-1) ?? '']
  const parts: AnySchemaObject[] = [...(target === undefined ? [] : [target]), ...(schema['allOf'] ?? [])]
  return [...read(schema), ...parts.flatMap((part) => gather(part, schemas, read))]
}

const findInt64 = (properties: Schemas): string[] =>
  Object.keys(properties).filter((member) => properties[member]?.['format'] === 'int64')

const listMembers = (name: string, schemas: Schemas): string[] =>
  gather(schemas[name], schemas, ({ properties }) => Object.keys(properties ?? {}))

/** Writes a function that keeps the members a schema names and leaves out optional ones that are not there. */
function generatePick(name: string, schemas: Schemas): string {
  const members = listMembers(name, schemas)
  const required = new Set(gather<string>(schemas[name], schemas, (schema) => schema['required'] ?? []))
  const ofAll = members.filter((member) => required.has(member))
  const ofSome = members.filter((member) => !required.has(member))
  const int64Members = new Set(gather(schemas[name], schemas, ({ properties = {} }) => findInt64(properties)))
  const key = (member: string) => JSON.stringify(member)
  const read = (member: string) =>
    int64Members.has(member) ? `toExactInteger(from[${key(member)}])` : `from[${key(member)}]`
  return [
    `/** Keeps the members of ${name} and no others, integers in the form in which equal ones are the same value. */`,
    `export function pick${name}(from: ${name}): ${name} {`,
    `  const picked: ${name} = { ${ofAll.map((member) => `${key(member)}: ${read(member)}`).join(', ')} }`,
    ...ofSome.map(
      (member) => `  if (from[${key(member)}] !== undefined) picked[${key(member)}] = ${read(member)}`,
    ),
    '  return picked',
    '}\n',
  ].join('\n')
}

/** Writes what the doors know of the one operation, so that they follow the description. */
export function generateOperation({ paths, components: { schemas } }: OpenApi): string {
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      contentType: Object.keys(requestBody.content).join(),
      answers: Object.fromEntries(
        Object.entries(responses).map(([status, { content }]) => [
          status,
          Object.values(content)
            .map(({ schema }) => schema.$ref.replace(/.*\//, ''))
            .join(),
        ]),
      ),
    })),
  )
  if (found.length !== 1)
    throw new Error(`Failed to generate: openapi.yaml must have one operation, has ${found.length}`)
  return [
    `import { toExactInteger } from '../exact-integer.ts'`,
    `import type { components } from './types.ts'\n`,
    `type Schemas = components['schemas']`,
    `type NewPlant = Schemas['NewPlant']`,
    `type Plant = Schemas['Plant']\n`,
    `/** The one operation of the interface; \`answers\` names the schema of the body by status. */`,
    'export const operation: { method: string; path: string; contentType: string; answers: Record<string, keyof Schemas> } =',
    `  ${JSON.stringify(found[0], null, 2)}\n`,
    '/** The members that a NewPlant can have. */',
    `export const newPlantMembers: readonly (keyof NewPlant)[] = ${JSON.stringify(listMembers('NewPlant', schemas))}\n`,
    generatePick('NewPlant', schemas),
    generatePick('Plant', schemas),
  ].join('\n')
}
