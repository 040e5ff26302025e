import { knownMembers } from './check-schemas.ts'
import { GenerateError } from './generate-error.ts'
import { mergeSchema } from './merge-schema.ts'
import type { OpenApi } from './open-api.ts'

/** The hand-written rules and their groups, as `contracts/rules.yaml` lists them. */
export interface RulesFile {
  groups: Record<string, { meaning: string; serverErrors?: string; status?: string }>
  rules: {
    id: string
    groups?: string[]
    status?: string
    restsOn?: string[]
    onlyIf?: string
    statement?: string
    check?: string
  }[]
}

/** What rules depend on: for each condition whether it holds, and the texts that statements name in braces. */
export interface RuleFacts {
  holds: Readonly<Record<string, boolean>>
  texts: Readonly<Record<string, string>>
}

/** Reads the facts that rules depend on from a description that is supported. */
export function readRuleFacts({ paths, components: { schemas } }: OpenApi): RuleFacts {
  const statuses = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ responses = {} }) => Object.keys(responses)),
  )
  const isGeneral = (name: string): boolean => {
    const { properties, additionalProperties } = mergeSchema(schemas[name] ?? {}, schemas)
    // Rules are about these members by name; all others have general rules.
    const named = knownMembers.filter(([schema]) => schema === name).map(([, member]) => member)
    const hasOther = Object.keys(properties).some((member) => !named.includes(member))
    return hasOther || additionalProperties === false
  }
  return {
    holds: {
      'plant-members': isGeneral('Plant'),
      'new-plant-members': isGeneral('NewPlant'),
      'error-members': isGeneral('Error'),
      'plant-without-id': mergeSchema(schemas['Plant'] ?? {}, schemas).properties['id'] === undefined,
    },
    texts: {
      created: statuses.filter((status) => status.startsWith('2')).join(),
      refused: statuses.filter((status) => !status.startsWith('2')).join(' or '),
    },
  }
}

const toUnion = (names: readonly string[]): string => names.map((name) => `\n  | '${name}'`).join('')

/** Finds a name that no rule or group has, since a type error would not explain the mistake. */
function findFault({ groups, rules }: RulesFile, { holds }: RuleFacts): string | undefined {
  const ids = rules.map(({ id }) => id)
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index)
  if (repeated !== undefined) return `the rule ${repeated} is there twice`
  const named = [...rules, ...Object.values(groups)].flatMap(
    ({
      serverErrors,
      status,
      restsOn = [],
    }: Partial<RulesFile['groups'][string] & RulesFile['rules'][0]>) => [serverErrors, status, ...restsOn],
  )
  const unknown = named.find((id) => id !== undefined && !ids.includes(id))
  if (unknown !== undefined) return `there is no rule ${unknown}`
  const condition = rules.map(({ onlyIf }) => onlyIf).find((name) => name && holds[name] === undefined)
  if (condition !== undefined) return `there is no condition ${condition}`
  const group = rules.flatMap((rule) => rule.groups ?? []).find((name) => !Object.hasOwn(groups, name))
  return group && `there is no group ${group}`
}

/**
 * Writes the rules as data and their ids as a closed type, so that a misspelled id does not compile.
 *
 * @throws {GenerateError} if the file names a rule or a group that it does not have
 */
export function generateRules(file: RulesFile, facts: RuleFacts): string {
  const fault = findFault(file, facts)
  if (fault !== undefined) throw new GenerateError(`in contracts/rules.yaml, ${fault}`)
  const { groups, rules: all } = file
  const exists = (id: string): boolean =>
    all.some((rule) => rule.id === id && (rule.onlyIf === undefined || facts.holds[rule.onlyIf] === true))
  const fill = (text = ''): string =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => facts.texts[name] ?? whole)
  const rules = all
    .filter(({ id }) => exists(id))
    .map(({ onlyIf: _, restsOn, ...rule }) => ({
      ...rule,
      statement: fill(rule.statement),
      check: fill(rule.check),
      ...(restsOn && { restsOn: restsOn.filter(exists) }),
    }))
  return [
    '/** The id of a rule of the specification. */',
    `export type RuleId =${toUnion(all.map(({ id }) => id))}\n`,
    '/** What rules have in common. */',
    `export type RuleGroup =${toUnion(Object.keys(groups))}\n`,
    '/** How much weight a rule has: promised by the description, good practice, only about the protocol, or left open. */',
    `export type Level = 'must' | 'should' | 'protocol' | 'open'\n`,
    '/** A rule of the specification. */',
    `export interface Rule {
  id: RuleId
  /** A section of the specification, or of a standard. */
  section: string
  level: Level
  statement: string
  /** What \`verify\` sends to test it. */
  check: string
  groups?: readonly RuleGroup[]
  /** The id that the rule had before. */
  was?: string
  /** The open rule that records the statuses of refusals under this rule. */
  status?: RuleId
  /** Rules that this one needs: when one of them is broken, this one can't be judged. */
  restsOn?: readonly RuleId[]
}\n`,
    '/** The groups of rules: which rule a 5xx breaks, and which open rule records the statuses of refusals. */',
    `export const groups: Readonly<Record<RuleGroup, { meaning: string; serverErrors?: RuleId; status?: RuleId }>> = ${JSON.stringify(groups, null, 2)}\n`,
    '/** All rules, in the order in which reports show them. */',
    `export const rules: readonly Rule[] = ${JSON.stringify(rules, null, 2)}\n`,
  ].join('\n')
}

/** Writes the values that `verify` tries; a misspelled id of a rule does not compile. */
export const generateValues = (values: Record<string, string[] | Record<string, string>>): string => {
  const json = JSON.stringify(values, null, 2).replaceAll(
    /[^\n -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `import type { RuleId } from './rules.ts'

/** The values that are tried, by the rule that each is about. */
export const values = ${json} as const satisfies Partial<Record<RuleId, readonly string[] | Readonly<Record<string, string>>>>
`
}
