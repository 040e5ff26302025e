import { readFileSync } from 'node:fs'
import { parseExactJson } from '../../contract/exact-json.ts'

/** A pact as it is in a file, as far as it is read; what consumers add stays. */
interface PactDocument {
  consumer: { name: string }
  provider: { name: string }
  interactions: InteractionDocument[]
  messages?: InteractionDocument[]
  metadata?: unknown
  _links?: Record<string, unknown>
}

/** An interaction as it is in a file: of any version of Pact's format. */
export interface InteractionDocument {
  /** What a broker knows it by. */
  _id?: string
  type?: string
  description?: string
  pending?: boolean
  providerState?: string | null
  providerStates?: { name: string; params?: Record<string, unknown> }[] | null
  request?: MessageDocument | null
  response?: MessageDocument | null
}

/** A request or an answer as it is in a file. */
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

/** A pact and where it comes from. */
export interface Pact {
  /** The path of the file, or a URL. */
  source: string
  text: string
  /** The value of the text, integers exactly. */
  document: PactDocument
}

/** Thrown if something is to be a pact and is none; the message says what and why. */
export class PactFileError extends Error {
  override name = 'PactFileError'
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Says which part of an interaction has a type that no version of Pact's format gives it; null stands for nothing. */
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
 * @throws {PactFileError} if the text is none
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
 * Checks that there is something in pacts.
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
 * @throws {PactFileError} if it cannot be read or is none
 */
export function readPactFile(path: string): Pact {
  let text: string
  try {
    // Some writers put a byte order mark before the text, which is no part of JSON.
    text = readFileSync(path, 'utf8').replace(/^\ufeff/, '')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = { ENOENT: 'there is no such file', EISDIR: 'it is a folder' }[code ?? ''] ?? message
    throw new PactFileError(`${path} cannot be read: ${reason}`)
  }
  return parsePact(text, path)
}
