import { operation } from '../contract/generated/operation.ts'
import { OptionsError } from '../options/options-error.ts'
import { describeValue } from '../options/problems.ts'

/** The URL of the operation: at one origin or, without it, at every origin. */
export interface Target {
  origin?: string
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
 * Combines the address of the service with the path of the store.
 *
 * @param baseUrl the address of the service; without it, the path is answered at every origin
 *
 * @throws {OptionsError} if the address is not an http or https URL, has a query or a fragment, or the address and the
 *   store name two paths
 */
export function createTarget(baseUrl: string | undefined, storePath: string): Target {
  if (baseUrl === undefined) return { path: storePath }
  const { origin, basePath } = parseBaseUrl(baseUrl)
  const path = basePath === '' ? storePath : basePath + operation.path
  if (storePath !== operation.path && storePath !== path) {
    throw new OptionsError(`baseUrl and basePath name two paths, ${path} and ${storePath}`)
  }
  return { origin, path }
}

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/**
 * Creates the pattern of the URLs that are answered. A path pattern of MSW would also match below other paths, and
 * would treat some characters as wildcards.
 *
 * @param below the pattern of what may follow the path
 */
export const toUrlPattern = ({ origin, path }: Target, below = ''): RegExp =>
  new RegExp(
    `^${origin === undefined ? 'https?://[^/]+' : escapeRegExp(origin)}${escapeRegExp(path)}${below}$`,
  )
