import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { Command, CommanderError } from 'commander'
import { addBrokerClient } from './broker-client.ts'
import { addCheckPact } from './check-pact.ts'
import { addExec } from './exec.ts'
import { CommandFailure, exitCodes } from './failure.ts'
import { addProxy } from './proxy.ts'
import { addRules } from './rules.ts'
import type { ServerFlags } from './server-flags.ts'
import { addStart } from './start.ts'
import { addVerify } from './verify.ts'
import { addVerifyPacts } from './verify-pacts.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

function createProgram(): Command {
  const program = new Command('plant-store')
    .description('A fake plant store for people who build against one.')
    .version(version)
    .enablePositionalOptions()
    .configureHelp({ showGlobalOptions: true })
  addStart(program)
  addExec(program)
  addVerify(program)
  addRules(program)
  addVerifyPacts(program)
  addCheckPact(program)
  addBrokerClient(program)
  addProxy(program)
  // Commands copy these settings when they are added, so each is told by itself.
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({ outputError: () => {} })
  }
  return program
}

function toOneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ')
}

/** A variable that is empty says nothing, as in CI files that name it anyway; nor does a switch that is off. */
function forgetUnsetVariables(): void {
  for (const [name, value] of Object.entries(process.env)) {
    const isOff = name === 'PLANT_STORE_VERBOSE' && /^(?:0|false|no|off)$/i.test(value ?? '')
    if (name.startsWith('PLANT_STORE_') && (value === '' || isOff)) delete process.env[name]
  }
}

/** Runs the command line: `argv` is that of the process. It never throws; what goes wrong is one line on standard error and an exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  // Whoever reads our output may leave early, as `head` does.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  forgetUnsetVariables()
  const program = createProgram()
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
