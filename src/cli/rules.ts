import { rules as all, isRuleId, type Rule, toCurrentId } from '../judge/rules.ts'
import { suggestClosest } from '../options/closest.ts'
import { withDefault } from '../options/option-table.ts'
import { describeValue } from '../options/problems.ts'
import { oneOf } from '../options/schema.ts'
import type { CommandTable } from './command.ts'
import { createFail } from './failure.ts'
import { type FlagTable, type FlagValues, flag } from './flags.ts'

const writers = {
  text: (rules: readonly Rule[]): string =>
    rules
      .map(
        ({ id, group, level, statement, check }) =>
          `${id} (${level}, ${group})\n  ${statement}\n  Checked by: ${check}.\n`,
      )
      .join('\n'),
  json: (rules: readonly Rule[]): string => `${JSON.stringify(rules, null, 2)}\n`,
}

const rulesFlags = {
  level: flag('<level>', 'only rules of this level: must, should, protocol, or open', {
    schema: oneOf('must', 'should', 'protocol', 'open'),
  }),
  format: flag('<format>', 'format of the list: text or json', {
    schema: withDefault(oneOf('text', 'json'), 'text'),
  }),
} as const satisfies FlagTable

const fail = createFail('list the rules')

/** Fails with the first id that no rule has, and replaces those that a rule had before. */
function checkIds(ids: readonly string[]): string[] {
  const unknown = ids.find((id) => !isRuleId(id))
  if (unknown === undefined) return ids.map(toCurrentId)
  if (unknown === 'flaky-requests')
    return fail('flaky-requests is no rule: it is what failed once, and not when it was tried again')
  const closest = suggestClosest(
    unknown,
    all.map(({ id }) => id),
  )
  return fail(`there is no rule ${describeValue(unknown)}${closest}`)
}

function listRules(
  named: readonly string[],
  { level, format = 'text' }: FlagValues<typeof rulesFlags>,
): undefined {
  const ids = checkIds(named)
  const rules = all.filter(
    (rule) => (ids.length === 0 || ids.includes(rule.id)) && (level === undefined || rule.level === level),
  )
  process.stdout.write(writers[format](rules))
}

export const command: CommandTable = {
  description: 'List the rules that verify checks, and how it checks each one.',
  argument: { name: '[rule...]', description: 'ids of the rules to list (default: all)' },
  flags: rulesFlags,
  run: listRules,
  exitCodes: { 0: 'the rules are listed', 2: 'usage error' },
  examples: ['rules rejects-invalid-body', 'rules --level must --format json'],
}
