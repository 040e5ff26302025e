import { InvalidArgumentError } from 'commander'
import { optionTable } from '../../verify/option-table.ts'
import type { RuleId, VerifyOptions } from '../../verify/verify.ts'
import { createBaselineFlags } from '../baseline.ts'
import type { FlagTable, FlagValues } from '../flags.ts'
import { limitFlags } from '../limit-flags.ts'
import { parseChoice, parseInteger, parseList } from '../parse-value.ts'
import { createReportFlag } from '../reports/report-flag.ts'

function parseIdRange(text: string): NonNullable<VerifyOptions['idRange']> {
  const [, from, to] = /^(-?\d{1,19})-(-?\d{1,19})$/.exec(text) ?? []
  if (from === undefined || to === undefined) {
    throw new InvalidArgumentError(
      'It must be two integers with a hyphen between them, like 1000000-2000000.',
    )
  }
  return { from: BigInt(from), to: BigInt(to) }
}

/** Collects ids of rules; `verify` checks that they exist. */
const parseRules: (text: string, earlier: RuleId[] | undefined) => RuleId[] = (text, earlier) =>
  parseList(text, earlier) as RuleId[]

/** The flags of `verify`. */
export const verifyFlags = {
  token: { value: '<token>', description: 'a valid token', env: 'PLANT_STORE_TOKEN' },
  tokenCommand: {
    value: '<command>',
    description:
      'run a command that prints a valid token, and run it again when the token expires; overrides --token',
  },
  invalidToken: {
    value: '<token>',
    description: 'a token that is no longer valid, tried in addition to random ones',
    env: 'PLANT_STORE_INVALID_TOKEN',
  },
  only: { value: '<rule...>', description: 'rules to check', default: 'all', parse: parseRules },
  skip: { value: '<rule...>', description: 'rules not to check', parse: parseRules },
  level: {
    value: '<level>',
    description: 'lowest level at which a broken rule fails the run: must or should',
    default: optionTable.level.default,
    parse: parseChoice('must', 'should'),
  },
  ...createBaselineFlags('{rule, reason} for rules that are known to be broken', 'broken rules'),
  limits: {
    value: '<file>',
    description: 'JSON or YAML file with the ids, names, and tags that the backend accepts',
  },
  report: createReportFlag(),
  seed: {
    value: '<number>',
    description:
      'seed of an earlier run, to send the same requests, except for ids, plain names and tags, and random tokens',
    parse: parseInteger(...optionTable.seed.range),
  },
  idRange: {
    value: '<from-to>',
    description: 'range of the ids to use, at least 10,000 ids',
    default: 'ids that are probably free',
    parse: parseIdRange,
  },
  concurrency: {
    value: '<number>',
    description: 'how many requests to send at the same time',
    default: String(optionTable.concurrency.default),
    parse: parseInteger(...optionTable.concurrency.range),
  },
  ...limitFlags,
  wait: {
    value: '<seconds>',
    description:
      'wait until the backend accepts connections and answers with a status other than 502, 503, or 504',
    default: String(optionTable.wait.default / 1000),
    parse: parseInteger(0, optionTable.wait.range[1] / 1000),
  },
  thorough: { description: 'send all requests, even if the backend is slow' },
  showToken: { description: 'show tokens in reports' },
  verbose: { description: 'list the rules that are kept, and show the stack trace of an error' },
} as const satisfies FlagTable

/** The values of the flags of `verify`. */
export type VerifyFlags = FlagValues<typeof verifyFlags>
