import { existsSync, readdirSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve, sep } from 'node:path'
import { globSync, isDynamicPattern } from 'tinyglobby'
import { readBounded } from '../../http/read-bounded.ts'
import { decodeUtf8 } from '../../json/decode-utf8.ts'
import { parseExactJson } from '../../json/exact-json.ts'
import { describeProblems } from '../../options/problems.ts'
import {
  anyOf,
  anything,
  array,
  findProblems,
  object,
  type Schema,
  string,
  text,
  that,
} from '../../options/schema.ts'
import type { PactDocument } from './pact-document.ts'
import { type Pact, readInteractions } from './pact-interaction.ts'

/** Thrown if a file, an answer, or a value should be a pact but isn't; the message says which one and why. */
export class PactFileError extends Error {
  override name = 'PactFileError'
}

const open = (members: Record<string, Schema>, ...needed: string[]): Schema => object(members, needed, true)

/** What may also be null, which means that it is absent. */
const optional = (schema: Schema): Schema => ({
  ...schema,
  find: (value) => (value === null ? [] : schema.find(value)),
})

const message = open({
  headers: optional(open({})),
  status: that('an integer', Number.isInteger),
  method: string,
  path: string,
})

const interactions = array(
  open({
    type: string,
    description: string,
    providerStates: optional(array(open({}))),
    request: optional(message),
    // The answers of a message are a list.
    response: optional(anyOf(message, array(anything))),
  }),
)

const party = open({ name: text('a name', /./s) }, 'name')

/** What the kit reads of a pact, in each version of its format. */
const pact = open(
  { consumer: party, provider: party, interactions, messages: interactions },
  'consumer',
  'provider',
)

/** Reads a pact from its text; throws a {@link PactFileError} if the text isn't UTF-8 or isn't a pact, or if the pact has no interactions. */
export function parsePact(content: string | Uint8Array, source: string): Pact {
  let written: string
  let value: unknown
  try {
    written = typeof content === 'string' ? content : decodeUtf8(content)
    value = parseExactJson(written)
  } catch (error) {
    throw new PactFileError(`${source} isn't a pact: ${(error as Error).message}`)
  }
  const problems = findProblems(value, pact).slice(0, 1)
  if (problems.length > 0)
    throw new PactFileError(`${source} isn't a pact: ${describeProblems(problems, { whole: 'the pact' })}`)
  const document = value as PactDocument
  const all = readInteractions(document)
  if (all.length === 0) throw new PactFileError(`${source} has no interactions`)
  return { source, text: written, document, interactions: all }
}

function readPactFile(path: string): Pact {
  let bytes: Uint8Array
  try {
    bytes = readBounded(path)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'there is no such file' : message
    throw new PactFileError(`${path} can't be read: ${reason}`)
  }
  return parsePact(bytes, path)
}

/** Writes a path or a pattern with slashes where backslashes separate folders; elsewhere, they escape what follows. */
export const toPattern = (name: string, separator: string = sep): string =>
  separator === '\\' ? name.replaceAll(separator, '/') : name

/** Finds files by paths, folders, and patterns (`pacts/*.json`, on Windows also `pacts\*.json`). */
function findFiles(given: string): string[] {
  const name = toPattern(given)
  const isFolder = statSync(name, { throwIfNoEntry: false })?.isDirectory() === true
  if (!isFolder && (!isDynamicPattern(name) || existsSync(name))) return [name]
  const found = isFolder
    ? readdirSync(name)
        .filter((file) => file.endsWith('.json'))
        .map((file) => join(name, file))
    : globSync(name, { absolute: isAbsolute(name), expandDirectories: false })
  if (found.length === 0) throw new PactFileError(`no file matches ${isFolder ? join(name, '*.json') : name}`)
  return found.sort()
}

export type PactReader = () => Pact | Promise<Pact>

/** Pacts that could be read, and the reasons why others could not. */
export interface ReadPacts {
  pacts: Pact[]
  broken: string[]
}

/** Collects pacts; a broken one doesn't prevent the use of the others. Throws a {@link PactFileError} if none can be read. */
export async function collectPacts(sources: readonly PactReader[]): Promise<ReadPacts> {
  if (sources.length === 0) throw new PactFileError('there are no pacts')
  const read = await Promise.allSettled(sources.map(async (source) => source()))
  const reasons = read.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
  const failure = reasons.find((reason) => !(reason instanceof PactFileError)) ?? reasons[0]
  const pacts = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  if (failure !== undefined && (pacts.length === 0 || !(failure instanceof PactFileError))) throw failure
  return { pacts, broken: reasons.map(({ message }) => message) }
}

/** Makes a reader for each file of paths, folders, and patterns; a file that several cover is read once. Throws a {@link PactFileError} if no file matches a pattern. */
export function toReaders(names: readonly string[]): PactReader[] {
  const files = names.flatMap(findFiles)
  const paths = files.map((file) => resolve(file))
  return files
    .filter((_file, at) => paths.indexOf(paths[at] ?? '') === at)
    .map((file) => () => readPactFile(file))
}
