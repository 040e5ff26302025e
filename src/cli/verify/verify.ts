import { toHeaders } from '../../http/access.ts'
import { quoteIfNeeded } from '../../http/quote.ts'
import type { Report } from '../../reports/report.ts'
import { baselineEntry, optionTable } from '../../verify/option-table.ts'
import { usualRequests } from '../../verify/plan.ts'
import { runRepeatedly } from '../../verify/repeat.ts'
import type { BaselineEntry, VerifyOptions } from '../../verify/verify.ts'
import { type Baseline, openBaseline } from '../baseline.ts'
import type { CommandTable } from '../command.ts'
import { createFail } from '../failure.ts'
import { catchInterruption } from '../interruption.ts'
import { failWithOption } from '../options.ts'
import { createProgress } from '../progress.ts'
import { readUrl, urlArgument } from '../read-url.ts'
import { openReports } from '../reports/open-reports.ts'
import { type VerifyFlags, verifyFlags } from './flags.ts'
import { noProxy, readService } from './service-flags.ts'
import { checkContractFlags, verifyContract } from './verify-contract.ts'

const fail = createFail('verify')

async function toOptions(flags: VerifyFlags, { entries }: Baseline<BaselineEntry>): Promise<VerifyOptions> {
  const { limits, tokenCommand } = flags
  return {
    ...(await readService<VerifyOptions>(verifyFlags, flags, optionTable, fail)),
    baseline: entries,
    flags: [
      ...(limits === undefined ? [] : [`--limits ${quoteIfNeeded(limits)}`]),
      ...(tokenCommand === undefined ? [] : [`--token-command ${quoteIfNeeded(tokenCommand)}`]),
    ],
  }
}

async function judge(
  url: string,
  options: VerifyOptions,
  flags: VerifyFlags,
): ReturnType<typeof runRepeatedly> {
  const progress = createProgress()
  try {
    return await runRepeatedly(url, {
      ...options,
      onProgress: ({ trials, total, rule, timeLeft }) =>
        progress.show({ done: trials, total, last: rule, timeLeft }),
    })
  } catch (error) {
    return failWithOption(error, fail, verifyFlags, flags)
  } finally {
    progress.clear()
  }
}

/** Reminds the user to set the tokens that the commands in a report read from the environment, if this run got them from elsewhere. */
function describeTokens({ token, invalidToken, header }: VerifyFlags): string[] {
  const { env } = process
  const variables = [
    ...(token === undefined || env['PLANT_STORE_TOKEN'] !== token ? ['PLANT_STORE_TOKEN'] : []),
    ...(env['PLANT_STORE_INVALID_TOKEN'] === invalidToken ? [] : ['PLANT_STORE_INVALID_TOKEN']),
    ...toHeaders(header).flatMap(({ value, shell = '' }) => {
      const name = shell.slice(1)
      return name === '' || env[name] === value ? [] : [name]
    }),
  ]
  if (variables.length === 0) return []
  return [`Before you paste one of the commands above, set ${variables.join(' and ')} in your shell.`]
}

/** How many broken rules are too many to mend before the next run. */
const many = 3

/** Says how to accept what is broken, if that is much. */
function suggestBaseline({ cases, outcome }: Report, { baseline }: VerifyFlags): string[] {
  const failed = cases.filter(({ status }) => status === 'failed').length
  if (outcome !== 'failed' || baseline !== undefined || failed < many) return []
  return [
    `To accept these ${failed} for now and fail only for new ones, add --baseline known.yaml --update-baseline once, and --baseline known.yaml from then on.`,
  ]
}

/** Checks a service with the values of the flags, writes the reports and returns the exit code. */
async function runVerify(argument: string | undefined, flags: VerifyFlags): Promise<number> {
  checkContractFlags(flags)
  if (flags.openapi !== undefined) return verifyContract(argument, flags)
  const url = readUrl(argument, 'verify', (flags.only ?? flags.skip) ? '--only and --skip' : undefined)
  const baseline = await openBaseline<BaselineEntry>(flags, baselineEntry, fail)
  const options = await toOptions(flags, baseline)
  const reports = openReports(flags)
  using interruption = catchInterruption()
  const report = baseline.judge(await judge(url, { ...options, signal: interruption.signal }, flags))
  const hasCommands = report.cases.some(({ again }) => again !== undefined)
  const reminder = hasCommands ? describeTokens(flags) : []
  const code = reports.write({
    ...report,
    remarks: [...report.remarks, ...reminder, ...suggestBaseline(report, flags)],
  })
  return interruption.code ?? code
}

/** `plant-store verify`. */
export const command: CommandTable = {
  description: `Send about ${usualRequests} requests to a service and report which rules of the specification it keeps, with the simplest request for each rule that it breaks. It leaves plants behind. With --openapi, it judges a service by its description instead, and removes what it creates.`,
  argument: urlArgument,
  flags: verifyFlags,
  run: runVerify,
  notes: [noProxy],
  exitCodes: {
    0: 'the service keeps every rule',
    1: 'the service breaks a rule',
    2: 'usage error',
    4: "the service, or a rule, can't be judged",
    130: 'stopped by Ctrl-C (SIGTERM: 143); the reports contain the results so far',
  },
  examples: [
    'verify http://127.0.0.1:4010 --token local-token',
    'verify https://staging.example --report junit=verify.xml',
    'verify http://127.0.0.1:3000 --openapi bookings.yaml',
  ],
}
