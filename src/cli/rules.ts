import { type Command, Option } from 'commander'
import { rules as all, type Rule } from '../judge/generated/rules.ts'

function toMarkdown(rules: readonly Rule[]): string {
  const escapeCell = (text: string): string => text.replaceAll('|', '\\|')
  const rows = rules.map(
    ({ id, section, level, statement }) =>
      `| \`${id}\` | ${level} | ${escapeCell(statement)} | ${escapeCell(section)} |`,
  )
  return ['| rule | level | statement | section |', '|---|---|---|---|', ...rows, ''].join('\n')
}

const toText = (rules: readonly Rule[]): string =>
  rules
    .map(
      ({ id, section, level, statement, check }) =>
        `${id} (${level}; section ${section})\n  ${statement}\n  Checked by: ${check}\n`,
    )
    .join('\n')

const writers = {
  text: toText,
  markdown: toMarkdown,
  json: (rules: readonly Rule[]): string => `${JSON.stringify(rules, null, 2)}\n`,
}

interface RulesFlags {
  level?: Rule['level']
  format: keyof typeof writers
}

/** Adds `plant-store rules`. */
export function addRules(program: Command): void {
  program
    .command('rules')
    .description('List the rules of the specification that verify judges a backend by.')
    .addOption(new Option('--level <level>', 'only rules of this level').choices(['must', 'should', 'open']))
    .addOption(
      new Option('--format <format>', 'how to write them').choices(Object.keys(writers)).default('text'),
    )
    .action(({ level, format }: RulesFlags) => {
      const rules = all.filter((rule) => level === undefined || rule.level === level)
      process.stdout.write(writers[format](rules))
    })
}
