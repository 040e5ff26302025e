import type { Contract } from '../../contract/contract.ts'
import { ContractError } from '../../contract/contract.ts'
import { readContract } from '../../contract/read/read-contract.ts'
import type { Report } from '../../reports/report.ts'
import { toVariable } from '../../verify/contract/credentials.ts'
import { contractBaselineEntry, contractOptionTable } from '../../verify/contract/option-table.ts'
import type { ContractBaselineEntry, ContractVerifyOptions } from '../../verify/contract/options.ts'
import { runContract } from '../../verify/contract/run.ts'
import { openBaseline } from '../baseline.ts'
import { CommandFailure, createFail, exitCodes } from '../failure.ts'
import { toKebabCase } from '../flags.ts'
import { catchInterruption } from '../interruption.ts'
import { failWithOption, readOptions } from '../options.ts'
import { createProgress } from '../progress.ts'
import { readUrl } from '../read-url.ts'
import { openReports } from '../reports/open-reports.ts'
import { type VerifyFlags, verifyFlags } from './flags.ts'

const fail = createFail('verify')

/** What only a run with the plant store can do yet. */
const onlyPlantStore = [
  'created',
  'namePrefix',
  'limits',
  'idRange',
  'repeat',
  'failOnFlaky',
  'concurrency',
  'thorough',
] as const

/** What only a run with a description can do. */
const onlyContract = [
  'overlay',
  'allowRefs',
  'credential',
  'param',
  'safe',
  'operation',
  'maxRequests',
] as const

/** @throws {CommandFailure} if a flag needs `--openapi`, or can't be combined with it */
export function checkContractFlags(flags: VerifyFlags): void {
  const find = (names: readonly (keyof VerifyFlags)[]): string | undefined =>
    names.find((name) => flags[name] !== undefined && flags[name] !== false)
  const name = find(flags.openapi === undefined ? onlyContract : onlyPlantStore)
  if (name === undefined) return
  fail(
    flags.openapi === undefined
      ? `--${toKebabCase(name)} needs --openapi, since it is about another API.`
      : `--${toKebabCase(name)} can't be combined with --openapi yet.`,
  )
}

async function read({ openapi = '', overlay = [], allowRefs = false }: VerifyFlags): Promise<Contract> {
  try {
    return await readContract(openapi, { overlays: overlay, allowRefs })
  } catch (error) {
    throw error instanceof ContractError ? new CommandFailure(error.message, exitCodes.usage) : error
  }
}

/** Reminds the user of the variables that commands read credentials from. */
function remind({ cases }: Report, { token, credentials = {} }: ContractVerifyOptions): string[] {
  const commands = cases.flatMap(({ findings }) =>
    findings.flatMap(({ exchanges }) => exchanges.map(({ request }) => request.curl)),
  )
  const names = [
    ...(token === undefined ? [] : ['PLANT_STORE_TOKEN']),
    ...Object.keys(credentials).map(toVariable),
  ]
  const used = names.filter((name) => commands.some((command) => command.includes(`$${name}`)))
  const { [used[0] ?? '']: value } = process.env
  return used.length === 0 || value !== undefined
    ? []
    : [`Before you paste one of the commands above, set ${used.join(' and ')} in your shell.`]
}

/** Judges a service by a description with the values of the flags, writes the reports, and returns the exit code. */
export async function verifyContract(argument: string | undefined, flags: VerifyFlags): Promise<number> {
  const url = readUrl(argument, 'verify', (flags.only ?? flags.skip) ? '--only and --skip' : undefined)
  const contract = await read(flags)
  const baseline = await openBaseline<ContractBaselineEntry>(flags, contractBaselineEntry, fail)
  const given = (await readOptions(verifyFlags, flags, contractOptionTable, fail)) as ContractVerifyOptions
  const reports = openReports(flags)
  const progress = createProgress()
  using interruption = catchInterruption()
  const options: ContractVerifyOptions = {
    ...given,
    contract,
    baseline: baseline.entries,
    signal: interruption.signal,
    onProgress: ({ done, total, operation }) => progress.show({ done, total, last: operation, timeLeft: 0 }),
  }
  try {
    const report = baseline.judge(await runContract(url, options))
    progress.clear()
    const code = reports.write({ ...report, remarks: [...report.remarks, ...remind(report, options)] })
    return interruption.code ?? code
  } catch (error) {
    return failWithOption(error, fail, verifyFlags, flags)
  } finally {
    progress.clear()
  }
}
