import type { IncomingMessage } from 'node:http'
import { describeValue } from '../contract/problems.ts'

const host = /^(?:\[[\da-fA-F:.]+\]|(?:[\w\-.~!$&'()*+,;=]|%[\da-fA-F]{2})+)(?::\d*)?$/

let lastValid = ''

/**
 * Describes what is wrong with the header Host; undefined if it is valid.
 *
 * @see RFC 9112 section 3.2: HTTP/1.1 requires exactly one valid Host; HTTP/1.0 does not require it.
 */
export function describeHost({ headers, httpVersion }: IncomingMessage): string | undefined {
  const given = headers.host
  // All requests of a client have the same Host.
  if (given === lastValid && given !== '') return undefined
  if (given === undefined) return httpVersion === '1.1' ? 'the header Host is missing' : undefined
  if (!host.test(given)) {
    return `the header Host must be one host name and optionally a port, got ${describeValue(given)}`
  }
  lastValid = given
  return undefined
}
