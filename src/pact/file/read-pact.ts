import { existsSync, readdirSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve, sep } from 'node:path'
import { globSync, isDynamicPattern } from 'tinyglobby'
import { readBounded } from '../../http/read-bounded.ts'
import { decodeUtf8 } from '../../json/decode-utf8.ts'
import { parseExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import type { PactDocument } from './pact-document.ts'
import { type Pact, readInteractions } from './pact-interaction.ts'

/** Thrown if a file, an answer, or a value should be a pact but isn't; the message says which one and why. */
export class PactFileError extends Error {
  override name = 'PactFileError'
}

/** Says which part of an interaction has a type that no version of Pact's format allows; null means that it is absent. */
function describeWrongMember(item: unknown): string | undefined {
  if (!isObject(item)) return " isn't an object"
  const { providerStates, request, response } = item
  if (providerStates && !(Array.isArray(providerStates) && providerStates.every(isObject)))
    return ".providerStates isn't a list of objects"
  for (const name of ['type', 'description'] as const)
    if (!['string', 'undefined'].includes(typeof item[name])) return `.${name} isn't a string`
  for (const [side, message] of Object.entries({ request, response })) {
    // The answers of a message are a list.
    const isOfMessage = side === 'response' && /^\w+\/Messages$/.test(String(item['type']))
    if (message === undefined || message === null || isOfMessage) continue
    if (!isObject(message)) return `.${side} isn't an object`
    const { headers, status } = message
    if (headers && !isObject(headers)) return `.${side}.headers isn't an object`
    if (status !== undefined && !Number.isInteger(status)) return `.${side}.status isn't an integer`
    for (const name of ['method', 'path'] as const)
      if (!['string', 'undefined'].includes(typeof message[name])) return `.${side}.${name} isn't a string`
  }
  return undefined
}

function describeFault(value: unknown): string | undefined {
  if (!isObject(value)) return "it isn't an object"
  for (const party of ['consumer', 'provider']) {
    const named = value[party]
    if (!isObject(named) || typeof named['name'] !== 'string' || named['name'] === '')
      return `it has no ${party} with a name`
  }
  const { interactions, messages } = value
  if (interactions === undefined && messages === undefined) return 'it has no interactions'
  for (const [member, list] of Object.entries({ interactions, messages })) {
    if (list === undefined) continue
    if (!Array.isArray(list)) return `its ${member} aren't a list`
    const faults = list.map(describeWrongMember)
    const at = faults.findIndex((fault) => fault !== undefined)
    if (at >= 0) return `${member}[${at}]${faults[at]}`
  }
  return undefined
}

/** Reads a pact from its text; throws a {@link PactFileError} if the text isn't UTF-8 or isn't a pact, or if the pact has no interactions. */
export function parsePact(content: string | Uint8Array, source: string): Pact {
  let text: string
  let value: unknown
  try {
    text = typeof content === 'string' ? content : decodeUtf8(content)
    value = parseExactJson(text)
  } catch (error) {
    throw new PactFileError(`${source} isn't a pact: ${(error as Error).message}`)
  }
  const fault = describeFault(value)
  if (fault !== undefined) throw new PactFileError(`${source} isn't a pact: ${fault}`)
  const document = value as PactDocument
  const interactions = readInteractions(document)
  if (interactions.length === 0) throw new PactFileError(`${source} has no interactions`)
  return { source, text, document, interactions }
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

/** Pacts that could be read, and the reasons why others could not. */
export interface ReadPacts<One extends Pact = Pact> {
  pacts: One[]
  broken: string[]
}

/** Collects pacts; a broken one doesn't prevent the use of the others. Throws a {@link PactFileError} if none can be read. */
export async function collectPacts<One extends Pact>(
  sources: readonly (() => One | Promise<One>)[],
): Promise<ReadPacts<One>> {
  if (sources.length === 0) throw new PactFileError('there are no pacts')
  const read = await Promise.allSettled(sources.map(async (source) => source()))
  const reasons = read.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
  const failure = reasons.find((reason) => !(reason instanceof PactFileError)) ?? reasons[0]
  const pacts = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  if (failure !== undefined && (pacts.length === 0 || !(failure instanceof PactFileError))) throw failure
  return { pacts, broken: reasons.map(({ message }) => message) }
}

/** Makes a reader for each file of paths, folders, and patterns; a file that several cover is read once. Throws a {@link PactFileError} if no file matches a pattern. */
export function toReaders(names: readonly string[]): (() => Pact)[] {
  const files = names.flatMap(findFiles)
  const paths = files.map((file) => resolve(file))
  return files
    .filter((_file, at) => paths.indexOf(paths[at] ?? '') === at)
    .map((file) => () => readPactFile(file))
}
