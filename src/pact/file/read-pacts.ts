import { existsSync, readdirSync, statSync } from 'node:fs'
import { isAbsolute, join, sep } from 'node:path'
import { globSync, isDynamicPattern } from 'tinyglobby'
import { readBounded } from '../../http/read-bounded.ts'
import { decodeUtf8 } from '../../json/decode-utf8.ts'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { OptionsError } from '../../options/options-error.ts'
import { describeProblems } from '../../options/problems.ts'
import { array, findProblems, object, type Schema, text } from '../../options/schema.ts'
import { type PactInteraction, readInteractions } from './pact-interaction.ts'

/** A pact and its source. */
export interface Pact {
  source: string
  consumer: string
  provider: string
  /** All interactions, including messages, in their order. */
  interactions: readonly PactInteraction[]
}

/** Thrown if a file, a response, or a value should be a pact but isn't; the message says which one and why. */
export class PactFileError extends Error {
  override name = 'PactFileError'
}

const open = (properties: Record<string, Schema>, ...required: string[]): Schema =>
  object(properties, required, true)

const party = open({ name: text('a name', /./s) }, 'name')
const interactions = array(open({}))
const pactSchema = open(
  { consumer: party, provider: party, interactions, messages: interactions },
  'consumer',
  'provider',
)

/** Reads a pact from its text; throws a {@link PactFileError} if the text isn't UTF-8 or isn't a pact, or if the pact has no interactions. */
export function parsePact(content: string | Uint8Array, source: string): Pact {
  let value: unknown
  try {
    value = parseExactJson(typeof content === 'string' ? content : decodeUtf8(content))
  } catch (error) {
    throw new PactFileError(`${source} isn't a pact: ${(error as Error).message}`)
  }
  const problems = findProblems(value, pactSchema).slice(0, 1)
  if (problems.length > 0)
    throw new PactFileError(`${source} isn't a pact: ${describeProblems(problems, { whole: 'the pact' })}`)
  const { consumer, provider, ...document } = value as Record<'consumer' | 'provider', { name: string }>
  const all = readInteractions(document)
  if (all.length === 0) throw new PactFileError(`${source} has no interactions`)
  return { source, consumer: consumer.name, provider: provider.name, interactions: all }
}

function readFile(path: string): Uint8Array {
  try {
    return readBounded(path)
  } catch (error) {
    const { code, message: problem } = error as NodeJS.ErrnoException
    throw new PactFileError(`${path} can't be read: ${code === 'ENOENT' ? 'there is no such file' : problem}`)
  }
}

/** Finds files by paths, folders, and patterns (`pacts/*.json`, on Windows also `pacts\*.json`). */
function findFiles(given: string): string[] {
  // On Windows, backslashes separate folders; elsewhere, they escape what follows.
  const name = sep === '\\' ? given.replaceAll(sep, '/') : given
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

/** Pacts, why others can't be read, and which ones are for other services. */
interface ReadPacts {
  pacts: readonly Pact[]
  broken: string[]
  notes: string[]
}

const listNames = (pacts: readonly Pact[]): string =>
  [...new Set(pacts.map((one) => `"${one.provider}"`))].join(', ')

/**
 * Reads pacts: files, folders, patterns, and parsed ones. Keeps those for a service if it is named.
 *
 * @throws {PactFileError} if none can be read, or no file matches a pattern
 * @throws {OptionsError} if none is for the service
 */
export function readPacts(given: readonly (string | object)[], provider?: string): ReadPacts {
  const files = new Set(given.flatMap((one) => (typeof one === 'string' ? findFiles(one) : [])))
  const readers = [
    ...[...files].map((file) => () => parsePact(readFile(file), file)),
    ...given.flatMap((one) =>
      typeof one === 'string' ? [] : [() => parsePact(stringifyExactJson(one), 'the pact')],
    ),
  ]
  const broken: string[] = []
  const all = readers.flatMap((read) => {
    try {
      return [read()]
    } catch (error) {
      if (!(error instanceof PactFileError)) throw error
      broken.push(error.message)
      return []
    }
  })
  if (all.length === 0) throw new PactFileError(broken[0] ?? 'there are no pacts')
  const pacts = all.filter((one) => provider === undefined || one.provider === provider)
  if (pacts.length === 0)
    throw new OptionsError(`no pact is for the service "${provider}"; the pacts are for ${listNames(all)}`)
  const notes = all
    .filter((pact) => !pacts.includes(pact))
    .map((pact) => `${pact.source} is for the service ${listNames([pact])} and was ignored`)
  return { pacts, broken, notes }
}
