import type { Command } from 'commander'
import { addFlags, type FlagTable } from './flags.ts'
import { addHelpNotes, type HelpNotes } from './help.ts'

export interface CommandTable extends HelpNotes {
  description: string
  /** Its argument; the name is in brackets, such as `[url]`. */
  argument?: { name: string; description: string }
  flags: FlagTable
  /** Returns the environment variable of each flag. */
  toEnv?(name: string): string
  /** Whether flags after the argument are a part of it. */
  takesFlags?: true
  /** Runs it with its argument and the values of its flags; returns the exit code if it has ended. */
  run(argument: unknown, flags: object, command: Command): number | undefined | Promise<number | undefined>
}

export function addCommand(program: Command, name: string, table: CommandTable): void {
  const command = addFlags(program.command(name), table.flags, table.toEnv)
    .description(table.description)
    .passThroughOptions(table.takesFlags ?? false)
  if (table.argument !== undefined) command.argument(table.argument.name, table.argument.description)
  command.action(async () => {
    const code = await table.run(command.processedArgs[0], command.opts(), command)
    if (code !== undefined) process.exitCode = code
  })
  addHelpNotes(command, table)
}
