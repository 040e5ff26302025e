import { describeUnknownOption, OptionsError } from './options-error.ts'
import { describeUrl, describeValue } from './problems.ts'

/** What is known about an option: functions check it by this, and the command line shows it. */
export interface OptionSpec {
  readonly isRequired?: boolean
  readonly default?: unknown
  /** The least and the greatest value of an integer. */
  readonly range?: readonly [from: number, to: number]
  /** The options in it, or in each of its items. */
  readonly members?: OptionTable
  /** Says what is wrong with a value, without the name of the option. */
  check?(value: unknown, options: object): string | undefined
}

/** All options of a function, by their names. */
export type OptionTable<Options = Record<string, unknown>> = {
  readonly [Name in keyof Required<Options>]: OptionSpec
}

/** An option whose value is wrong; without its name, the problem is a sentence of its own. */
export interface WrongOption {
  option?: string
  problem: string
}

/** An option that must be an integer. */
export interface IntegerOption<Default> extends OptionSpec {
  readonly default: Default
  readonly range: readonly [from: number, to: number]
}

export const integer = <Default extends number | undefined = undefined>(
  from: number,
  to: number,
  standard?: Default,
): IntegerOption<Default> => ({
  default: standard as Default,
  range: [from, to],
  check: (value: unknown) =>
    Number.isInteger(value) && Number(value) >= from && Number(value) <= to
      ? undefined
      : `must be an integer from ${from} to ${to}, got ${value}`,
})

/** An option with a few possible values, of which the first is the default. */
export const choice = <const Value extends string>(
  ...values: readonly [Value, ...Value[]]
): OptionSpec & { readonly default: Value } => ({
  default: values[0],
  check: (value: unknown) =>
    values.some((one) => one === value)
      ? undefined
      : `must be ${values.join(' or ')}, got ${describeValue(value)}`,
})

/** Says why a header can't hold a token; the text doesn't repeat it. */
export const checkToken = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)
    ? undefined
    : 'may contain only ASCII letters, digits, and punctuation, and must not be empty'

/** The options for a valid and an invalid token. */
export const tokenOptions: { readonly token: OptionSpec; readonly invalidToken: OptionSpec } = {
  token: { isRequired: true, check: checkToken },
  invalidToken: {
    check: (value: unknown, options: object) =>
      'token' in options && options.token === value ? 'must not be the token' : checkToken(value),
  },
}

/** Says why a value isn't an http or https URL without credentials, since messages show it. */
export function checkUrl(url: unknown): string | undefined {
  const text = String(url)
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    return `must be an http or https URL${describeUrl(url)}`
  const { username, password } = new URL(text)
  return username + password === '' ? undefined : 'must have no user and password in it'
}

/** Reads the base address of a service; throws a `Failure` if it isn't one. */
export function readBase(url: unknown, Failure: new (problem: string) => Error = OptionsError): URL {
  const text = String(url)
  const base = URL.canParse(text) && /^https?:/i.test(text) ? new URL(text) : undefined
  if (base === undefined)
    throw new Failure(
      `the URL must be the base address of a service, like http://127.0.0.1:4010${describeUrl(url)}`,
    )
  if (base.username + base.password !== '') throw new Failure('the URL must have no user and password in it')
  if (base.search + base.hash === '') return base
  throw new Failure('the URL must have no query or fragment')
}

/** Finds the first option that is unknown, missing or wrong; `of` is the option that has these. */
export function findWrongOption(options: object, table: OptionTable, of = ''): WrongOption | undefined {
  if (typeof options !== 'object' || options === null) return { problem: 'there are no options' }
  const unknown = describeUnknownOption(options, table)
  if (unknown !== undefined) return { problem: `${of && `${of}: `}${unknown}` }
  for (const [name, { isRequired, check, members }] of Object.entries(table)) {
    const option = `${of && `${of}.`}${name}`
    const value: unknown = options[name as keyof typeof options]
    if (value === undefined && isRequired) return { problem: `there is no ${option}` }
    if (value === undefined) continue
    const problem = check?.(value, options)
    if (problem !== undefined) return { option, problem }
    const items: object[] = members === undefined ? [] : Array.isArray(value) ? value : [value]
    const wrong = items.map((item) => findWrongOption(item, members ?? {}, option)).find((one) => one)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

/** Checks options by their table; throws a `Failure` that names the first one that is wrong. */
export function checkOptions(
  options: object,
  table: OptionTable,
  Failure: new (message: string, options?: string[]) => Error = OptionsError as new (
    message: string,
  ) => Error,
): void {
  const { option, problem } = findWrongOption(options, table) ?? {}
  const named = option === undefined ? [] : [option]
  if (problem !== undefined) throw new Failure([...named, problem].join(' '), named)
}

/** The default of each option that has one. */
export type Defaults<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends { default: infer Value } ? Value : undefined
}

/** Collects the defaults of a table. */
export const toDefaults = <Table extends OptionTable>(table: Table): Defaults<Table> =>
  Object.fromEntries(Object.entries(table).map(([name, spec]) => [name, spec.default])) as Defaults<Table>
