import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ConsumerVersionSelector } from '../../pact/pact.ts'
import { parseInteger } from '../parse-integer.ts'
import { createReportOption, type ReportTarget } from '../reports/report-option.ts'

/** What the flags of `verify-pacts` say. */
export interface VerifyPactsFlags {
  token?: string
  invalidToken?: string
  pacts?: string[]
  provider?: string
  consumer?: string[]
  description?: string
  stateChangeUrl?: string
  enablePending?: boolean
  broker?: string
  brokerToken?: string
  brokerUsername?: string
  brokerPassword?: string
  selector?: ConsumerVersionSelector[]
  branch?: string
  includeWipSince?: string
  publish?: string
  buildUrl?: string
  report?: ReportTarget[]
  requestLimit?: number
  limit?: number
  verbose?: boolean
}

function parseSelector(
  text: string,
  earlier: ConsumerVersionSelector[] | undefined,
): ConsumerVersionSelector[] {
  try {
    const selector: unknown = JSON.parse(text)
    if (typeof selector === 'object' && selector !== null && !Array.isArray(selector))
      return [...(earlier ?? []), selector]
  } catch {
    // It is told below.
  }
  throw new InvalidArgumentError('It must be an object of JSON, like {"mainBranch":true}.')
}

/** Adds the flags of `verify-pacts` to a command; the credentials of a broker may come from the environment variables that Pact's own tools have for them. */
export function addVerifyPactsFlags(command: Command): Command {
  return command
    .addOption(new Option('--token <token>', 'a valid token').env('PLANT_STORE_TOKEN'))
    .addOption(
      new Option('--invalid-token <token>', 'a token for interactions in which it is not valid').env(
        'PLANT_STORE_INVALID_TOKEN',
      ),
    )
    .option('--pacts <file...>', 'files, patterns in quotes, and URLs of pacts')
    .option('--provider <name>', 'the name of the backend in pacts; pacts for others are left out')
    .option('--consumer <name...>', 'pacts of these consumers alone')
    .option('--description <text>', 'interactions alone with this text in their description')
    .option('--state-change-url <url>', 'address that reaches provider states')
    .option('--enable-pending', 'let interactions fail that are marked as pending')
    .option('--broker <url>', 'base address of a Pact broker')
    .addOption(new Option('--broker-token <token>', 'token for the broker').env('PACT_BROKER_TOKEN'))
    .addOption(new Option('--broker-username <name>', 'user of the broker').env('PACT_BROKER_USERNAME'))
    .addOption(new Option('--broker-password <password>', "the user's password").env('PACT_BROKER_PASSWORD'))
    .addOption(
      new Option('--selector <json>', 'which pacts of the broker; repeat for more').argParser(parseSelector),
    )
    .option('--branch <name>', 'branch of the backend, for the broker')
    .option('--include-wip-since <date>', 'pacts in progress of the broker too')
    .option('--publish <version>', 'tell the broker what came of it, for this version of the backend')
    .option('--build-url <url>', 'address of the build, told with it')
    .addOption(createReportOption())
    .addOption(
      new Option(
        '--request-limit <ms>',
        'milliseconds in which every answer has to come (default: 10000)',
      ).argParser(parseInteger(1, 600_000)),
    )
    .addOption(
      new Option('--limit <ms>', 'milliseconds for the whole run (default: 120000)').argParser(
        parseInteger(1, 86_400_000),
      ),
    )
    .option(
      '--verbose',
      "list the interactions that passed, and show what Pact's verifier writes and the stack of an error",
    )
}
