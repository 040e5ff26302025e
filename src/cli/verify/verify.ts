import type { Command } from 'commander'
import { toJudgment } from '../../verify/to-judgment.ts'
import {
  type BaselineEntry,
  type Report,
  type VerifyOptions,
  VerifyOptionsError,
  verify,
} from '../../verify/verify.ts'
import { readDataFile } from '../data-file.ts'
import { CommandFailure, exitCodes } from '../failure.ts'
import { catchInterruption } from '../interruption.ts'
import { readLimits } from '../read-limits.ts'
import { openReports } from '../reports/open-reports.ts'
import { addVerifyFlags, type VerifyFlags } from './flags.ts'
import { createProgress } from './progress.ts'

const fail = (reason: string): never => {
  throw new CommandFailure(`Failed to verify: ${reason}`, exitCodes.usage)
}

const isEntry = (value: unknown): value is BaselineEntry =>
  typeof value === 'object' &&
  value !== null &&
  'rule' in value &&
  typeof value.rule === 'string' &&
  'reason' in value &&
  typeof value.reason === 'string' &&
  value.reason.trim() !== ''

async function readBaseline(path: string): Promise<BaselineEntry[]> {
  const entries = (await readDataFile(path, 'baseline', [])) ?? []
  if (!Array.isArray(entries)) return fail(`the baseline ${path} must be a list of {rule, reason}`)
  const wrong = entries.findIndex((entry) => !isEntry(entry))
  if (wrong !== -1)
    return fail(`the baseline ${path} must have a rule and a reason at [${wrong}], both texts`)
  return entries
}

async function toOptions(flags: VerifyFlags): Promise<VerifyOptions> {
  const { token, baseline, limits, report: _report, verbose: _verbose, ...options } = flags
  if (token === undefined) return fail('there is no token. Pass --token or set PLANT_STORE_TOKEN.')
  return {
    ...options,
    token,
    ...(baseline !== undefined && { baseline: await readBaseline(baseline) }),
    ...(limits !== undefined && { limits: await readLimits(limits), limitsFile: limits }),
  }
}

async function judge(url: string, options: VerifyOptions): Promise<Report> {
  const progress = createProgress()
  try {
    return await verify(url, { ...options, onProgress: progress.show })
  } catch (error) {
    if (!(error instanceof VerifyOptionsError)) throw error
    const { option, problem } = error
    const flag = option?.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return fail(`${flag === undefined ? '' : `--${flag} `}${problem}.`)
  } finally {
    progress.clear()
  }
}

const tokenRemark =
  'The commands above read the token from PLANT_STORE_TOKEN, and you passed it as a flag. Set the variable before you paste one.'

/** Judges a backend as the flags say, writes the reports and gives the exit code. */
async function runVerify(argument: string | undefined, flags: VerifyFlags): Promise<number> {
  const url =
    argument ??
    process.env['PLANT_STORE_URL'] ??
    fail('there is no URL. Pass the base address of a backend, before --only and --skip.')
  const options = await toOptions(flags)
  const reports = openReports(flags)
  using interruption = catchInterruption()
  const report = await judge(url, { ...options, signal: interruption.signal })
  const isInEnvironment = process.env['PLANT_STORE_TOKEN'] === options.token
  const hasCommands = report.rules.some(({ finding }) => finding !== undefined)
  const code = reports.write(toJudgment(report, hasCommands && !isInEnvironment ? [tokenRemark] : []))
  return interruption.code ?? code
}

/** Adds `plant-store verify`. */
export function addVerify(program: Command): void {
  addVerifyFlags(program.command('verify'))
    .description(
      'Send over 1,100 requests to a backend and say which rules of the specification it keeps, with the smallest request for each rule that it breaks. It leaves plants behind.',
    )
    .argument('[url]', 'base address of the backend (env: PLANT_STORE_URL)')
    .addHelpText(
      'after',
      '\nExit codes: 0 every rule is kept, 1 a rule is broken, 2 wrong usage, 4 the backend cannot be judged, 130 ended by\nCtrl-C, with what was found until then in the reports\n\nExample:\n  plant-store verify http://127.0.0.1:4010 --token local-token --report junit=verify.xml',
    )
    .action(async (url: string | undefined, flags: VerifyFlags) => {
      process.exitCode = await runVerify(url, flags)
    })
}
