import { dirname, resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { isContainer, isObject } from '../../options/is-object.ts'
import { describeValue } from '../../options/problems.ts'
import { suggestClosest } from '../closest.ts'
import { findPlace, isShippedName, readDataFile } from '../data-file.ts'
import { CommandFailure, exitCodes } from '../failure.ts'
import { toKebabCase } from '../flags.ts'
import { parseText } from '../parse-value.ts'
import { createExplain, type Explain } from './explain-option.ts'
import { isLikeUrl, type ServerFlag, type ServerFlags, serverFlags } from './server-flags.ts'

const table: readonly (readonly [name: string, flag: ServerFlag])[] = Object.entries(serverFlags)

/** A mistake in the value of a key, or in one value of its list. */
class ValueError extends Error {
  readonly index: number | undefined

  constructor(shown: string, problem: string, index?: number) {
    super(`${index === undefined ? '' : `[${index}]`} is ${shown}. ${problem}`)
    this.index = index
  }
}

/** Shows the value of a secret key: only its kind. */
const hideValue = (value: unknown): string =>
  isContainer(value) || value === null ? describeValue(value) : `a ${typeof value}`

const fail = (place: string, reason: string): never => {
  throw new CommandFailure(`Failed to read the configuration ${place}: ${reason}`, exitCodes.usage)
}

/** Parses the value of a key as the command line would. */
function parseValue({ inFile, isAsInCode, isSecret, parse }: ServerFlag, value: unknown): unknown {
  const show = isSecret ? hideValue : describeValue
  // The store checks such a value.
  if (isAsInCode?.(value)) return value
  const isList = Array.isArray(value)
  if (isList && inFile !== 'list') throw new ValueError(show(value), 'It must be one value, not a list.')
  if (isList && value.length === 0) throw new ValueError(show(value), 'It must not be empty.')
  return [value].flat().reduce<unknown>((earlier, one, index) => {
    const at = isList ? index : undefined
    const isText = isSecret || inFile === 'path' || parse === undefined
    if (isText ? typeof one !== 'string' : isContainer(one)) {
      // YAML reads 0123 as 123 and 1e3 as 1000, so a number can't stand for a text.
      const fix = isContainer(one) || one === null ? '' : ' Put it in quotes.'
      throw new ValueError(
        show(one),
        isText ? `It must be a string.${fix}` : 'It must be a string or a number.',
        at,
      )
    }
    try {
      return (parse ?? parseText)(String(one), earlier)
    } catch (error) {
      throw error instanceof InvalidArgumentError ? new ValueError(show(one), error.message, at) : error
    }
  }, undefined)
}

/** Paths in a configuration file are relative to its folder. */
const resolvePath = (file: string, flag: ServerFlag, value: unknown): unknown =>
  typeof value === 'string' &&
  value !== '' &&
  !(flag === serverFlags.store && isLikeUrl(value)) &&
  (flag.inFile === 'path' || (flag.inFile === 'name or path' && !isShippedName(value)))
    ? resolve(dirname(file), value)
    : value

/** Reads the flags that a configuration file sets. */
async function readConfig(file: string): Promise<ServerFlags> {
  const flags: Record<string, unknown> = {}
  const config = await readDataFile(file, 'configuration', {})
  if (!isObject(config)) {
    const hint = typeof config === 'string' ? ' Write key: value, with a space after the colon.' : ''
    return fail(file, `it must be an object, got ${describeValue(config)}.${hint}`)
  }
  for (const [key, value] of Object.entries(config)) {
    const [name, flag] =
      table.find((row) => [row[0], toKebabCase(row[0])].includes(key) && row[1].inFile !== 'none') ?? []
    if (name === undefined || flag === undefined) {
      const keys = table.filter((row) => row[1].inFile !== 'none').map((row) => toKebabCase(row[0]))
      const isFlag = table.some((row) => row[0] === key)
      const hint = isFlag
        ? `. Pass --${key} to the command.`
        : suggestClosest(key, keys) || `. The keys are ${keys.join(', ')}.`
      return fail(file + (await findPlace(file, [key])), `there is no key ${describeValue(key)}${hint}`)
    }
    try {
      flags[name] = parseValue(flag, resolvePath(file, flag, value))
    } catch (error) {
      if (!(error instanceof ValueError)) throw error
      const place = await findPlace(file, error.index === undefined ? [key] : [key, error.index])
      return fail(file + place, key + error.message)
    }
  }
  return flags
}

/**
 * Reads the flags of a command, and returns them with a function that explains mistakes in them.
 *
 * Flags override environment variables, which override the configuration file.
 *
 * @throws {CommandFailure} if the file can't be read, or has an unknown key or a value that its flag can't have
 */
export async function readFlags(
  command: Command,
  defaults: ServerFlags,
): Promise<{ flags: ServerFlags; explain: Explain }> {
  const given = command.opts<ServerFlags>()
  const inFile = given.config === undefined ? {} : await readConfig(given.config)
  const flags = { ...defaults, ...inFile, ...given }
  const sourceOf = (name: string) =>
    command.getOptionValueSource(name) ?? (Object.hasOwn(inFile, name) ? 'config' : undefined)
  return { flags, explain: createExplain(flags, sourceOf) }
}
