import { type Command, InvalidArgumentError, Option } from 'commander'
import type { RuleId, VerifyOptions } from '../../verify/verify.ts'
import { parseInteger } from '../parse-integer.ts'
import { createReportOption, type ReportTarget } from '../reports/report-option.ts'

/** What the flags of `verify` say. */
export interface VerifyFlags {
  token?: string
  invalidToken?: string
  /** What the user wrote; `verify` checks that there are such rules. */
  only?: RuleId[]
  skip?: RuleId[]
  level?: 'must' | 'should'
  baseline?: string
  limits?: string
  report?: ReportTarget[]
  seed?: number
  idRange?: NonNullable<VerifyOptions['idRange']>
  concurrency?: number
  requestLimit?: number
  limit?: number
  showToken?: boolean
  verbose?: boolean
}

const collect = (text: string, earlier: string[] | undefined): string[] => [
  ...(earlier ?? []),
  ...text.split(',').filter((part) => part !== ''),
]

function parseIdRange(text: string): NonNullable<VerifyOptions['idRange']> {
  const [, from, to] = /^(-?\d{1,19})-(-?\d{1,19})$/.exec(text) ?? []
  if (from === undefined || to === undefined) {
    throw new InvalidArgumentError(
      'It must be two integers with a hyphen between them, like 1000000-2000000.',
    )
  }
  return { from: BigInt(from), to: BigInt(to) }
}

const flags: readonly (Option | [flag: string, description: string, set?: (option: Option) => Option])[] = [
  ['--token <token>', 'a valid token', (o) => o.env('PLANT_STORE_TOKEN')],
  [
    '--invalid-token <token>',
    'a token that is not valid any more, tried besides random ones',
    (o) => o.env('PLANT_STORE_INVALID_TOKEN'),
  ],
  ['--only <rule...>', 'rules to judge (default: all)', (o) => o.argParser(collect)],
  ['--skip <rule...>', 'rules not to judge', (o) => o.argParser(collect)],
  [
    '--level <level>',
    'from which level a broken rule fails (default: must)',
    (o) => o.choices(['must', 'should']),
  ],
  ['--baseline <file>', 'JSON or YAML list of {rule, reason} that are known to be broken'],
  ['--limits <file>', 'JSON or YAML file with what the service accepts of id, name and tag'],
  createReportOption(),
  [
    '--seed <number>',
    'repeat the requests of an earlier run, but for ids and made-up tokens',
    (o) => o.argParser(parseInteger(-(2 ** 31), 2 ** 31 - 1)),
  ],
  [
    '--id-range <from-to>',
    'ids to use, at least 10,000 (default: such as are likely to be unused)',
    (o) => o.argParser(parseIdRange),
  ],
  [
    '--concurrency <number>',
    'requests at the same time (default: 24)',
    (o) => o.argParser(parseInteger(1, 256)),
  ],
  [
    '--request-limit <ms>',
    'milliseconds in which every answer has to come (default: 10000)',
    (o) => o.argParser(parseInteger(1, 600_000)),
  ],
  [
    '--limit <ms>',
    'milliseconds for the whole run (default: 120000)',
    (o) => o.argParser(parseInteger(1, 86_400_000)),
  ],
  ['--show-token', 'show tokens in reports'],
  ['--verbose', 'list the rules that are kept, and show the stack of an error'],
]

/** Adds the flags of `verify` to a command. */
export function addVerifyFlags(command: Command): Command {
  for (const flag of flags) {
    if (flag instanceof Option) {
      command.addOption(flag)
      continue
    }
    const [name, description, set = (option) => option] = flag
    command.addOption(set(new Option(name, description)))
  }
  return command
}
