import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { globSync, isDynamicPattern } from 'tinyglobby'
import { decodeUtf8 } from '../../json/decode-utf8.ts'
import { parseExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import { type Pact, type PactDocument, readInteractions } from './pact-interaction.ts'

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
    if (message === undefined || message === null) continue
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
    bytes = readFileSync(path)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = { ENOENT: 'there is no such file', EISDIR: 'it is a folder' }[code ?? ''] ?? message
    throw new PactFileError(`${path} can't be read: ${reason}`)
  }
  return parsePact(bytes, path)
}

/** Finds files by paths and patterns (`pacts/*.json`). */
function findFiles(pattern: string): string[] {
  if (!isDynamicPattern(pattern) || existsSync(pattern)) return [pattern]
  const found = globSync(pattern, { absolute: isAbsolute(pattern), expandDirectories: false }).sort()
  if (found.length === 0) throw new PactFileError(`no file matches ${pattern}`)
  return found
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

/** Makes a reader for each file of a path or a pattern; throws a {@link PactFileError} if no file matches a pattern. */
export const toReaders = (pattern: string): (() => Pact)[] =>
  findFiles(pattern).map((file) => () => readPactFile(file))
