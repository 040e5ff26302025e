import { styleText } from 'node:util'
import { type Learned, learn, ServiceError, type ServiceOptions } from '../../drift/drift.ts'
import { serviceTable } from '../../drift/options.ts'
import { tame } from '../../http/tame.ts'
import { getRule } from '../../judge/rules.ts'
import { wrapText } from '../../reports/wrap.ts'
import type { CommandTable } from '../command.ts'
import { readBytes } from '../data-file.ts'
import { CommandFailure, createFail, exitCodes } from '../failure.ts'
import { type FlagTable, type FlagValues, flag } from '../flags.ts'
import { catchInterruption } from '../interruption.ts'
import { failWithOption } from '../options.ts'
import { checkOutFile, type OutFile, writeOutFile } from '../out-file.ts'
import { findWidth } from '../paint.ts'
import { readUrl, urlArgument } from '../read-url.ts'
import { noProxy, readService, serviceFlags } from '../verify/service-flags.ts'

const learnFlags = {
  ...serviceFlags,
  out: flag('<file>', 'configuration file to write; what `learn` wrote before is overwritten', {
    default: 'plant-store.yaml',
  }),
  verbose: { description: 'show the stack trace of an error' },
} as const satisfies FlagTable

const fail = createFail('learn')

/** Refuses to write anything but YAML, and to overwrite a file that `learn` didn't write. */
function checkFile(file: OutFile): void {
  const { path } = file
  if (/\.json$/i.test(path)) fail(`${path} would have YAML in it. Pass a file that ends in .yaml with --out.`)
  if (!checkOutFile(file)) return
  if (readBytes(path, 'file to write').toString().startsWith('# Learned from ')) return
  fail(`${path} exists, and learn didn't write it. Pass another file with --out.`)
}

/** The most characters of a line. */
const longestLine = 300

/** What a run showed, in a few lines; the rules that the service breaks are the last. */
export function describeLearned(
  file: string,
  { requests, duration, broken, notImitated, notTriggered, differences }: Learned,
): string {
  const list = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)]
  return [
    `Wrote ${file} after ${requests} requests in ${(duration / 1000).toFixed(1)} s.`,
    ...list('No request showed how the service decides these, so the fake decides by itself', [
      notTriggered.join(', '),
    ]),
    ...list("The fake can't imitate", [
      ...notImitated,
      ...differences.map(({ difference, cases }) => {
        const [first, ...others] = Object.values(cases).flat()
        const more = others.length === 0 ? '' : `, and ${others.length} more`
        return `${difference} (${first}${more})`
      }),
    ]),
    ...list(
      'The service breaks rules. Run plant-store verify for details',
      broken.flatMap(({ rule, problem }) =>
        rule === undefined ? [] : [`${rule}: ${getRule(rule).statement} Found: ${problem}`],
      ),
    ),
  ]
    .map((line) => tame(line.length > longestLine ? `${line.slice(0, longestLine)}…` : line))
    .map((line) => {
      const text = wrapText(line, findWidth(process.stdout), line.startsWith(' ') ? 4 : 0)
      return `${line.endsWith(':') ? styleText('bold', text, { stream: process.stdout }) : text}\n`
    })
    .join('')
}

async function runLearn(argument: string | undefined, flags: FlagValues<typeof learnFlags>): Promise<number> {
  const url = readUrl(argument, 'learn')
  const { out = 'plant-store.yaml' } = flags
  const options = await readService<ServiceOptions>(learnFlags, flags, serviceTable, fail)
  const file = { path: out, flag: '--out', fail }
  checkFile(file)
  using interruption = catchInterruption()
  try {
    const learned = await learn(url, { ...options, signal: interruption.signal })
    writeOutFile(file, learned.yaml)
    process.stdout.write(describeLearned(out, learned))
    return 0
  } catch (error) {
    if (interruption.code !== undefined) {
      process.stderr.write(`Stopped. ${out} is not written.\n`)
      return interruption.code
    }
    if (error instanceof ServiceError)
      throw new CommandFailure(`Failed to learn: ${error.message}.`, exitCodes.unjudged)
    return failWithOption(error, fail, learnFlags, flags)
  }
}

/** `plant-store learn`. */
export const command: CommandTable = {
  description:
    'Send about 450 requests to a service, and write a configuration that makes the fake answer like it. It leaves plants behind.',
  argument: urlArgument,
  flags: learnFlags,
  run: runLearn,
  notes: [
    noProxy,
    'It repeats a request that gets no answer, a 429, or a 503, so it can send more.',
    'A comment on each value says which request showed it. The fake never imitates what breaks a must rule of the specification; the last lines name these rules.',
  ],
  exitCodes: {
    0: 'the configuration is written',
    2: "usage error, or the file can't be written",
    4: "the service can't be reached, refuses the token or plain plants, answers without a plant, or changes during the run; or --limit ends the run",
    130: 'stopped by Ctrl-C (SIGTERM: 143); nothing is written',
  },
  examples: ['learn https://staging.example --token-command ./token.sh', 'start --config plant-store.yaml'],
}
