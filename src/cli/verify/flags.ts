import { appendFileSync } from 'node:fs'
import { accessOptions } from '../../http/access.ts'
import { escapeControlsOfJson } from '../../http/escape-controls.ts'
import { checkFile } from '../../http/read-bounded.ts'
import { waitSeconds } from '../../http/service-options.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { token } from '../../options/values.ts'
import { verifyOptions } from '../../verify/option-table.ts'
import type { RuleId, VerifyOptions } from '../../verify/verify.ts'
import { createBaselineFlags } from '../baseline.ts'
import { contractFlags } from '../contract-flags.ts'
import type { Fail } from '../failure.ts'
import {
  addValue,
  addValues,
  type FlagTable,
  type FlagValues,
  flag,
  integerFlag,
  leaveWrong,
  limitFlags,
  nameList,
  type WrongText,
} from '../flags.ts'
import { createReportFlag } from '../reports/report-flag.ts'
import { createTokenCommand } from './token-command.ts'

function readHeaderFlag(
  text: string,
  earlier: Record<string, string> = {},
): Record<string, string> | WrongText {
  const [, name, value] = /^([^:]+):(.*)$/s.exec(text) ?? []
  return name === undefined || value === undefined ? leaveWrong(text) : { ...earlier, [name]: value.trim() }
}

const readRules: (text: string, earlier: RuleId[] | undefined) => RuleId[] = (text, earlier) =>
  addValues(text, earlier).filter((part) => part !== '') as RuleId[]

/** Checks that a file can be written, and returns a function that adds a record to it, as one line of JSON. */
function appendCreated(path: string, fail: Fail): NonNullable<VerifyOptions['onCreated']> {
  function append(text: string): void {
    try {
      checkFile(path, 'write')
      appendFileSync(path, text)
    } catch (error) {
      fail(`${path} can't be written: ${(error as Error).message}. Pass another file with --created.`)
    }
  }
  append('')
  return (record: object) => append(`${escapeControlsOfJson(stringifyExactJson(record))}\n`)
}

/** Adds a pair such as `name=value` to the earlier ones. */
function readPair(text: string, earlier: Record<string, string> = {}): Record<string, string> | WrongText {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  return name === undefined || value === undefined ? leaveWrong(text) : { ...earlier, [name]: value }
}

export const verifyFlags = {
  ...contractFlags,
  token: flag('<token>', 'a valid token', { env: 'PLANT_STORE_TOKEN', schema: token }),
  tokenCommand: flag(
    '<command>',
    'run a command that prints a valid token, and run it again when the token expires; overrides --token',
    { option: 'token', load: createTokenCommand },
  ),
  credential: flag('<scheme=value>', 'a valid credential of a security scheme; may be repeated', {
    option: 'credentials',
    schema: { ...verifyOptions.credentials, expected: 'scheme=value' },
    read: readPair,
  }),
  param: flag('<name=value>', 'value of a parameter, such as the key of a record to read; may be repeated', {
    option: 'params',
    schema: { ...verifyOptions.params, expected: 'name=value' },
    read: readPair,
  }),
  operation: flag(
    '<id>',
    'operation to judge, even if it changes what the run has not created; may be repeated',
    {
      option: 'operations',
      default: 'all',
      schema: nameList,
      read: addValue,
    },
  ),
  safe: { description: 'send only GET and HEAD' },
  maxRequests: integerFlag(
    '<number>',
    'how many requests to send; checks of stored records come on top',
    verifyOptions.maxRequests,
  ),
  invalidToken: flag('<token>', 'a token that is no longer valid, tried in addition to random ones', {
    env: 'PLANT_STORE_INVALID_TOKEN',
    schema: token,
  }),
  otherToken: flag(
    '<token>',
    'a token of another user, who must not read or change the records that the run creates',
    { env: 'PLANT_STORE_OTHER_TOKEN', schema: token },
  ),
  header: flag(
    '<header>',
    "header of every request, such as 'X-Tenant: garden'; repeat it for more. Values that look like credentials are masked",
    {
      schema: { ...accessOptions.headers, expected: "a header such as 'X-Tenant: garden'" },
      read: readHeaderFlag,
      option: 'headers',
    },
  ),
  cert: flag('<file>', 'PEM file with a client certificate'),
  key: flag('<file>', "PEM file with its key, if the file of --cert doesn't include it"),
  ca: flag(
    '<file>',
    'PEM file with the certificates to trust; NODE_EXTRA_CA_CERTS adds some to the usual ones',
  ),
  created: flag('<file>', 'file that gets a line of JSON for each record that the run leaves behind', {
    option: 'onCreated',
    load: appendCreated,
  }),
  only: flag('<rule...>', 'rules to check', { default: 'all', schema: nameList, read: readRules }),
  skip: flag('<rule...>', 'rules to skip', { schema: nameList, read: readRules }),
  level: flag(
    '<level>',
    'lowest level at which a broken rule fails the run: must, should, or protocol, which also sends what only unusual clients send',
    {
      schema: verifyOptions.level,
    },
  ),
  repeat: integerFlag(
    '<times>',
    'how many times to run everything, each with another seed; the report says what differs',
    verifyOptions.repeat,
  ),
  failOnFlaky: { description: 'fail the run if a request fails once, and succeeds when it is sent again' },
  ...createBaselineFlags('{rule, seen, requests, reason} for findings that are known', 'findings'),
  report: createReportFlag(),
  seed: integerFlag(
    '<number>',
    'seed of an earlier run, to send the same requests, except for keys and random tokens',
    verifyOptions.seed,
  ),
  concurrency: integerFlag(
    '<number>',
    'how many requests to send at the same time',
    verifyOptions.concurrency,
  ),
  ...limitFlags,
  wait: {
    ...integerFlag(
      '<seconds>',
      'wait until the service accepts connections and responds with a status other than 502, 503, or 504',
      waitSeconds,
    ),
    load: (seconds: number) => seconds * 1000,
  },
  showToken: { description: 'show tokens in reports' },
  verbose: { description: 'list the rules that are kept, and show the stack trace of an error' },
} as const satisfies FlagTable

export type VerifyFlags = FlagValues<typeof verifyFlags>
