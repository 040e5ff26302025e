import { readKinds } from './generate-operation.ts'
import type { Schemas } from './open-api.ts'

/** The schema of the limits of each kind of member, and its type. */
const ofKinds: Readonly<Record<string, readonly [schema: string, type: string]>> = {
  int64: ['idLimits', 'IdLimits'],
  integer: ['numberLimits', 'IdLimits'],
  number: ['numberLimits', 'IdLimits'],
  string: ['textLimits', 'TextLimits'],
}

/** Writes what limits can be declared for members. */
export function generateLimits(schemas: Schemas): string {
  const members = readKinds(schemas).flatMap(([name, kind]) => {
    const [schema, type] = ofKinds[kind] ?? []
    return schema === undefined ? [] : [{ name: JSON.stringify(name), schema, type }]
  })
  const used = [...new Set(members.map(({ schema }) => schema))]
  return [
    `import { object, type Schema } from '../../options/schema.ts'`,
    `import { ${used.join(', ')}, type IdLimits, type TextLimits } from '../limit-keywords.ts'\n`,
    '/** The NewPlants that a service accepts, if they are fewer than the specification shows (section 2: "not shown"). */',
    `export interface Limits {\n${members.map(({ name, type }) => `  ${name}?: ${type}\n`).join('')}}\n`,
    '/** The members that limits can be declared for. */',
    `export const limitedMembers: readonly (keyof Limits)[] = [${members.map(({ name }) => name).join(', ')}]\n`,
    '/** The values of {@link Limits}. */',
    `export const limitsSchema: Schema = /* @__PURE__ */ object({ ${members.map(({ name, schema }) => `${name}: ${schema}`).join(', ')} })\n`,
  ].join('\n')
}
