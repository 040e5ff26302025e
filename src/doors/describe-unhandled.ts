import { describeValue } from '../options/problems.ts'
import type { Target } from './service-url.ts'

/** A request that nothing answered. */
export type UnhandledRequest = Pick<Request, 'method' | 'url'>

const withoutSlash = (path: string): string => path.replace(/(?<!\/)\/+$/, '')

/** Says how a URL differs from the one that the store answers. */
function describeDifference(url: string, target: Target): string {
  const { origin, pathname } = new URL(url)
  const differences: string[] = []
  if (target.origin !== undefined && origin !== target.origin) {
    differences.push(`the origin is ${origin}, not ${target.origin}`)
  }
  if (pathname !== target.path) {
    const isSlash = withoutSlash(pathname) === withoutSlash(target.path)
    const what = isSlash ? 'the path has a trailing slash' : `the path is ${pathname}`
    differences.push(`${what}, not ${target.path}`)
  }
  return differences.join('; ')
}

/**
 * Lists the unhandled requests of a test, and how each differs from what the store answers.
 *
 * @param baseUrl the unchanged option
 * @param advice what to do about them
 */
export function describeUnhandled(
  requests: readonly UnhandledRequest[],
  target: Target,
  baseUrl: string | undefined,
  advice: string,
): string {
  const answered =
    target.origin === undefined ? `${target.path} at every origin` : target.origin + target.path
  const lines = requests.map(({ method, url }) => `  ${method} ${url}: ${describeDifference(url, target)}`)
  const configured = baseUrl === undefined ? 'no baseUrl is set' : `baseUrl is ${describeValue(baseUrl)}`
  return [
    'The test sent requests that nothing handles:',
    ...lines,
    `The store answers ${answered} (${configured}).`,
    advice,
  ].join('\n')
}
