import { operation } from '../contract/generated/operation.ts'
import { describeValue } from '../contract/problems.ts'
import { OptionsError } from '../store/options-error.ts'

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/**
 * Reads the address of the service.
 *
 * @throws {OptionsError} where it is no http or https URL, or has a query or a fragment
 */
export function parseBaseUrl(baseUrl: string): URL {
  const { location } = globalThis as { location?: { href: string } }
  const isText = typeof baseUrl === 'string'
  const url = isText && URL.canParse(baseUrl, location?.href) ? new URL(baseUrl, location?.href) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    const where = location === undefined ? ', and absolute where there is no page' : ''
    throw new OptionsError(
      `baseUrl must be an http or https URL without query and fragment${where}, got ${describeValue(baseUrl)}`,
    )
  }
  return url
}

/**
 * Makes the pattern of the URLs that are answered. A path of MSW's own would match below other paths too, and take
 * some characters for patterns.
 *
 * @param base the address of the service; without it, the path is answered at every origin
 *
 * @throws {OptionsError} where the address and the store have two paths
 */
export function createUrlPattern(base: URL | undefined, storePath: string): RegExp {
  if (base === undefined) return new RegExp(`^https?://[^/]+${escapeRegExp(storePath)}$`)
  const basePath = base.pathname.replace(/\/$/, '')
  const path = basePath === '' ? storePath : basePath + operation.path
  if (storePath !== operation.path && storePath !== path) {
    throw new OptionsError(`baseUrl and basePath name two paths, ${path} and ${storePath}`)
  }
  return new RegExp(`^${escapeRegExp(base.origin + path)}$`)
}
