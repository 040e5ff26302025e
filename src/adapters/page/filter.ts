import { stringifyExactJson } from '../../json/exact-json.ts'
import type { RequestEvent } from './control-api.ts'

/** The kinds of requests, by what follows `is:` in a filter. */
export const kinds: Readonly<Record<string, (request: RequestEvent) => boolean>> = {
  accepted: ({ status = 0, upstream }) => status >= 200 && status < 300 && !upstream,
  rejected: ({ status = 0, fault, upstream }) => status >= 400 && !fault && !upstream,
  fault: ({ fault }) => fault !== undefined,
  waiting: ({ status }) => status === undefined,
  upstream: ({ upstream }) => upstream !== undefined,
}

/** The fields of a filter besides the names of headers. */
const fields = ['operation', 'status', 'method', 'path', 'key', 'failure', 'fault', 'message', 'is']

/** Shows a value: a string as it is, a number exactly. */
export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : stringifyExactJson(value ?? '')

const texts = new WeakMap<RequestEvent, string>()

/** Lists what a filter finds in a request, each line with its name. */
function textOf(request: RequestEvent): string {
  const known = texts.get(request)
  if (known !== undefined) return known
  const { operation, method, path, key, status = 'waiting', failure, fault, message, headers } = request
  const named = { operation, method, path, key, status, failure, fault, message, ...headers }
  const text = [
    ...Object.entries(named).map(([name, value]) => value !== undefined && `${name}:${toText(value)}`),
    `status:${`${status}`.slice(0, 1)}xx`,
    ...Object.keys(kinds).map((kind) => kinds[kind]?.(request) && `is:${kind}`),
  ]
    .filter(Boolean)
    .join('\n')
    .toLowerCase()
  texts.set(request, text)
  return text
}

const toWords = (query: string): string[] => query.toLowerCase().match(/(?:"[^"]*"?|[^\s"])+/g) ?? []

/**
 * Reads a filter: words that a request must have, such as `fern`, `status:4xx`, or `"boston fern"`, and after a hyphen
 * those that it must not have.
 */
export function createFilter(query: string): (request: RequestEvent) => boolean {
  const words = toWords(query).map((word) => {
    const isWithout = word.length > 1 && word.startsWith('-')
    return { isWithout, text: word.slice(isWithout ? 1 : 0).replaceAll('"', '') }
  })
  return (request) => words.every(({ isWithout, text }) => textOf(request).includes(text) !== isWithout)
}

/** Says that a filter has a field, or a value of one, that there is not, which would hide every request; quoted words have none. */
export function findUnknown(
  query: string,
  requests: readonly RequestEvent[],
  operations: readonly string[],
): string | undefined {
  const known: Record<string, readonly string[]> = { is: Object.keys(kinds), operation: operations }
  for (const word of toWords(query)) {
    const [, field, value = ''] = /^-?([\w-]+):(.*)/.exec(word)?.map((part) => part.replaceAll('"', '')) ?? []
    if (field === undefined) continue
    if (!fields.includes(field) && !requests.some(({ headers = {} }) => field in headers))
      return `There is no field ${field}. The fields are ${fields.join(', ')}, and the names of headers.`
    const names = known[field]
    if (names === undefined || names.some((name) => name.toLowerCase().startsWith(value))) continue
    const shown = names.length > 9 ? [...names.slice(0, 9), '…'] : names
    return `Nothing is called ${field}:${value}. It can be ${shown.join(', ')}.`
  }
  return undefined
}

/** Replaces the kind in a filter; an empty one removes it. */
export const setKind = (query: string, kind: string): string =>
  `${query.replaceAll(/(?<!\S)is:\S*/g, '')}${kind && ` is:${kind}`}`.replaceAll(/\s+/g, ' ').trim()
