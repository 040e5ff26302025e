import { stringifyExactJson } from '../json/exact-json.ts'
import type { RequestEvent } from './control-api.ts'

/** The kinds of requests, by what follows `is:` in a filter. */
export const kinds: Readonly<Record<string, (request: RequestEvent) => boolean>> = {
  accepted: ({ status = 0, upstream }) => status >= 200 && status < 300 && upstream === undefined,
  refused: ({ status = 0, fault, upstream }) =>
    status >= 400 && fault === undefined && upstream === undefined,
  fault: ({ fault }) => fault !== undefined,
  waiting: ({ status }) => status === undefined,
  upstream: ({ upstream }) => upstream !== undefined,
}

/** Shows a value that a request sent: a text as it is, a number exactly. */
export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : stringifyExactJson(value ?? '')

const texts = new WeakMap<RequestEvent, string>()

/** Lists what a filter finds in a request, each line with its name. */
function textOf(request: RequestEvent): string {
  const known = texts.get(request)
  if (known !== undefined) return known
  const { method, path, status, failure, fault, message, plant = {}, headers = {} } = request
  const members = { method, path, status: status ?? 'waiting', failure, fault, message, ...headers, ...plant }
  const text = [
    ...Object.entries(members).map(([name, value]) => value !== undefined && `${name}:${toText(value)}`),
    `status:${`${status}`.slice(0, 1)}xx`,
    ...Object.keys(kinds).map((kind) => kinds[kind]?.(request) && `is:${kind}`),
  ]
    .filter(Boolean)
    .join('\n')
    .toLowerCase()
  texts.set(request, text)
  return text
}

/**
 * Reads a filter: words that a request must have, such as `fern`, `status:4xx`, or `"boston fern"`, and after a hyphen
 * those that it must not have.
 */
export function createFilter(query: string): (request: RequestEvent) => boolean {
  const words = (query.toLowerCase().match(/(?:"[^"]*"?|[^\s"])+/g) ?? []).map((word) => {
    const isWithout = word.length > 1 && word.startsWith('-')
    return { isWithout, text: word.slice(isWithout ? 1 : 0).replaceAll('"', '') }
  })
  return (request) => words.every(({ isWithout, text }) => textOf(request).includes(text) !== isWithout)
}

/** Replaces the kind in a filter; an empty one removes it. */
export const setKind = (query: string, kind: string): string =>
  `${query.replaceAll(/(?<!\S)is:\S*/g, '')}${kind && ` is:${kind}`}`.replaceAll(/\s+/g, ' ').trim()
