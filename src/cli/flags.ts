import { type Command, CommanderError, Option } from 'commander'
import { exitCodes } from './failure.ts'
import { parseText } from './parse-value.ts'

/** One flag of a command. Tables of them make the options, the help and the tables in the documentation. */
export interface Flag {
  /** The placeholder for its value in the help, such as `<number>`; a switch has none. */
  value?: string
  short?: string
  description: string
  /** The default that the help shows. */
  default?: string
  /** The environment variable that is read if the flag isn't given. */
  env?: string
  /** Reads the value; `earlier` is the value from an earlier use of the flag. Throws commander's `InvalidArgumentError`. */
  parse?(text: string, earlier: unknown): unknown
}

/** The flags of a command, by their names in camel case. */
export type FlagTable = Readonly<Record<string, Flag>>

/** The values that the flags of a table have. */
export type FlagValues<Table extends FlagTable> = {
  -readonly [Name in keyof Table]?: Table[Name] extends { parse(text: string, earlier: never): infer Value }
    ? Value
    : Table[Name] extends { value: string }
      ? string
      : boolean
}

/** Converts the name of an option to the name of its flag: `maxBody` to `max-body`. */
export const toKebabCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Returns the environment variable for a flag of `start` and `exec`. */
export const toVariable = (name: string): string =>
  `PLANT_STORE_${toKebabCase(name).replaceAll('-', '_').toUpperCase()}`

function describe(flag: Flag): string {
  const notes = [flag.default && `default: ${flag.default}`, flag.env && `env: ${flag.env}`].filter(Boolean)
  return notes.length === 0 ? flag.description : `${flag.description} (${notes.join(', ')})`
}

/** Stands for the value of a flag at the end of the line or before another flag. */
const missing = Symbol('missing')

/** Makes an option parse its value. By itself, commander takes any text after a flag as its value, even another flag. */
function readValue(option: Option, long: string, { value, parse = parseText }: Flag): void {
  option.required = false
  option.optional = true
  option.preset(missing).argParser<unknown>((text: string | typeof missing, earlier) => {
    if (text !== missing) return parse(text, earlier)
    const message = `${long} has no value. Pass ${long} ${value}, or ${long}=${value} if it begins with a dash.`
    throw new CommanderError(exitCodes.usage, 'commander.optionMissingArgument', message)
  })
}

/** Adds the flags of a table to a command, in the order of the table. */
export function addFlags(command: Command, table: FlagTable, toEnv?: (name: string) => string): Command {
  for (const [name, flag] of Object.entries(table)) {
    const short = flag.short === undefined ? '' : `-${flag.short}, `
    const long = `--${toKebabCase(name)}`
    const option = new Option([short + long, flag.value].filter(Boolean).join(' '), describe(flag))
    const env = flag.env ?? toEnv?.(name)
    if (env !== undefined) option.env(env)
    if (flag.value !== undefined) readValue(option, long, flag)
    command.addOption(option)
  }
  return command
}
