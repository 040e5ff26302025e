import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isListed } from '../store/credentials.ts'
import type { PlantAnswer } from '../store/exchange.ts'
import { refuseControl } from './control-error.ts'

const toHostName = (host: string): string =>
  host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()

/** RFC 9110 section 15.5.2 asks for a challenge with each 401. */
const challenge = { 'www-authenticate': 'X-Admin-Token realm="plant-store control API"' }

/** A name that another site's DNS can never point here. */
const isOwnName = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0

/**
 * Lets only its owner use the control API: no page of another site, by DNS rebinding or by a request it sends
 * blindly, and where there is an admin token only who has it. Gives the refusal, if there is one.
 */
export function guardControl(
  { headers }: IncomingMessage,
  adminToken: string | undefined,
): PlantAnswer | undefined {
  const { host = '', origin } = headers
  if (adminToken !== undefined) {
    const sent = headers['x-admin-token']
    if (typeof sent !== 'string' || !isListed(sent, [adminToken])) {
      return refuseControl(401, 'the header X-Admin-Token must be the admin token of this fake', challenge)
    }
  } else if (!isOwnName(toHostName(host))) {
    return refuseControl(403, 'the Host header must be localhost or an address, or pass --admin-token')
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    return refuseControl(403, 'pages of other origins may not use the control API')
  }
  return undefined
}
