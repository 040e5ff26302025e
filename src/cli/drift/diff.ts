import { Command } from 'commander'
import { compareAll } from '../../drift/diff.ts'
import type { DiffOptions, DiffReport, KnownDifference } from '../../drift/drift.ts'
import { diffTable, knownSchema } from '../../drift/options.ts'
import { OptionsError } from '../../options/options-error.ts'
import { storeOptions } from '../../store/option-table.ts'
import type { PlantStoreOptions } from '../../store/options.ts'
import { createBaselineFlags, openBaseline } from '../baseline.ts'
import type { CommandTable } from '../command.ts'
import { createFail } from '../failure.ts'
import { readFlags } from '../fake/config.ts'
import type { Explain } from '../fake/explain-option.ts'
import { serverFlags } from '../fake/server-flags.ts'
import { addFlags, addValue, type FlagTable, type FlagValues, flag, names } from '../flags.ts'
import { catchInterruption } from '../interruption.ts'
import { failWithOption, readOptions } from '../options.ts'
import { createProgress } from '../progress.ts'
import { readUrl, urlArgument } from '../read-url.ts'
import { openReports } from '../reports/open-reports.ts'
import { createReportFlag } from '../reports/report-flag.ts'
import { verifyFlags } from '../verify/flags.ts'
import { noProxy, readService, serviceFlags } from '../verify/service-flags.ts'

const diffFlags = {
  ...serviceFlags,
  config: flag('<file>', 'configuration of the fake, such as one that `learn` wrote', {
    default: 'the defaults of `start`',
  }),
  only: flag('<case>', 'title or topic of cases to run; repeat it for more', {
    default: 'all',
    schema: names,
    read: addValue,
  }),
  skip: flag('<case>', 'title or topic of cases to skip; repeat it for more', {
    schema: names,
    read: addValue,
  }),
  ...createBaselineFlags('{difference, reason, cases} that are known', 'differences'),
  report: createReportFlag(),
  showToken: verifyFlags.showToken,
  verbose: { description: 'list the cases without a difference, and show the stack trace of an error' },
} as const satisfies FlagTable

type DiffFlags = FlagValues<typeof diffFlags>

const fail = createFail('diff')

/** Reads what a configuration file says about answers; ports and storage don't matter. */
async function readFake(
  config: string | undefined,
): Promise<{ fake: PlantStoreOptions; explainFake: Explain }> {
  const command = addFlags(new Command(), serverFlags)
  if (config !== undefined) command.setOptionValue('config', config)
  const { flags, explain: explainFake } = await readFlags(command, {})
  const { tokens: _tokens, seed: _seed, scenario: _scenario, storage: _storage, ...ofAnswers } = storeOptions
  return { fake: await readOptions(serverFlags, flags, ofAnswers, fail), explainFake }
}

/** Suggests a configuration if the fake had none. */
const suggestLearn = ({ outcome }: DiffReport, config: string | undefined): string[] =>
  outcome !== 'failed' || config !== undefined
    ? []
    : ['This compared a fake without a configuration. `plant-store learn` writes one; pass it with --config.']

async function runDiff(argument: string | undefined, flags: DiffFlags): Promise<number> {
  const url = readUrl(argument, 'diff')
  const options = await readService<DiffOptions>(diffFlags, flags, diffTable, fail)
  const { fake, explainFake } = await readFake(flags.config)
  const known = await openBaseline<KnownDifference>(flags, knownSchema, fail)
  const reports = openReports(flags)
  using interruption = catchInterruption()
  const progress = createProgress()
  const judge = await compareAll(url, {
    ...options,
    baseline: known.entries,
    fake,
    signal: interruption.signal,
    onProgress: ({ cases, total, title, timeLeft }) =>
      progress.show({ done: cases, total, last: title, timeLeft }),
  })
    .catch(async (error: unknown) => {
      if (error instanceof OptionsError && error.path[0] === 'fake') return fail(await explainFake(error))
      return failWithOption(error, fail, diffFlags, flags)
    })
    .finally(progress.clear)
  const report = known.judge(judge)
  const code = reports.write({
    ...report,
    remarks: [...report.remarks, ...suggestLearn(report, flags.config)],
  })
  return interruption.code ?? code
}

/** `plant-store diff`. */
export const command: CommandTable = {
  description:
    'Send the same requests to a service and to the fake, and report how the answers differ. It leaves plants behind.',
  argument: urlArgument,
  flags: diffFlags,
  run: runDiff,
  notes: [
    noProxy,
    'It compares statuses, content types, the headers that clients act on, the members of bodies and their types, names and tags, error numbers, and whether pages of other origins may read an answer; messages only if the configuration sets them.',
  ],
  exitCodes: {
    0: 'no difference, or only those of --baseline',
    1: 'another difference',
    2: "usage error, or a report can't be written",
    4: "the service can't be reached, refuses the token or plain plants, or changes during the run; or --limit ends the run",
    130: 'stopped by Ctrl-C (SIGTERM: 143); the reports contain the results so far',
  },
  examples: [
    'diff https://staging.example --config plant-store.yaml',
    'diff https://api.example --baseline drift.yaml --update-baseline',
    'diff http://127.0.0.1:8080 --skip CORS --report html=diff.html',
  ],
}
