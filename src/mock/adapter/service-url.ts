import { escapeRegExp } from '../../options/escape-regexp.ts'
import { OptionsError } from '../../options/options-error.ts'
import { describeValue } from '../../options/problems.ts'

/** The address of a service: at one origin or, without it, at every origin. */
export interface Target {
  origin?: string
  /** Without a slash at the end. */
  path: string
}

/**
 * Parses the address of the service: its origin, and its path without a slash at the end.
 *
 * @throws {OptionsError} if the address is not an http or https URL, or has a query or a fragment
 */
export function parseBaseUrl(baseUrl: string): { origin: string; basePath: string } {
  const { location } = globalThis as { location?: { href: string } }
  const isUrl = typeof baseUrl === 'string' && URL.canParse(baseUrl, location?.href)
  const { protocol, search, hash, pathname, origin } = new URL(isUrl ? baseUrl : 'no:', location?.href)
  if (/^https?:$/.test(protocol) && search + hash === '')
    return { origin, basePath: pathname.replace(/\/$/, '') }
  throw new OptionsError(
    `must be an http or https URL without a query or fragment, and absolute outside a page, got ${describeValue(baseUrl)}`,
    ['baseUrl'],
  )
}

/**
 * Creates the pattern of the URLs that get responses. A path pattern of MSW would also match below other paths, and
 * would treat some characters as wildcards.
 *
 * @param below the pattern of what may follow the path
 */
export const toUrlPattern = ({ origin, path }: Target, below = ''): RegExp =>
  new RegExp(
    `^${origin === undefined ? 'https?://[^/]+' : escapeRegExp(origin)}${escapeRegExp(path)}${below}$`,
  )
