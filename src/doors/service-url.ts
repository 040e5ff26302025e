import { operation } from '../contract/generated/operation.ts'
import { OptionsError } from '../contract/options-error.ts'
import { describeValue } from '../contract/problems.ts'

/** The URL of the operation: at one origin or, without it, at every origin. */
export interface Target {
  origin?: string
  path: string
}

/**
 * Parses the address of the service.
 *
 * @throws {OptionsError} if it is not an http or https URL, or has a query or a fragment
 */
export function parseBaseUrl(baseUrl: string): URL {
  const { location } = globalThis as { location?: { href: string } }
  const isText = typeof baseUrl === 'string'
  const url = isText && URL.canParse(baseUrl, location?.href) ? new URL(baseUrl, location?.href) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    const outside = location === undefined ? ', and absolute outside a page' : ''
    throw new OptionsError(
      `baseUrl must be an http or https URL without a query or fragment${outside}, got ${describeValue(baseUrl)}`,
    )
  }
  return url
}

/**
 * Combines the address of the service with the path of the store.
 *
 * @param base the address of the service; without it, the path is answered at every origin
 *
 * @throws {OptionsError} if the address and the store name two paths
 */
export function createTarget(base: URL | undefined, storePath: string): Target {
  if (base === undefined) return { path: storePath }
  const basePath = base.pathname.replace(/\/$/, '')
  const path = basePath === '' ? storePath : basePath + operation.path
  if (storePath !== operation.path && storePath !== path) {
    throw new OptionsError(`baseUrl and basePath name two paths, ${path} and ${storePath}`)
  }
  return { origin: base.origin, path }
}

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/**
 * Creates the pattern of the URLs that are answered. A path pattern of MSW would also match below other paths, and
 * would treat some characters as wildcards.
 */
export const toUrlPattern = ({ origin, path }: Target): RegExp =>
  new RegExp(`^${origin === undefined ? 'https?://[^/]+' : escapeRegExp(origin)}${escapeRegExp(path)}$`)
