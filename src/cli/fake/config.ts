import { dirname, resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { describeValue } from '../../contract/problems.ts'
import { suggestClosest } from '../closest.ts'
import { findPlace, isShippedName, readDataFile } from '../data-file.ts'
import { CommandFailure, exitCodes } from '../failure.ts'
import { toKebabCase } from '../flags.ts'
import { createExplain, type Explain } from './explain-option.ts'
import { type ServerFlag, type ServerFlags, serverFlags } from './server-flags.ts'

const table: readonly (readonly [name: string, flag: ServerFlag])[] = Object.entries(serverFlags)

const fail = (place: string, reason: string): never => {
  throw new CommandFailure(`Failed to read the configuration ${place}: ${reason}`, exitCodes.usage)
}

/** Parses the value of a key as the command line would. */
function parseValue({ inFile, parse }: ServerFlag, value: unknown): unknown {
  // The store checks the rows of the table of answers.
  if (inFile === 'object' && typeof value === 'object' && value !== null && !Array.isArray(value))
    return value
  const texts = [value].flat()
  if (texts.length === 0 || !texts.every((text) => typeof text === 'string' || typeof text === 'number')) {
    throw new InvalidArgumentError(`It must be a text or a number, got ${describeValue(value)}.`)
  }
  if (texts.length > 1 && inFile !== 'list') {
    throw new InvalidArgumentError('It must be one value, got a list.')
  }
  // YAML reads 0123 as 123 and 1e3 as 1000, so a number can't stand for a text.
  if (inFile === 'list' || parse === undefined) {
    const number = texts.find((text) => typeof text === 'number')
    if (number !== undefined)
      throw new InvalidArgumentError(`It must be a text, got ${number}. Put it in quotes.`)
  }
  return texts.reduce<unknown>(
    (earlier, text) => (parse === undefined ? String(text) : parse(String(text), earlier)),
    undefined,
  )
}

/** Paths in a configuration file start at its folder. */
const resolvePath = (file: string, { inFile }: ServerFlag, value: unknown): unknown =>
  inFile === 'path' && typeof value === 'string' && !isShippedName(value)
    ? resolve(dirname(file), value)
    : value

/** Reads the configuration file into the flags that neither the command line nor the environment sets. */
async function readConfig(file: string, command: Command): Promise<void> {
  const config = await readDataFile(file, 'configuration', {})
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    return fail(file, `it must be an object, got ${describeValue(config)}.`)
  }
  for (const [key, value] of Object.entries(config)) {
    const [name, flag] = table.find((row) => toKebabCase(row[0]) === key && row[1].inFile !== 'none') ?? []
    if (name === undefined || flag === undefined) {
      const keys = table.filter((row) => row[1].inFile !== 'none').map((row) => toKebabCase(row[0]))
      const hint = suggestClosest(key, keys) || `. The keys are ${keys.join(', ')}.`
      return fail(file + (await findPlace(file, [key])), `there is no key ${describeValue(key)}${hint}`)
    }
    const source = command.getOptionValueSource(name)
    try {
      const parsed = parseValue(flag, resolvePath(file, flag, value))
      if (source !== 'cli' && source !== 'env') command.setOptionValueWithSource(name, parsed, 'config')
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error
      return fail(
        file + (await findPlace(file, [key])),
        `${key} is ${describeValue(value)}. ${error.message}`,
      )
    }
  }
}

/**
 * Gives the flags of a command, and what explains a mistake in them.
 *
 * Flags override environment variables, which override the configuration file.
 *
 * @throws {CommandFailure} if the file can't be read, has an unknown key or a value that its flag can't have
 */
export async function readFlags(
  command: Command,
  defaults: ServerFlags,
): Promise<{ flags: ServerFlags; explain: Explain }> {
  const { config } = command.opts<ServerFlags>()
  if (config !== undefined) await readConfig(config, command)
  const flags = { ...defaults, ...command.opts<ServerFlags>() }
  return { flags, explain: createExplain(flags, (name) => command.getOptionValueSource(name)) }
}
