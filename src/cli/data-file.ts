import { basename } from 'node:path'
import { fileReasons } from '../contract/file-reasons.ts'
import { listPackageFiles, readPackageFile } from '../contract/package-files.ts'
import { readBounded } from '../http/read-bounded.ts'
import { decodeUtf8 } from '../json/decode-utf8.ts'
import { parseExactJson } from '../json/exact-json.ts'
import { JsonSyntaxError } from '../json/json-parser.ts'
import { TextError, toLineAndColumn } from '../json/text-error.ts'
import { suggestClosest } from '../options/closest.ts'
import { type Path, showPath } from '../options/problems.ts'
import { findProblems, type ValueSchema } from '../options/schema.ts'
import { CommandFailure, exitCodes } from './failure.ts'
import { describeMistake } from './mistake.ts'

const readText = (path: string): string => decodeUtf8(readBounded(path), '. Save the file as UTF-8')

const toFailure = (path: string, what: string, error: unknown): CommandFailure => {
  const { code, message, problem = message, place = '' } = error as NodeJS.ErrnoException & Partial<TextError>
  const reason =
    fileReasons[code ?? ''] ?? (error instanceof RangeError ? 'it is nested too deeply' : problem)
  return new CommandFailure(`Failed to read the ${what} ${path}${place}: ${reason}.`, exitCodes.usage)
}

/**
 * Reads a file.
 *
 * @throws {CommandFailure} if it can't be read
 */
export function readBytes(path: string, what: string): Buffer {
  try {
    return readBounded(path)
  } catch (error) {
    throw toFailure(path, what, error)
  }
}

/** Parses a text; an empty one is undefined. */
async function parse(path: string, text: string): Promise<unknown> {
  if (!/\.ya?ml$/i.test(path)) {
    if (text.trim() === '') return undefined
    try {
      return parseExactJson(text)
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error
      // A text of YAML begins with a name.
      const isYaml = error.at === 0 && /^[\w-]/.test(text)
      const hint = isYaml ? '. A YAML file must have a name that ends in .yaml or .yml' : ''
      throw new TextError(`expected ${error.expected}, found ${error.found}${hint}`, text, error.at)
    }
  }
  const { parseExactYaml } = await import('./parse-yaml.ts')
  // A text of nothing but --- and comments is null.
  return parseExactYaml(text) ?? undefined
}

/**
 * Reads a JSON or YAML file, integers exactly.
 *
 * @param whenEmpty the value of an empty file; without it, the file must not be empty
 *
 * @throws {CommandFailure} if the file can't be read, isn't UTF-8, or is neither JSON nor YAML; the message has the line and column
 */
export async function readDataFile(path: string, what: string, whenEmpty?: unknown): Promise<unknown> {
  try {
    const value = await parse(path, readText(path))
    if (value !== undefined) return value
    if (whenEmpty === undefined) throw new TextError('it is empty')
    return whenEmpty
  } catch (error) {
    throw toFailure(path, what, error)
  }
}

/** Returns the position of the key or item at a path in a JSON or YAML file, as `:line:column`; empty if it isn't there. */
export async function findPlace(file: string, path: Path): Promise<string> {
  const { findOffset } = await import('./parse-yaml.ts')
  const text = readText(file)
  try {
    const offset = findOffset(text, path)
    return offset === undefined ? '' : toLineAndColumn(text, offset)
  } catch {
    // Some texts are JSON but not YAML.
    return ''
  }
}

/**
 * Reads a JSON or YAML file, and checks what is in it.
 *
 * @throws {CommandFailure} if it can't be read, or doesn't match the schema; the message has the line and column
 */
export async function readChecked(
  path: string,
  what: string,
  schema: ValueSchema,
  whenEmpty: object,
): Promise<unknown> {
  const value = (await readDataFile(path, what, whenEmpty)) ?? whenEmpty
  const [problem] = findProblems(value, schema)
  if (problem === undefined) return value
  const place = await findPlace(path, problem.path)
  const reason = describeMistake(problem, showPath(problem.path) || `the ${what}`)
  throw new CommandFailure(`Failed to read the ${what} ${path}${place}: ${reason}`, exitCodes.usage)
}

export const listShipped = (folder: 'scenarios' | 'seeds'): string[] =>
  listPackageFiles(`mocks/${folder}`).map((file) => basename(file, '.json'))

/** Says whether a text is the name of a file that the kit ships, not a path. */
export const isShippedName = (nameOrFile: string): boolean => /^[\w-]+$/.test(nameOrFile)

/**
 * Reads a file that the kit ships, by its name, or any other file.
 *
 * @throws {CommandFailure} if the kit ships no such file, and there is no other one
 */
export async function readShippedOrFile(folder: 'scenarios' | 'seeds', nameOrFile: string): Promise<unknown> {
  const what = folder.slice(0, -1)
  if (!isShippedName(nameOrFile)) return readDataFile(nameOrFile, what)
  const shipped = listShipped(folder)
  if (shipped.includes(nameOrFile))
    return parseExactJson(readPackageFile(`mocks/${folder}/${nameOrFile}.json`))
  const hint = suggestClosest(nameOrFile, shipped) || `. The built-in ${folder}: ${shipped.join(', ')}.`
  throw new CommandFailure(
    `Failed to find the ${what} ${nameOrFile}: no built-in ${what} has that name${hint} To use a file of that name, pass ./${nameOrFile}.`,
    exitCodes.usage,
  )
}
