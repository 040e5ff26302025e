import { memberExamples, memberSchemas, optionalExamples } from '../contract/generated/members.ts'
import { newPlantMembers } from '../contract/generated/operation.ts'
import type { NewPlant } from '../contract/schemas.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import { isRuleId } from '../judge/rules.ts'
import { findSchemaProblems } from '../judge/schema.ts'
import { isContainer, isObject } from '../options/is-object.ts'
import { createPlainPlant } from './plain-plant.ts'
import { create, type ProbeGroup, type Row, refuse } from './probe.ts'

type Schema = Readonly<Record<string, unknown>>

/** The members that no rule names. */
const others = newPlantMembers.filter((member) => !['id', 'name', 'tag'].includes(member))

const examples: Readonly<Record<string, unknown>> = { ...memberExamples, ...optionalExamples }

const plain = { id: 1, name: 'Fern', tag: 'leaf', ...examples }

/** The most values of one kind for a member. */
const most = 12

/** A value of each kind of JSON, in every form that a lenient reader takes for another kind. */
const ofEveryKind: readonly unknown[] = [null, true, 'true', 1, '1', -1, 1.5, 'text', [], {}]

const change = (text: string, length: number): string => text.padEnd(length, 'x').slice(0, length)

/** Lists values at the edges of what the keywords of a schema allow, on both sides. */
function listEdges(schema: Schema, example: unknown): unknown[] {
  const { minimum, maximum, minLength, maxLength, minItems, enum: values } = schema as Record<string, number>
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined)
  const lengths = [minLength, maxLength, minItems].filter((length) => length !== undefined)
  const around = (edges: readonly number[]): number[] => edges.flatMap((edge) => [edge, edge - 1, edge + 1])
  const sizes = around(lengths).filter((size) => size >= 0)
  return [
    ...(Array.isArray(values) ? values : []),
    ...around(bounds),
    ...(typeof example === 'string' ? sizes.map((size) => change(example, size)) : []),
    ...(Array.isArray(example) ? sizes.map((size) => Array.from({ length: size }, () => example[0])) : []),
  ]
}

/** Lists values of a schema and others that are nearly such values: of its own, then of its parts. */
function listValues(schema: Schema, example: unknown): unknown[] {
  const own = [example, ...listEdges(schema, example), ...ofEveryKind]
  const { properties = {}, items } = schema as { properties?: Record<string, Schema>; items?: Schema }
  if (Array.isArray(example))
    return [...own, ...listValues(items ?? {}, example[0]).map((item) => [item, ...example.slice(1)])]
  if (!isObject(example)) return own
  const parts = Object.entries(properties).flatMap(([name, part]) => {
    const { [name]: value, ...rest } = example
    return [rest, ...listValues(part, value).map((changed) => ({ ...example, [name]: changed }))]
  })
  return [...own, ...parts, { ...example, unknown: 1 }]
}

interface Tried {
  member: keyof NewPlant
  value: unknown
}

/** Lists the values of a member that are valid, or those that aren't: the schema decides. A member that is undefined is left out. */
const listTried = (member: keyof NewPlant, isValid: boolean): Tried[] => {
  const values = [undefined, ...listValues(memberSchemas[member], examples[member])]
  const texts = new Map(values.map((value) => [stringifyExactJson(value), value]))
  return (
    [...texts.values()]
      .filter(
        (value) => (findSchemaProblems('NewPlant', { ...plain, [member]: value }).length === 0) === isValid,
      )
      // The specification shows no length, so an empty text may be refused.
      .filter((value) => !isValid || value !== '')
      .slice(0, most)
      .map((value) => ({ member, value }))
  )
}

const toTitle = ({ member, value }: Tried): string => {
  if (value === undefined) return `no ${member}`
  const text = stringifyExactJson(value)
  return `${member} is ${text.length > 60 && isContainer(value) ? `${text.slice(0, 60)}…` : text}`
}

/** A member that no schema has, if the schema of the plant forbids it. */
const unknownMember: readonly Row[] =
  findSchemaProblems('NewPlant', { ...plain, unknown: 1 }).length === 0
    ? []
    : [
        [
          'a member that no schema has',
          (source) => ({ plant: { ...createPlainPlant(source), others: { unknown: 1 } } }),
        ],
      ]

const toRows = (isValid: boolean): Row[] =>
  others
    .flatMap((member) => listTried(member, isValid))
    .map((tried) => [
      toTitle(tried),
      (source) => {
        const plant = createPlainPlant(source)
        return { plant: { ...plant, others: { ...plant.others, [tried.member]: tried.value } } }
      },
      { kind: tried.member },
    ])

/** Values of the members that no rule names, if there are any: those that their schemas allow, and those that they don't. */
export const otherMembers: readonly ProbeGroup[] = [
  create('plant-has-members', () => toRows(true)),
  refuse('refuses-wrong-member', () => [...toRows(false), ...unknownMember]),
].filter(({ rule }) => isRuleId(rule))
