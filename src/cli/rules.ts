import type { Command } from 'commander'
import { rules as all, type Rule } from '../judge/generated/rules.ts'
import { withDefault } from '../options/option-table.ts'
import { oneOf } from '../options/schema.ts'
import { describeSection } from '../reports/report.ts'
import { addFlags, type FlagTable, type FlagValues, flag } from './flags.ts'
import { addHelpNotes } from './help.ts'

const toText = (rules: readonly Rule[]): string =>
  rules
    .map(
      ({ id, section, level, statement, check }) =>
        `${id} (${level}, ${describeSection(section)})\n  ${statement}\n  Checked by: ${check}\n`,
    )
    .join('\n')

const writers = {
  text: toText,
  json: (rules: readonly Rule[]): string => `${JSON.stringify(rules, null, 2)}\n`,
}

const rulesFlags = {
  level: flag('<level>', 'only rules of this level: must, should, or open', {
    schema: oneOf('must', 'should', 'open'),
  }),
  format: flag('<format>', 'format of the list: text or json', {
    schema: withDefault(oneOf('text', 'json'), 'text'),
  }),
} as const satisfies FlagTable

/** Adds `plant-store rules`. */
export function addRules(program: Command): void {
  const command = addFlags(program.command('rules'), rulesFlags)
    .description('List the rules that verify checks, and how it checks each one.')
    .action(({ level, format = 'text' }: FlagValues<typeof rulesFlags>) => {
      const rules = all.filter((rule) => level === undefined || rule.level === level)
      process.stdout.write(writers[format](rules))
    })
  addHelpNotes(command, () => ({
    notes: ['docs/specification.md of the package has the sections of the specification that rules name.'],
    exitCodes: { 0: 'the rules are listed', 2: 'wrong usage' },
    examples: ['rules --level must', 'rules --format json'],
  }))
}
