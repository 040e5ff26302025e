import type { Report } from '../../reports/report.ts'
import { toCredentialVariable } from '../../verify/credentials.ts'
import { baselineEntry, verifyOptions } from '../../verify/option-table.ts'
import type { BaselineEntry, VerifyOptions } from '../../verify/options.ts'
import { runRepeatedly } from '../../verify/verification.ts'
import { openBaseline } from '../baseline.ts'
import type { CommandTable } from '../command.ts'
import { createFail } from '../failure.ts'
import { catchInterruption } from '../interruption.ts'
import { openContract } from '../open-contract.ts'
import { failWithOption, readOptions } from '../options.ts'
import { createProgress } from '../progress.ts'
import { noProxy, readUrl, urlArgument } from '../read-url.ts'
import { openReports } from '../reports/open-reports.ts'
import { type VerifyFlags, verifyFlags } from './flags.ts'

const fail = createFail('verify')

/** Reminds the user to set the variables that printed commands read credentials from. */
function remind({ cases }: Report, { credentials = {} }: VerifyOptions): string[] {
  const commands = cases.flatMap(({ findings }) =>
    findings.flatMap(({ exchanges }) => exchanges.map(({ request }) => request.curl)),
  )
  const names = [
    'PLANT_STORE_TOKEN',
    'PLANT_STORE_INVALID_TOKEN',
    'PLANT_STORE_OTHER_TOKEN',
    ...Object.keys(credentials).map(toCredentialVariable),
  ]
  const unset = names.filter(
    (name) => process.env[name] === undefined && commands.some((command) => command.includes(`$${name}`)),
  )
  return unset.length === 0
    ? []
    : [`Before you paste one of the commands above, set ${unset.join(' and ')} in your shell.`]
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

/** Judges a service with the values of the flags, writes the reports, and returns the exit code. */
async function runVerify(argument: string | undefined, flags: VerifyFlags): Promise<number> {
  const url = readUrl(argument, 'verify', (flags.only ?? flags.skip) ? '--only and --skip' : undefined)
  const contract = await openContract(flags)
  const baseline = await openBaseline<BaselineEntry>(flags, baselineEntry, fail)
  const given = (await readOptions(verifyFlags, flags, verifyOptions, fail)) as VerifyOptions
  const reports = openReports(flags)
  const progress = createProgress()
  using interruption = catchInterruption()
  const options: VerifyOptions = {
    ...given,
    contract,
    baseline: baseline.entries,
    signal: interruption.signal,
    onProgress: ({ done, total, operation }) => progress.show({ done, total, last: operation }),
  }
  try {
    const report = baseline.judge(await runRepeatedly(url, options))
    progress.clear()
    const code = reports.write({
      ...report,
      remarks: [...report.remarks, ...remind(report, options), ...suggestBaseline(report, flags)],
    })
    return interruption.code ?? code
  } catch (error) {
    return failWithOption(error, fail, verifyFlags, flags)
  } finally {
    progress.clear()
  }
}

export const command: CommandTable = {
  description:
    'Send valid and invalid requests to a service and report which rules of its description it breaks, with the request that shows it. It changes and removes only what it has created.',
  argument: urlArgument,
  flags: verifyFlags,
  run: runVerify,
  notes: [noProxy],
  exitCodes: {
    0: 'the service keeps its description',
    1: 'the service breaks a rule',
    2: 'usage error',
    4: "the service can't be judged",
    130: 'stopped by Ctrl-C (SIGTERM: 143); the reports contain the results so far',
  },
  examples: [
    'verify http://127.0.0.1:4010 --token local-token',
    'verify http://127.0.0.1:3000 --openapi bookings.yaml',
    'verify https://staging.example --report junit=verify.xml',
  ],
}
