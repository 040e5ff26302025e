import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import type { ResourceOptions } from '../../contract/contract.ts'
import type { MockOptions } from '../../mock/create-mock.ts'
import { mockOptions } from '../../mock/option-table.ts'
import { suggestClosest } from '../../options/closest.ts'
import { isObject } from '../../options/is-object.ts'
import { describeValue, type Path } from '../../options/problems.ts'
import { findProblems, object } from '../../options/schema.ts'
import { findPlace, isShippedName, readDataFile } from '../data-file.ts'
import { CommandFailure, exitCodes } from '../failure.ts'
import { schemaOf, toKebabCase } from '../flags.ts'
import { describeMistake, showMembers } from '../mistake.ts'
import { createExplain, type Explain } from './explain-option.ts'
import { isLikeUrl, type ServerFlag, type ServerFlags, serverFlags } from './server-flags.ts'

/** What a configuration file can have besides the flags. */
const onlyInFile = ['order', 'respond', 'differences'] as const

/** What only a configuration file can say. */
export type MockConfig = Pick<MockOptions, (typeof onlyInFile)[number]> & { resources?: ResourceOptions }

/** A key of the file, as the docs and messages show it, and the flag that it sets. */
interface FileKey {
  key: string
  name: string
  flag: ServerFlag
}

const flagKeys: readonly FileKey[] = Object.entries<ServerFlag>(serverFlags)
  .filter(([, { inFile }]) => inFile !== 'none')
  .map(([name, flag]) => ({ key: flag.key ?? toKebabCase(name), name, flag }))

const fileKeys: readonly FileKey[] = [
  ...flagKeys,
  ...onlyInFile.map((name) => ({ key: name, name, flag: { description: '', schema: mockOptions[name] } })),
  { key: 'resources', name: 'resources', flag: { description: '', schema: object({}, [], true) } },
]

const failToRead = (place: string, reason: string): never => {
  throw new CommandFailure(`Failed to read the configuration ${place}: ${reason}`, exitCodes.usage)
}

/** Reads the value of a key: texts as the command line would, and all others as code would. */
function readValue({ inFile, read = (text) => text }: ServerFlag, value: unknown): unknown {
  if (inFile !== 'list') return typeof value === 'string' ? read(value, undefined) : value
  if (Array.isArray(value))
    return (
      value.reduce<unknown>(
        (earlier, one) => (typeof one === 'string' ? read(one, earlier) : [...[earlier ?? []].flat(), one]),
        undefined,
      ) ?? []
    )
  return typeof value === 'string' ? read(value, undefined) : value
}

/**
 * Finds what is wrong with the value of a key. YAML reads 0123 as 123 and 1e3 as 1000, so a number can't stand for a text.
 */
function findMistake(
  key: string,
  flag: ServerFlag,
  value: unknown,
): { path: Path; reason: string } | undefined {
  const isList = flag.inFile === 'list'
  if (isList && Array.isArray(value) && value.length === 0)
    return { path: [], reason: `${key} must be an array of 1 or more items` }
  const schema = schemaOf(flag)
  const isItem = isList && typeof value === 'number'
  const [problem] = findProblems(isItem ? [value] : value, schema)
  if (problem === undefined) return undefined
  const path = isItem ? [] : problem.path
  const { got } = problem
  const isScalar = typeof got === 'number' || typeof got === 'boolean'
  const needsQuotes = isScalar && findProblems(readValue(flag, `${got}`), schema).length === 0
  const reason = describeMistake(problem, key + showMembers(path), 'key')
  return { path, reason: needsQuotes ? `${reason}. Put it in quotes` : reason }
}

/** Paths in a configuration file are relative to its folder. */
const resolvePath = (file: string, flag: ServerFlag, value: unknown): unknown =>
  flag === serverFlags.overlay && Array.isArray(value)
    ? value.map((one) => resolveOne(file, { ...flag, inFile: 'path' }, one))
    : resolveOne(file, flag, value)

const resolveOne = (file: string, flag: ServerFlag, value: unknown): unknown =>
  typeof value === 'string' &&
  value !== '' &&
  !(flag === serverFlags.store && isLikeUrl(value)) &&
  !/^https?:/i.test(value) &&
  (flag.inFile === 'path' || (flag.inFile === 'name or path' && !isShippedName(value)))
    ? resolve(dirname(file), value)
    : value

async function readConfig(file: string): Promise<ServerFlags & MockConfig> {
  const flags: Record<string, unknown> = {}
  const config = await readDataFile(file, 'configuration', {})
  if (!isObject(config)) {
    const hint = typeof config === 'string' ? ' Write key: value, with a space after the colon.' : ''
    return failToRead(file, `it must be an object, got ${describeValue(config)}.${hint}`)
  }
  for (const [key, value] of Object.entries(config)) {
    const found = fileKeys.find((one) => one.key === key || (one.flag.key ?? one.name) === key)
    if (found === undefined) {
      const keys = flagKeys.map((one) => one.key)
      const isOnlyFlag = Object.entries<ServerFlag>(serverFlags).some(
        ([name, { inFile }]) => name === key && inFile === 'none',
      )
      const hint = isOnlyFlag
        ? `. Pass --${key} to the command.`
        : suggestClosest(key, keys) || `. The keys are ${keys.join(', ')}.`
      return failToRead(file + (await findPlace(file, [key])), `there is no key ${describeValue(key)}${hint}`)
    }
    const { name, flag } = found
    const read = readValue(flag, resolvePath(file, flag, value))
    const mistake = findMistake(key, flag, read)
    if (mistake !== undefined)
      failToRead(file + (await findPlace(file, [key, ...mistake.path])), mistake.reason)
    flags[name] = read
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
): Promise<{ flags: ServerFlags & MockConfig; explain: Explain }> {
  const given = command.opts<ServerFlags>()
  const inFile = given.config === undefined ? {} : await readConfig(given.config)
  const flags = { ...defaults, ...inFile, ...given }
  const sourceOf = (name: string) =>
    command.getOptionValueSource(name) ?? (Object.hasOwn(inFile, name) ? 'config' : undefined)
  return { flags, explain: createExplain(flags, sourceOf) }
}
