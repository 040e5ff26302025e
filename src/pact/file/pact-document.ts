import { readFileSync } from 'node:fs'
import { parseExactJson } from '../../contract/exact-json.ts'

/** The part of a pact file that the kit reads; everything else in it stays. */
interface PactDocument {
  consumer: { name: string }
  provider: { name: string }
  interactions: InteractionDocument[]
  messages?: InteractionDocument[]
  metadata?: unknown
  _links?: Record<string, unknown>
}

/** An interaction in a file, in any version of Pact's format. */
export interface InteractionDocument {
  /** The id that a broker gave it. */
  _id?: string
  type?: string
  description?: string
  pending?: boolean
  providerState?: string | null
  providerStates?: { name: string; params?: Record<string, unknown> }[] | null
  request?: MessageDocument | null
  response?: MessageDocument | null
}

/** A request or an answer in a file. */
export interface MessageDocument {
  method?: string
  path?: string
  status?: number
  query?: unknown
  headers?: Record<string, string | string[]> | null
  body?: unknown
  matchingRules?: unknown
  generators?: { body?: Record<string, unknown> }
}

/** A pact and its source. */
export interface Pact {
  /** The path of the file, or a URL. */
  source: string
  text: string
  /** The parsed text, with exact integers. */
  document: PactDocument
}

/** Thrown if something isn't a pact but should be; the message says what and why. */
export class PactFileError extends Error {
  override name = 'PactFileError'
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Says which part of an interaction has a type that no version of Pact's format allows; null means that it is absent. */
function describeWrongMember(item: Record<string, unknown>): string | undefined {
  const { providerStates, request, response } = item
  if (providerStates && !(Array.isArray(providerStates) && providerStates.every(isObject)))
    return ".providerStates isn't a list of objects"
  for (const [side, message] of Object.entries({ request, response })) {
    if (message === undefined || message === null) continue
    if (!isObject(message)) return `.${side} isn't an object`
    const { headers, status } = message
    if (headers && !isObject(headers)) return `.${side}.headers isn't an object`
    if (status !== undefined && !Number.isInteger(status)) return `.${side}.status isn't an integer`
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
    for (const [index, item] of list.entries()) {
      const fault = isObject(item) ? describeWrongMember(item) : " isn't an object"
      if (fault !== undefined) return `${member}[${index}]${fault}`
    }
  }
  return undefined
}

/**
 * Reads a pact from its text.
 *
 * @throws {PactFileError} if the text isn't a pact
 */
export function parsePact(text: string, source: string): Pact {
  let value: unknown
  try {
    value = parseExactJson(text)
  } catch (error) {
    throw new PactFileError(`${source} isn't a pact: ${(error as Error).message}`)
  }
  const fault = describeFault(value)
  if (fault !== undefined) throw new PactFileError(`${source} isn't a pact: ${fault}`)
  const { interactions = [], ...rest } = value as PactDocument
  return { source, text, document: { ...rest, interactions } }
}

/**
 * Checks that there are pacts, and that each has interactions.
 *
 * @throws {PactFileError} if there are none, or one has no interactions
 */
export function checkNotEmpty(pacts: readonly Pact[]): void {
  if (pacts.length === 0) throw new PactFileError('there are no pacts')
  const empty = pacts.find(
    ({ document }) => document.interactions.length + (document.messages?.length ?? 0) === 0,
  )
  if (empty !== undefined) throw new PactFileError(`${empty.source} has no interactions`)
}

/**
 * Reads a pact from a file.
 *
 * @throws {PactFileError} if it can't be read or isn't a pact
 */
export function readPactFile(path: string): Pact {
  let text: string
  try {
    // Some programs write a byte order mark before the text, which isn't JSON.
    text = readFileSync(path, 'utf8').replace(/^\ufeff/, '')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = { ENOENT: 'there is no such file', EISDIR: 'it is a folder' }[code ?? ''] ?? message
    throw new PactFileError(`${path} cannot be read: ${reason}`)
  }
  return parsePact(text, path)
}
