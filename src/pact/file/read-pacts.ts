import { existsSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { globSync, isDynamicPattern } from 'tinyglobby'
import { fileReasons } from '../../contract/file-reasons.ts'
import { readBounded } from '../../http/read-bounded.ts'
import { decodeUtf8 } from '../../json/decode-utf8.ts'
import { parseExactJson } from '../../json/exact-json.ts'
import { OptionsError } from '../../options/options-error.ts'
import { describeProblems } from '../../options/problems.ts'
import { array, findProblems, object, text } from '../../options/schema.ts'
import { type PactInteraction, readInteractions } from './pact-interaction.ts'

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

const party = object({ name: text('a name', /./s) }, ['name'], true)
const list = array(object({}, [], true))
const parties = { consumer: party, provider: party }
const pactSchema = object({ ...parties, interactions: list, messages: list }, Object.keys(parties), true)

/** Reads a pact that is a file or parsed; throws a {@link PactFileError} if it isn't one, or has no interactions. */
function readPact(given: string | object): Pact {
  const source = typeof given === 'string' ? given : 'the pact'
  let value: unknown = given
  try {
    if (typeof given === 'string') value = parseExactJson(decodeUtf8(readBounded(given)))
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new PactFileError(`${source} can't be read: ${fileReasons[code] ?? message}`)
  }
  const problems = findProblems(value, pactSchema).slice(0, 1)
  if (problems.length > 0)
    throw new PactFileError(`${source} isn't a pact: ${describeProblems(problems, { whole: 'the pact' })}`)
  const { consumer, provider, ...document } = value as Record<'consumer' | 'provider', { name: string }>
  const interactions = readInteractions(document)
  if (interactions.length === 0) throw new PactFileError(`${source} has no interactions`)
  return { source, consumer: consumer.name, provider: provider.name, interactions }
}

/** Finds files by paths, folders, and patterns (`pacts/*.json`, on Windows also `pacts\*.json`). */
function findFiles(given: string): string[] {
  // On Windows, backslashes separate folders; elsewhere, they escape what follows.
  const name = sep === '\\' ? given.replaceAll(sep, '/') : given
  const isFolder = statSync(name, { throwIfNoEntry: false })?.isDirectory() === true
  if (!isFolder && (!isDynamicPattern(name) || existsSync(name))) return [name]
  const found = isFolder
    ? globSync('*.json', { cwd: name }).map((file) => join(name, file))
    : globSync(name, { absolute: name.startsWith('/'), expandDirectories: false })
  if (found.length === 0) throw new PactFileError(`no file matches ${isFolder ? join(name, '*.json') : name}`)
  return found.sort()
}

/** Pacts, and which ones are for other services. */
interface ReadPacts {
  pacts: readonly Pact[]
  notes: readonly string[]
}

/**
 * Reads pacts: files, folders, patterns, and parsed ones. Keeps those for a service if it is named; notes name the others.
 *
 * @throws {PactFileError} if one can't be read, there are none, or no file matches a pattern
 * @throws {OptionsError} if none is for the service
 */
export function readPacts(given: readonly (string | object)[], provider?: string): ReadPacts {
  const named = given.flatMap((one): (string | object)[] =>
    typeof one === 'string' ? findFiles(one) : [one],
  )
  const all = [...new Set(named)].map(readPact)
  if (all.length === 0) throw new PactFileError('there are no pacts')
  const pacts = all.filter((one) => provider === undefined || one.provider === provider)
  const providers = [...new Set(all.map((one) => `"${one.provider}"`))].join(', ')
  if (pacts.length === 0)
    throw new OptionsError(`no pact is for the service "${provider}"; the pacts are for ${providers}`)
  const others = all.filter((pact) => !pacts.includes(pact))
  const notes = others.map((one) => `${one.source} is for the service "${one.provider}" and was ignored`)
  return { pacts, notes }
}
