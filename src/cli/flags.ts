import { type Command, Option } from 'commander'
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

/** Adds the flags of a table to a command, in the order of the table. */
export function addFlags(command: Command, table: FlagTable, toEnv?: (name: string) => string): Command {
  for (const [name, flag] of Object.entries(table)) {
    const short = flag.short === undefined ? '' : `-${flag.short}, `
    const option = new Option(
      [`${short}--${toKebabCase(name)}`, flag.value].filter(Boolean).join(' '),
      describe(flag),
    )
    const env = flag.env ?? toEnv?.(name)
    if (env !== undefined) option.env(env)
    const { parse = parseText } = flag
    if (flag.value !== undefined) option.argParser((text, earlier) => parse(text, earlier))
    command.addOption(option)
  }
  return command
}
