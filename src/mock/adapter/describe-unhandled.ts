import type { Contract } from '../../contract/contract.ts'
import { suggestClosest } from '../../options/closest.ts'
import { describeValue } from '../../options/problems.ts'
import type { Target } from './service-url.ts'

export type UnhandledRequest = Pick<Request, 'method' | 'url'>

export const unhandledTitle = 'The test sent requests that nothing handles:'

const maxListed = 5

export interface UnhandledAdvice {
  /** About all of them, such as `handle them with server.use(…)`. */
  handle: string
  /** About those that may be for another address, such as `pass the baseUrl that your client uses`. */
  address: string
}

/** Names the operation that a request probably means, with its values instead of parameters. */
function suggestOperation(method: string, path: string, { operations, basePaths }: Contract): string {
  const segments = path.split('/')
  const basePath = basePaths.find((one) => path.startsWith(`${one}/`)) ?? ''
  const fill = (described: string): string =>
    `${basePath}${described}`
      .split('/')
      .map((segment, at) => (segment.startsWith('{') ? (segments[at] ?? segment) : segment))
      .join('/')
  return suggestClosest(
    `${method} ${path}`,
    operations.map((one) => `${one.method} ${fill(one.path)}`),
  )
}

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
        : `no operation has the path ${path}${suggestOperation(method, path, contract)}`,
    )
  return differences.join('; ')
}

/** Says whether a request may be for the service at another address: its end is a path of the description. */
function isMisaddressed({ method, url }: UnhandledRequest, contract: Contract): boolean {
  const segments = new URL(url).pathname.split('/')
  return segments.some((_segment, at) => {
    const end = `/${segments.slice(at + 1).join('/')}`
    return end !== '/' && contract.match(method, end).kind !== 'unknown-path'
  })
}

/**
 * Lists the unhandled requests of a test, and how each differs from what the mock responds to.
 *
 * @param baseUrl the unchanged option
 */
export function describeUnhandled(
  requests: readonly UnhandledRequest[],
  contract: Contract,
  target: Target,
  baseUrl: string | undefined,
  { handle, address }: UnhandledAdvice,
): string {
  const lines = requests.map(
    (request) => `  ${request.method} ${request.url}: ${describeDifference(request, contract, target)}`,
  )
  const { operations } = contract
  const listed = operations.slice(0, maxListed).map(({ method, path }) => `${method} ${target.path}${path}`)
  const more = operations.length - listed.length
  const where = target.origin ?? 'every origin'
  const configured = baseUrl === undefined ? 'no baseUrl is set' : `baseUrl is ${describeValue(baseUrl)}`
  const isAboutAddress = requests.some((request) => isMisaddressed(request, contract))
  const advice = isAboutAddress ? `${address}, or ${handle}.` : `${handle}.`
  return [
    unhandledTitle,
    ...lines,
    `The mock responds at ${where} (${configured}) to ${listed.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`,
    advice.replace(/^./, (letter) => letter.toUpperCase()),
  ].join('\n')
}
