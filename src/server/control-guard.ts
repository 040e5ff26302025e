import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isListed } from '../store/credentials.ts'
import type { PlantAnswer } from '../store/exchange.ts'
import { originOf } from './client-origin.ts'
import { toControlAnswer } from './control-error.ts'

const toHostName = (host: string): string =>
  host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()

/** RFC 9110 section 15.5.2 requires a challenge in each 401. */
const challenge = { 'www-authenticate': 'X-Admin-Token realm="plant-store control API"' }

/** Names that the DNS of another site can't point to this machine. */
const isOwnName = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0

/**
 * Protects the control API: refuses pages of other sites (DNS rebinding and blind requests) and, if there is an admin
 * token, requests without it. Gives the refusal; undefined if the request is allowed.
 *
 * @param adminToken undefined if there is none
 * @param isPage whether the request is for a file of the page, which needs no token because a browser can't send it
 */
export function guardControl(
  request: IncomingMessage,
  adminToken: string | undefined,
  isPage: boolean,
): PlantAnswer | undefined {
  const { headers } = request
  const { host = '', origin } = headers
  if (adminToken !== undefined) {
    const sent = headers['x-admin-token']
    if (!isPage && (typeof sent !== 'string' || !isListed(sent, [adminToken]))) {
      return toControlAnswer(401, 'the header X-Admin-Token must be the admin token', challenge)
    }
  } else if (!isOwnName(toHostName(host))) {
    return toControlAnswer(
      403,
      'the header Host must be localhost or an IP address. Start with --admin-token to allow other names.',
    )
  }
  if (origin !== undefined && origin !== originOf(request)) {
    return toControlAnswer(403, "pages of other origins can't use the control API")
  }
  return undefined
}
