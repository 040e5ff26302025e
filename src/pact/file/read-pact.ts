import { existsSync, readdirSync, statSync } from 'node:fs'
import { isAbsolute, join, sep } from 'node:path'
import { globSync, isDynamicPattern } from 'tinyglobby'
import { readBounded } from '../../http/read-bounded.ts'
import { decodeUtf8 } from '../../json/decode-utf8.ts'
import { parseExactJson } from '../../json/exact-json.ts'
import { OptionsError } from '../../options/options-error.ts'
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
import { type Pact, type PactDocument, readInteractions } from './pact-interaction.ts'

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
  let value: unknown
  try {
    value = parseExactJson(typeof content === 'string' ? content : decodeUtf8(content))
  } catch (error) {
    throw new PactFileError(`${source} isn't a pact: ${(error as Error).message}`)
  }
  const problems = findProblems(value, pact).slice(0, 1)
  if (problems.length > 0)
    throw new PactFileError(`${source} isn't a pact: ${describeProblems(problems, { whole: 'the pact' })}`)
  const document = value as PactDocument
  const all = readInteractions(document)
  if (all.length === 0) throw new PactFileError(`${source} has no interactions`)
  return { source, document, interactions: all }
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

/** Makes a reader for each file of paths, folders, and patterns. Throws a {@link PactFileError} if no file matches a pattern. */
export const toReaders = (names: readonly string[]): (() => Pact)[] =>
  [...new Set(names.flatMap(findFiles))].map((file) => () => readPactFile(file))

/** Collects pacts, and the reasons why others can't be read. Throws a {@link PactFileError} if none can be read. */
export function collectPacts(readers: readonly (() => Pact)[]): { pacts: Pact[]; broken: string[] } {
  const pacts: Pact[] = []
  const broken: string[] = []
  for (const read of readers) {
    try {
      pacts.push(read())
    } catch (error) {
      if (!(error instanceof PactFileError)) throw error
      broken.push(error.message)
    }
  }
  if (pacts.length === 0) throw new PactFileError(broken[0] ?? 'there are no pacts')
  return { pacts, broken }
}

/** Lists names in quotes, each once. */
export const listNames = (names: Iterable<string>): string =>
  [...new Set(names)].map((name) => `"${name}"`).join(', ')

const toProvider = ({ document }: Pact): string => document.provider.name

/** Keeps the pacts for a service, and notes which ones are for others. Throws an error if none is left. */
export function chooseProvider(all: readonly Pact[], provider: string): { own: Pact[]; notes: string[] } {
  const own = all.filter((pact) => toProvider(pact) === provider)
  const others = all.filter((pact) => !own.includes(pact))
  if (own.length === 0)
    throw new OptionsError(
      `no pact is for the service "${provider}"; the pacts are for ${listNames(others.map(toProvider))}`,
    )
  const toNote = (pact: Pact): string =>
    `${pact.source} is for the service "${toProvider(pact)}" and was ignored`
  return { own, notes: others.map(toNote) }
}
