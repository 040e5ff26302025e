import { type Command, CommanderError, Option } from 'commander'
import { serviceOptions } from '../http/service-options.ts'
import type { Option as OptionSchema } from '../options/option-table.ts'
import { array, findProblems, text, type ValueSchema } from '../options/schema.ts'
import { exitCodes, type Fail } from './failure.ts'
import { describeMistake, shorten } from './mistake.ts'

/** One flag of a command. Tables of them make the options, the help and the tables in the documentation. */
export interface Flag {
  /** The placeholder for its value in the help, such as `<number>`; a switch has none. */
  value?: string
  short?: string
  description: string
  /** What its value may be, and its default; by default, any text but an empty one, which is most likely an unset variable of a script. */
  schema?: OptionSchema
  /** The default that the help shows, if it isn't the one of the schema. */
  default?: string
  /** The environment variable that is read if the flag isn't given. */
  env?: string
  /** The path of the option that it sets, such as `broker.token`, if that isn't its name. */
  option?: string
  /** Makes the value of the option, such as from the file that the flag names. */
  load?(value: unknown, fail: Fail): unknown
  /** Converts the text of the value; `earlier` is the value from an earlier use of the flag. It leaves a wrong text to the schema. */
  read?(text: string, earlier: unknown): unknown
}

/** The flags of a command, by their names in camel case. */
export type FlagTable = Readonly<Record<string, Flag>>

/** A text that is left as it is for the schema to reject, so that no command gets it. */
export type WrongText = string & { readonly isWrong: true }

/** Leaves a text that can't be read to the schema of its flag. */
export const leaveWrong = (text: string): WrongText => text as WrongText

type Valid<Value> = Value extends WrongText
  ? never
  : Value extends (infer Item)[]
    ? Exclude<Item, WrongText>[]
    : Value

export type FlagValues<Table extends FlagTable> = {
  -readonly [Name in keyof Table]?: Table[Name] extends { read(text: string, earlier: never): infer Value }
    ? Valid<Value>
    : Table[Name] extends { schema: { known: readonly (infer Value)[] } }
      ? Value
      : Table[Name] extends { value: string }
        ? string
        : boolean
}

export const flag = <const More extends object = object>(
  value: string,
  description: string,
  more?: More,
): { value: string; description: string } & More => ({ value, description, ...(more as More) })

export const readInteger = (text: string): number | WrongText =>
  /^-?\d+$/.test(text) ? Number(text) : leaveWrong(text)

export const addValue = (text: string, earlier: string[] | undefined): string[] => [...(earlier ?? []), text]

export const addValues = (text: string, earlier: string[] | undefined): string[] => [
  ...(earlier ?? []),
  ...text.split(','),
]

export const integerFlag = <Of extends OptionSchema>(value: string, description: string, schema: Of) =>
  flag(value, description, { schema, read: readInteger })

export const limitFlags = {
  requestLimit: integerFlag('<ms>', 'milliseconds that each response may take', serviceOptions.requestLimit),
  limit: integerFlag('<ms>', 'milliseconds that the whole run may take', serviceOptions.limit),
} as const satisfies FlagTable

/** Converts the name of an option to the name of its flag: `maxBody` to `max-body`. */
export const toKebabCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export const toVariable = (name: string): string =>
  `PLANT_STORE_${toKebabCase(name).replaceAll('-', '_').toUpperCase()}`

export const showDefault = (flag: Flag): string => flag.default ?? `${flag.schema?.default ?? ''}`

function describe(flag: Flag): string {
  const standard = showDefault(flag)
  const notes = [standard && `default: ${standard}`, flag.env && `env: ${flag.env}`].filter(Boolean)
  return notes.length === 0 ? flag.description : `${flag.description} (${notes.join(', ')})`
}

const filled: ValueSchema = text('a string that is not empty', /./s)

/** Texts, none of them empty. */
export const nameList: ValueSchema = array(filled)

export const schemaOf = ({ schema = filled }: Flag): ValueSchema => schema

function checkValues(command: Command, table: FlagTable): void {
  for (const option of command.options) {
    const name = option.attributeName()
    const flag = table[name]
    const value: unknown = command.getOptionValue(name)
    const [problem] =
      value === undefined || flag?.value === undefined ? [] : findProblems(value, schemaOf(flag))
    if (problem === undefined) continue
    const given = command.getOptionValueSource(name) === 'env' ? option.envVar : option.long
    const message = describeMistake(problem, `${given}${shorten(problem.path)}`)
    throw new CommanderError(exitCodes.usage, 'commander.invalidArgument', message)
  }
}

/** Stands for the value of a flag at the end of the line or before another flag. */
const missing = Symbol('missing')

/** Makes an option read its value. By itself, commander takes any text after a flag as its value, even another flag. */
function readValue(option: Option, long: string, { value, read = (text) => text }: Flag): void {
  option.required = false
  option.optional = true
  option.preset(missing).argParser<unknown>((text: string | typeof missing, earlier) => {
    if (text !== missing) return read(text, earlier)
    const message = `${long} has no value. Pass ${long} ${value}, or ${long}=${value} if it begins with a dash.`
    throw new CommanderError(exitCodes.usage, 'commander.optionMissingArgument', message)
  })
}

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
  return command.hook('preAction', () => checkValues(command, table))
}
