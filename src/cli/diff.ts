import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Contract } from '../contract/contract.ts'
import { listTokenSchemes } from '../contract/security.ts'
import { type DiffOptions, type DiffReport, diff } from '../diff/diff.ts'
import { diffOptions, mockKeys } from '../diff/options.ts'
import { OptionsError } from '../options/options-error.ts'
import type { CommandTable } from './command.ts'
import { openConfiguredContract, readConfiguration } from './configured-contract.ts'
import { contractFlags } from './contract-flags.ts'
import { findPlace, readBytes } from './data-file.ts'
import { createFail } from './failure.ts'
import {
  addValue,
  type FlagTable,
  type FlagValues,
  flag,
  integerFlag,
  nameList,
  toKebabCase,
} from './flags.ts'
import { catchInterruption } from './interruption.ts'
import { describeMistake, showMembers } from './mistake.ts'
import { failWithOption, readOptions } from './options.ts'
import { checkOutFile, writeOutFile } from './out-file.ts'
import { createProgress } from './progress.ts'
import { noProxy, readUrl, urlArgument } from './read-url.ts'
import { openReports } from './reports/open-reports.ts'
import { createReportFlag } from './reports/report-flag.ts'
import { verifyFlags } from './verify/flags.ts'
import { writeConfig } from './write-config.ts'

const { token, tokenCommand, header, cert, key, ca, requestLimit, limit, wait, showToken } = verifyFlags

const diffFlags = {
  ...contractFlags,
  token: { ...token, description: 'a valid bearer token, or credential of the only security scheme' },
  tokenCommand: {
    ...tokenCommand,
    description: 'run a command that prints a valid token; overrides --token',
  },
  credential: flag('<scheme=value>', 'a valid credential of a security scheme; repeat it for more', {
    schema: nameList,
    read: addValue,
  }),
  header,
  cert,
  key,
  ca,
  config: flag('<file>', 'configuration of the mock, with the differences that are known', {
    default: 'none',
  }),
  write: flag('<file>', 'configuration to compare with, if it exists, and to add to what the run finds'),
  report: createReportFlag(),
  concurrency: integerFlag(
    '<number>',
    'how many requests to send at the same time',
    diffOptions.concurrency as typeof verifyFlags.concurrency.schema,
  ),
  requestLimit,
  limit,
  wait,
  showToken,
  verbose: { description: 'show the stack trace of an error' },
} as const satisfies FlagTable

type DiffFlags = FlagValues<typeof diffFlags>

const fail = createFail('diff')

/** The keys of a configuration that say how a mock responds. */
const followKeys: readonly string[] = [...mockKeys, 'differences']

/** Makes the credentials of security schemes; the token is that of bearer, or of the only scheme. */
function toCredentials(
  { securitySchemes: schemes }: Contract,
  given: readonly string[],
  token: string | undefined,
): Record<string, string> {
  const pairs = given.map((pair) => {
    const [, name, value] = /^([^=]+)=(.+)$/s.exec(pair) ?? []
    if (name === undefined || value === undefined) return fail('--credential must be SCHEME=VALUE.')
    return [name, value] as const
  })
  const ofToken =
    token === undefined ? [] : listTokenSchemes(schemes).map(({ name }) => [name, token] as const)
  if (schemes.length > 0 && pairs.length + ofToken.length === 0) {
    const all = schemes.map(({ name }) => name).join(' or ')
    fail(`there is no credential of ${all}. Pass --token, --token-command, or --credential SCHEME=VALUE.`)
  }
  return Object.fromEntries([...ofToken, ...pairs])
}

/** Explains a mistake in the options, most of which are in the configuration. */
async function explain(error: unknown, file: string | undefined, flags: DiffFlags): Promise<never> {
  if (error instanceof OptionsError && file !== undefined) {
    const path = error.path[0] === 'mock' ? error.path.slice(1) : error.path
    const [name = '', ...rest] = path.map(String)
    if (followKeys.includes(name)) {
      const place =
        (await findPlace(file, path)) || (await findPlace(file, [toKebabCase(name), ...path.slice(1)]))
      fail(
        `${file}${place}: ${describeMistake({ ...error, path, problem: error.problem }, name + showMembers(rest), 'key')}`,
      )
    }
  }
  return failWithOption(error, fail, diffFlags, flags)
}

async function runDiff(argument: string | undefined, flags: DiffFlags): Promise<number> {
  const url = readUrl(argument, 'diff')
  const { write, config: named, credential, token: ownToken, tokenCommand: command } = flags
  if (write !== undefined && named !== undefined && resolve(write) !== resolve(named))
    fail('--config and --write name different files. Pass only --write, which reads its file, too.')
  if (write !== undefined && !/\.ya?ml$/i.test(write))
    fail(`${write} would have YAML in it. Pass a file that ends in .yaml with --write.`)
  const out = write === undefined ? undefined : { path: write, flag: '--write', fail }
  if (out !== undefined) checkOutFile(out)
  const file = named ?? (write !== undefined && existsSync(write) ? write : undefined)
  const get = await readConfiguration(file, fail)
  const contract = await openConfiguredContract(flags, get, file, fail)
  const reports = openReports(flags)
  using interruption = catchInterruption()
  const made = command === undefined ? undefined : await tokenCommand.load(command)(interruption.signal)
  const credentials = toCredentials(
    contract,
    [credential ?? get('credential') ?? []].flat() as string[],
    made ?? ownToken ?? ([get('token') ?? []].flat()[0] as string | undefined),
  )
  const progress = createProgress()
  const start = performance.now()
  let report: DiffReport
  try {
    report = await diff(url, {
      ...((await readOptions(diffFlags, flags, diffOptions, fail)) as DiffOptions),
      contract,
      credentials,
      mock: Object.fromEntries(
        followKeys.map((name) => [name, get(name)]).filter(([, value]) => value !== undefined),
      ),
      signal: interruption.signal,
      onProgress({ done, total, title }) {
        const timeLeft = ((performance.now() - start) * (total - done)) / Math.max(1, done)
        progress.show({ done, total, last: title, timeLeft })
      },
    })
  } catch (error) {
    return await explain(error, file, flags)
  } finally {
    progress.clear()
  }
  const isWritten = out !== undefined && report.unjudged === undefined
  if (out !== undefined && isWritten) {
    const text = existsSync(out.path) ? readBytes(out.path, 'configuration').toString() : ''
    const next = writeConfig(text, report.options, followKeys)
    if (next !== text) writeOutFile(out, next)
  }
  const remark = isWritten ? [`Wrote ${write}. Pass it with --config to diff, and to start.`] : []
  const code = reports.write({ ...report, remarks: [...report.remarks, ...remark] })
  return interruption.code ?? (isWritten ? 0 : code)
}

export const command: CommandTable = {
  description:
    'Send the same requests to a service and to a mock of its description, and report how the responses differ. It creates records, and changes and removes only these.',
  argument: urlArgument,
  flags: diffFlags,
  run: runDiff,
  notes: [
    noProxy,
    'It compares statuses, headers, the properties of bodies and their types, and values that were sent.',
  ],
  exitCodes: {
    0: 'no difference, or only those of --config; or --write has written all of them',
    1: 'another difference',
    2: "usage error, or a file can't be read or written",
    4: "the service can't be reached, or rejects the credentials; or --limit ends the run",
    130: 'stopped by Ctrl-C (SIGTERM: 143)',
  },
  examples: [
    'diff http://localhost:8080 --openapi bookings.yaml',
    'diff https://staging.example --write plant-store.yaml',
    'diff https://staging.example --config plant-store.yaml',
  ],
}
