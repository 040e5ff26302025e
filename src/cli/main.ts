import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { Command, CommanderError } from 'commander'
import { CommandFailure, exitCodes } from './failure.ts'
import type { ServerFlags } from './fake/server-flags.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

type AddCommand = (program: Command) => void

/** Every command: what the list of commands says about it, and its code, which is loaded when the command is asked for. */
const commands: readonly [name: string, summary: string, load: () => Promise<AddCommand>][] = [
  ['start', 'start a local fake backend', async () => (await import('./fake/start.ts')).addStart],
  ['exec', 'run a command next to a fake backend', async () => (await import('./fake/exec.ts')).addExec],
  [
    'verify',
    'check a running backend against the rules of the specification',
    async () => (await import('./verify/verify.ts')).addVerify,
  ],
  [
    'rules',
    'list the rules that backends are checked against',
    async () => (await import('./rules.ts')).addRules,
  ],
  [
    'verify-pacts',
    'verify a running backend with the pacts of its consumers',
    async () => (await import('./pacts/verify-pacts.ts')).addVerifyPacts,
  ],
  [
    'check-pact',
    'check pacts against the specification',
    async () => (await import('./pacts/check-pact.ts')).addCheckPact,
  ],
  [
    'proxy',
    'check the traffic between clients and a backend',
    async () => (await import('./proxy/proxy.ts')).addProxy,
  ],
]

async function createProgram(args: readonly string[]): Promise<Command> {
  const program = new Command('plant-store')
    .description('A fake plant store for people who build against one.')
    .version(version)
    .enablePositionalOptions()
    .configureHelp({ showGlobalOptions: true, subcommandTerm: (command) => command.name() })
  const [first, second] = args.filter((arg) => !arg.startsWith('-'))
  const asked = first === 'help' ? second : first
  for (const [name, summary, load] of commands) {
    if (name === asked) (await load())(program)
    else program.command(name).summary(summary)
  }
  // A command copies these settings when it is added, so each one needs them.
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({ outputError: () => {} })
  }
  return program
}

function toOneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ')
}

/** An empty variable counts as unset, because CI files often name variables that have no value; so does a switch that is off. */
function forgetUnsetVariables(): void {
  for (const [name, value] of Object.entries(process.env)) {
    const isOff = name === 'PLANT_STORE_VERBOSE' && /^(?:0|false|no|off)$/i.test(value ?? '')
    if (name.startsWith('PLANT_STORE_') && (value === '' || isOff)) delete process.env[name]
  }
}

/** Runs the command line with the arguments of the process. It never throws: a failure is one line on standard error and an exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  // A reader of the output may leave early, as `head` does.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  forgetUnsetVariables()
  const program = await createProgram(argv.slice(2))
  try {
    await program.parseAsync(argv)
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return
      process.exitCode = exitCodes.usage
      if (error.code !== 'commander.help') process.stderr.write(`${toOneLine(error.message)}\n`)
      return
    }
    const isVerbose = program.commands.some((command) => command.opts<ServerFlags>().verbose)
    process.stderr.write(`${isVerbose ? inspect(error) : toOneLine((error as Error).message)}\n`)
    process.exitCode = error instanceof CommandFailure ? error.exitCode : exitCodes.failure
  }
}
