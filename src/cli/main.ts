import { inspect } from 'node:util'
import { Command, CommanderError } from 'commander'
import { readPackageVersion } from '../contract/package-files.ts'
import { escapeControls, escapeControlsOfLines } from '../http/escape-controls.ts'
import { suggestClosest } from '../options/closest.ts'
import { describeValue } from '../options/problems.ts'
import { wrapText } from '../reports/wrap.ts'
import { addCommand, type CommandTable } from './command.ts'
import { CommandFailure, endSentence, exitCodes } from './failure.ts'
import { addHelpNotes, setHelpWidth } from './help.ts'
import type { ServerFlags } from './mock/server-flags.ts'
import { findWidth, paint } from './paint.ts'
import { prepareVariables } from './variables.ts'

const version = readPackageVersion()

interface ListedCommand {
  summary: string
  /** Loads its code, only when it runs. */
  load(): Promise<{ command: CommandTable }>
}

export const commands: Readonly<Record<string, ListedCommand>> = {
  start: { summary: 'start a mock server', load: () => import('./mock/start.ts') },
  exec: { summary: 'run a command next to a mock server', load: () => import('./mock/exec.ts') },
  verify: {
    summary: 'check a running service against the rules of the specification',
    load: () => import('./verify/verify.ts'),
  },
  diff: {
    summary: 'report how a running service and a mock of its description differ',
    load: () => import('./diff.ts'),
  },
  describe: {
    summary: 'print what the kit reads from an OpenAPI description',
    load: () => import('./describe.ts'),
  },
  compile: {
    summary: 'write an OpenAPI description as a module for pages',
    load: () => import('./compile.ts'),
  },
  rules: { summary: 'list the rules that verify checks', load: () => import('./rules.ts') },
  'verify-pacts': {
    summary: 'check a running service with the pacts of its consumers',
    load: () => import('./pacts/verify-pacts.ts'),
  },
  'check-pact': {
    summary: 'check pacts against the specification',
    load: () => import('./pacts/check-pact.ts'),
  },
  proxy: {
    summary: 'check the traffic between clients and a service',
    load: () => import('./proxy/proxy.ts'),
  },
}

async function createProgram(asked: string | undefined): Promise<Command> {
  const program = setHelpWidth(new Command('plant-store'))
    .description('A stateful mock server for any OpenAPI description, and checks for real services.')
    .version(version, '-v, --version', 'print the version')
    .enablePositionalOptions()
  for (const [name, { summary, load }] of Object.entries(commands)) {
    if (name === asked) addCommand(program, name, (await load()).command)
    else program.command(name).summary(summary)
  }
  // A command copies these settings when it is added, so each one needs them.
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({ outputError: () => {} })
  }
  addHelpNotes(program, {
    exitCodes: { 2: 'usage error; the help of each command lists its other exit codes' },
    examples: ['start --port 4010', 'help verify'],
  })
  return program
}

function toOneLine(text: string): string {
  return text.trim().replace(/(?<!\s)\s*\n\s*/g, ' ')
}

/** Finds the command that the user runs or wants help for. A text after a flag may be its value. */
function findAsked(args: readonly string[]): string | undefined {
  if (args[0]?.startsWith('-')) return undefined
  const [first, second] = args.filter((arg) => !arg.startsWith('-'))
  return first === 'help' ? second : first
}

function checkName(asked: string | undefined): void {
  const names = Object.keys(commands)
  if (asked === undefined || names.includes(asked)) return
  const hint = suggestClosest(asked, names)
  throw new CommandFailure(
    `Failed to run plant-store: there is no command ${describeValue(asked)}${hint || '.'} plant-store --help lists the commands.`,
    exitCodes.usage,
  )
}

