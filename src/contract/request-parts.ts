import type { Headers } from './contract.ts'

/** A name and value of a query, form, or cookie, as they were sent. */
export interface RawPair {
  /** Decoded. */
  name: string
  /** Still encoded. */
  raw: string
}

/** Decodes percent-encoding; what isn't encoded correctly stays. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Decodes a name or value of a query or form, in which a plus is a space. */
export const decodeForm = (text: string): string => decodePercent(text.replaceAll('+', ' '))

/** Splits a query or form (WHATWG URL, application/x-www-form-urlencoded parsing). */
export const splitQuery = (query: string): RawPair[] =>
  query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=')
      const name = at < 0 ? pair : pair.slice(0, at)
      return { name: decodeForm(name), raw: at < 0 ? '' : pair.slice(at + 1) }
    })

/** Splits a Cookie header (RFC 6265 section 4.2.1). */
export const splitCookies = (header: string): RawPair[] =>
  header
    .split(';')
    .filter((pair) => pair.includes('='))
    .map((pair) => {
      const at = pair.indexOf('=')
      return { name: pair.slice(0, at).trim(), raw: pair.slice(at + 1).trim() }
    })

/** Reads a header by its name in lower case; several fields of it are joined (RFC 9110 section 5.3). */
export function readHeader(headers: Headers = {}, name: string): string | undefined {
  let value = headers[name]
  if (value === undefined)
    for (const key in headers)
      if (key.length === name.length && key.toLowerCase() === name) value = headers[key] ?? value
  return typeof value === 'string' || value === undefined
    ? value
    : value.join(name === 'cookie' ? '; ' : ', ')
}

/** Splits a path of a description at its query or fragment, by which some descriptions tell operations apart. */
export function splitPath(path: string): { path: string; fixed: RawPair[] } {
  const at = path.search(/[?#]/)
  if (at < 0) return { path, fixed: [] }
  // Parameters in the query of a path stand for themselves.
  const fixed = splitQuery(path.slice(at + 1)).filter(({ raw }) => raw !== '' && !raw.includes('{'))
  return { path: path.slice(0, at), fixed }
}
