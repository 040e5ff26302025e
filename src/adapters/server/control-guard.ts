import type { IncomingMessage } from 'node:http'
import { isAllowedHost } from '../../http/allowed-host.ts'
import { isListed } from '../../mock/checks/check-credentials.ts'
import type { MockResponse } from '../../mock/exchange.ts'
import { originOf } from './client-origin.ts'
import { toControlRejection } from './control-error.ts'

/** RFC 9110 section 15.5.2 requires a challenge in each 401. */
const challenge = { 'www-authenticate': 'X-Admin-Token realm="plant-store control API"' }

/**
 * Protects the control API: rejects pages of other sites (DNS rebinding and blind requests), service workers, and, if
 * there is an admin token, requests without it. Gives the rejection; undefined if the request is allowed.
 *
 * @param guard the admin token, undefined if there is none, and the names of hosts that are allowed
 * @param isPage whether the request is for a file of the page, which needs no token because a browser can't send it
 */
export function guardControl(
  request: IncomingMessage,
  { adminToken, allowedHosts }: { adminToken: string | undefined; allowedHosts: readonly string[] },
  isPage: boolean,
): MockResponse | undefined {
  const { headers } = request
  const { origin } = headers
  if (adminToken !== undefined) {
    const sent = headers['x-admin-token']
    if (!isPage && (typeof sent !== 'string' || !isListed(sent, [adminToken]))) {
      return toControlRejection(401, 'the header X-Admin-Token must be the admin token', challenge)
    }
  } else if (!isAllowedHost(request, allowedHosts)) {
    return toControlRejection(
      403,
      'the header Host must be localhost or an IP address. Start with --allow-host to allow another name, or with --admin-token.',
    )
  }
  // A page asks for images and scripts without an Origin; other ports of a host are the same site.
  const isForeign = !isPage && /^(?:cross|same)-site$/.test(headers['sec-fetch-site']?.toString() ?? '')
  if (isForeign || (origin !== undefined && origin !== originOf(request)))
    return toControlRejection(403, "pages of other origins can't use the control API")
  if (headers['service-worker'] !== undefined)
    return toControlRejection(403, 'the control API has no service worker')
  return undefined
}
