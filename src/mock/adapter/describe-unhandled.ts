import type { Contract } from '../../contract/contract.ts'
import { describeValue } from '../../options/problems.ts'
import type { Target } from './service-url.ts'

/** A request that nothing handled. */
export type UnhandledRequest = Pick<Request, 'method' | 'url'>

/** What the message begins with. */
export const unhandledTitle = 'The test sent requests that nothing handles:'

/** The most operations that a message lists. */
const maxListed = 5

/** Says how a URL differs from those that a mock responds to. */
function describeDifference({ method, url }: UnhandledRequest, contract: Contract, target: Target): string {
  const { origin, pathname } = new URL(url)
  const isElsewhere = target.origin !== undefined && origin !== target.origin
  const differences = isElsewhere ? [`the origin is ${origin}, not ${target.origin}`] : []
  const knows = (path: string): boolean => contract.match(method, path).kind !== 'unknown-path'
  const isBelow = pathname.startsWith(`${target.path}/`)
  if (!isBelow) differences.push(`the path ${pathname} doesn't begin with ${target.path}`)
  const path = isBelow ? pathname.slice(target.path.length) : pathname
  if (!knows(path))
    differences.push(
      knows(path.replace(/(?<!\/)\/+$/, ''))
        ? 'the path has a trailing slash'
        : `no operation has the path ${path}`,
    )
  return differences.join('; ')
}

/**
 * Lists the unhandled requests of a test, and how each differs from what the mock responds to.
 *
 * @param baseUrl the unchanged option
 * @param advice what to do about them
 */
export function describeUnhandled(
  requests: readonly UnhandledRequest[],
  contract: Contract,
  target: Target,
  baseUrl: string | undefined,
  advice: string,
): string {
  const lines = requests.map(
    (request) => `  ${request.method} ${request.url}: ${describeDifference(request, contract, target)}`,
  )
  const { operations } = contract
  const listed = operations.slice(0, maxListed).map(({ method, path }) => `${method} ${target.path}${path}`)
  const more = operations.length - listed.length
  const where = target.origin ?? 'every origin'
  const configured = baseUrl === undefined ? 'no baseUrl is set' : `baseUrl is ${describeValue(baseUrl)}`
  return [
    unhandledTitle,
    ...lines,
    `The mock responds at ${where} (${configured}) to ${listed.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`,
    advice,
  ].join('\n')
}
