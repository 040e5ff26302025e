import { mergeSchema } from './generate-schemas.ts'
import type { Content, OpenApi, Operation, Schemas } from './open-api.ts'

/** Writes a function that keeps the members a schema names and leaves out optional ones that are not there. */
function generatePick(name: string, schemas: Schemas): string {
  const { properties, required } = mergeSchema(schemas[name] ?? {}, schemas)
  const members = Object.keys(properties)
  const ofAll = members.filter((member) => required.includes(member))
  const ofSome = members.filter((member) => !required.includes(member))
  const key = (member: string) => JSON.stringify(member)
  const read = (member: string) =>
    properties[member]?.['format'] === 'int64'
      ? `toExactInteger(from[${key(member)}])`
      : `from[${key(member)}]`
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

const fail = (problem: string): never => {
  throw new Error(`Failed to generate: ${problem}. The generator supports one operation with a JSON body.`)
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

/** Reads the name of the one schema that a part of an operation refers to. */
function readSchemaName(what: string, content: Content | undefined): { contentType: string; schema: string } {
  const [first, ...more] = Object.entries(content ?? {})
  if (first === undefined) return fail(`${what} has no content`)
  if (more.length > 0) return fail(`${what} has more than one content type`)
  const [contentType, { schema }] = first
  const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(schema?.$ref ?? '') ?? []
  return { contentType, schema: name ?? fail(`${what} must refer to a schema in components`) }
}

function readOperation(path: string, method: string, { requestBody, responses }: Operation) {
  const what = `${method.toUpperCase()} ${path}`
  const answers = Object.entries(responses ?? {}).map(([status, { content }]) => {
    if (!/^\d{3}$/.test(status)) fail(`${what} has the response ${status}, which is not one status`)
    return [status, readSchemaName(`the ${status} of ${what}`, content).schema]
  })
  if (answers.length === 0) fail(`${what} has no responses`)
  const { contentType } = readSchemaName(`the body of ${what}`, requestBody?.content)
  return { method: method.toUpperCase(), path, contentType, answers: Object.fromEntries(answers) }
}

/**
 * Writes the facts about the one operation that the doors need, so that they follow the description.
 *
 * @throws {Error} if the description has anything that the generator does not support; the message names it
 */
export function generateOperation({ paths, components: { schemas } }: OpenApi): string {
  const found = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => ({ path, method, operation })),
  )
  const [first, ...more] = found
  if (first === undefined || more.length > 0) {
    const names = found.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    return fail(`openapi.yaml must have one operation, but has ${names.join(', ') || 'none'}`)
  }
  for (const name of ['NewPlant', 'Plant']) {
    if (schemas[name] === undefined) fail(`openapi.yaml has no schema ${name}`)
  }
  const members = Object.keys(mergeSchema(schemas['NewPlant'] ?? {}, schemas).properties)
  const { answers, ...operation } = readOperation(first.path, first.method, first.operation)
  return [
    `import { toExactInteger } from '../../json/exact-integer.ts'`,
    `import type { components } from './types.ts'\n`,
    `type Schemas = components['schemas']`,
    `type NewPlant = Schemas['NewPlant']`,
    `type Plant = Schemas['Plant']\n`,
    '/** The one operation of the interface. */',
    `export const operation: Record<'method' | 'path' | 'contentType', string> = ${JSON.stringify(operation)}\n`,
    '/** The schemas of the bodies of answers, by status. */',
    `export const answerSchemas: Readonly<Record<string, keyof Schemas>> = ${JSON.stringify(answers)}\n`,
    '/** The members that a NewPlant can have. */',
    `export const newPlantMembers: readonly (keyof NewPlant)[] = ${JSON.stringify(members)}\n`,
    generatePick('NewPlant', schemas),
    generatePick('Plant', schemas),
  ].join('\n')
}