/** Describes a flag that a command doesn't have, without what may be its value, such as a token. */
function describeUnknown(given: string, command: Command): string {
  const flags = command.createHelp().visibleOptions(command)
  const names = flags.flatMap(({ long }) => long ?? [])
  const [flag = ''] = /^-*[\w-]*/.exec(given) ?? []
  if (names.includes(flag)) return `option '${flag}' takes no value.`
  // Other tools have other names for it.
  if (/^--(?:spec|openapi|schema|swagger)$/i.test(flag))
    return names.includes('--openapi')
      ? `unknown option '${flag}'. Did you mean --openapi?`
      : `unknown option '${flag}': ${command.name()} reads no description.`
  const [, formats = ''] =
    /^(.+=FILE), or github/.exec(flags.find(({ long }) => long === '--report')?.description ?? '') ?? []
  const format = `${flag.slice(2)}=FILE`
  if (formats.split(', ').includes(format))
    return `unknown option '${flag}'. Did you mean --report ${format}?`
  const begun = names.find((name) => flag.startsWith(name) && !flag.startsWith(`${name}-`))
  return `unknown option '${begun === undefined ? flag : `${begun}…`}'${suggestClosest(begun ?? flag, names) || '.'}`
}

/** Describes an argument too many, which may be a token. */
function describeExcess({ args, options }: Command): string {
  const [given = ''] = args
  const takesPort = options.some(({ long }) => long === '--port')
  const isPort = takesPort && /^\d{1,5}$/.test(given)
  const isDescription = options.some(({ long }) => long === '--openapi') && /\.(?:ya?ml|json)$/i.test(given)
  const meant = isPort ? `--port ${given}` : isDescription ? `--openapi ${given}` : undefined
  return `there are too many arguments.${meant === undefined ? '' : ` Did you mean ${meant}?`}`
}

/** Rewrites an error of commander in the form of all other failures. */
function toUsageFailure(
  error: CommanderError,
  args: readonly string[],
  asked: string | undefined,
  program: Command,
): string {
  const name = ['plant-store', ...(asked === undefined ? [] : [asked])].join(' ')
  const command = program.commands.find((command) => command.name() === asked) ?? program
  const isUnknown = error.code === 'commander.unknownOption'
  const after = command === program ? args : args.slice(args.indexOf(command.name()) + 1)
  const reason = isUnknown
    ? describeUnknown(command.parseOptions([...after]).unknown[0] ?? '', command)
    : error.code === 'commander.excessArguments'
      ? describeExcess(command)
      : endSentence(toOneLine(error.message).replace(/^error: /, ''))
  return `Failed to run ${name}: ${reason} ${name} --help lists its arguments and flags.`
}

/** Shows a failure in a terminal: wrapped at words, and what failed in red. */
const showFailure = (message: string): string =>
  wrapText(escapeControls(message), findWidth(), 2).replace(/^Failed\b[^:]*:/, (what) => paint('red', what))

/** Runs the command line with the arguments of the process. It never throws: a failure is one line on standard error and an exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  // The program that reads the output may end early, as `head` does.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  const ofKubernetes = prepareVariables()
  // Some package managers pass the -- in front of arguments on.
  const args = argv.slice(argv[2] === '--' ? 3 : 2)
  if (ofKubernetes.length > 0 && args.includes('--verbose'))
    process.stderr.write(`Ignored ${ofKubernetes.join(', ')}, which Kubernetes sets for a Service.\n`)
  const asked = findAsked(args)
  let program: Command | undefined
  try {
    checkName(asked)
    program = await createProgram(asked)
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && program !== undefined) {
      if (error.exitCode === 0) return
      process.exitCode = exitCodes.usage
      if (error.code !== 'commander.help')
        process.stderr.write(`${showFailure(toUsageFailure(error, args, asked, program))}\n`)
      return
    }
    const isVerbose = program?.commands.some((command) => command.opts<ServerFlags>().verbose)
    process.stderr.write(
      `${isVerbose ? escapeControlsOfLines(inspect(error)) : showFailure(toOneLine((error as Error).message))}\n`,
    )
    process.exitCode = error instanceof CommandFailure ? error.exitCode : exitCodes.failure
  }
}
