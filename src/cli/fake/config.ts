import { dirname, resolve } from 'node:path'
import { type Command, InvalidArgumentError, type Option } from 'commander'
import { describeValue } from '../../contract/problems.ts'
import { readDataFile } from '../data-file.ts'
import { CommandFailure, exitCodes } from '../failure.ts'
import type { ServerFlags } from './server-flags.ts'

/** Flags that only make sense where a command is typed. */
const notInFiles = new Set(['config', 'verbose'])

/** Parses what a file says for a flag as the command line would. */
function parseValue(option: Option, value: unknown): unknown {
  // The answers table can be set row by row in a file; the store checks it.
  if (option.name() === 'answers' && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value
  }
  const texts = [value].flat()
  if (texts.length === 0 || !texts.every((text) => typeof text === 'string' || typeof text === 'number')) {
    throw new InvalidArgumentError(`It must be a text or a number, got ${describeValue(value)}.`)
  }
  if (texts.length > 1 && option.name() !== 'token' && option.name() !== 'cors') {
    throw new InvalidArgumentError('It must be one value, got a list.')
  }
  const parse = option.parseArg ?? ((text: string) => text)
  return texts.reduce<unknown>((earlier, text) => parse(String(text), earlier), undefined)
}

/** A file that a configuration names lies beside it. */
const resolveBeside = (path: string, name: string, value: unknown): unknown =>
  (name === 'seed' || name === 'scenario') && typeof value === 'string' && !/^[\w-]+$/.test(value)
    ? resolve(dirname(path), value)
    : value

/**
 * Gives the flags of a command; those of its configuration file count where neither the command line nor the environment has them.
 *
 * @throws {CommandFailure} where the file cannot be read, has an unknown key or a value that its flag cannot have
 */
export async function readFlags(command: Command): Promise<ServerFlags> {
  const path: string | undefined = command.opts<ServerFlags>().config
  if (path === undefined) return command.opts()
  const fail = (reason: string): never => {
    throw new CommandFailure(`Failed to read the configuration ${path}: ${reason}`, exitCodes.usage)
  }
  const config = await readDataFile(path, 'configuration')
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    return fail(`it must be an object, got ${describeValue(config)}`)
  }
  const options = command.options.filter(
    (option) => !notInFiles.has(option.name()) && option.name() !== 'help',
  )
  for (const [key, value] of Object.entries(config)) {
    const option = options.find((candidate) => candidate.name() === key)
    if (option === undefined)
      return fail(`there is no key ${key}; there are ${options.map((o) => o.name()).join(', ')}`)
    const source = command.getOptionValueSource(option.attributeName())
    try {
      const parsed = parseValue(option, resolveBeside(path, key, value))
      if (source !== 'cli' && source !== 'env')
        command.setOptionValueWithSource(option.attributeName(), parsed, 'config')
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error
      return fail(`${key} is ${describeValue(value)}. ${error.message}`)
    }
  }
  return command.opts()
}
