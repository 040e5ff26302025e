import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { describeValue } from '../options/problems.ts'

/** A host and a port; its group is the address, if it has to be one of IPv6 (RFC 3986 section 3.2.2). */
const host =
  /^(?:\[(?:([\da-f:.]+)|v[\da-f]+\.[\w\-.~!$&'()*+,;=:]+)\]|(?:[\w\-.~!$&'()*+,;=]|%[\da-f]{2})+)(?::\d*)?$/i

function isHost(given: string): boolean {
  const found = host.exec(given)
  return found !== null && (found[1] === undefined || isIPv6(found[1]))
}

let lastValid: string | undefined

/**
 * Describes what is wrong with the header Host, or with the transfer codings; undefined if they are valid.
 *
 * @see RFC 9112 section 3.2: HTTP/1.1 requires exactly one valid Host; HTTP/1.0 does not require it. Section 6.1: a
 * server may refuse codings besides chunked, which the parser of Node leaves in the body.
 */
export function describeHead({ headers, httpVersion }: IncomingMessage): string | undefined {
  const given = headers.host
  const codings = headers['transfer-encoding']
  if (codings !== undefined && codings.toLowerCase() !== 'chunked')
    return `the header Transfer-Encoding must be chunked, got ${describeValue(codings)}`
  if (given === undefined) return httpVersion === '1.1' ? 'the header Host is missing' : undefined
  // All requests of a client have the same Host.
  if (given === lastValid) return undefined
  if (!isHost(given)) {
    return `the header Host must be one host name and optionally a port, got ${describeValue(given)}`
  }
  lastValid = given
  return undefined
}
