import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isListed } from '../store/credentials.ts'
import { ControlError } from './control-error.ts'

const toHostName = (host: string): string =>
  host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()

/** A name that another site's DNS can never point here. */
const isOwnName = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0

/**
 * Lets only its owner use the control API: no page of another site, by DNS rebinding or by a request it sends
 * blindly, and where there is an admin token only who has it.
 *
 * @throws {ControlError} 403 or 401
 */
export function guardControl({ headers }: IncomingMessage, adminToken: string | undefined): void {
  const { host = '', origin } = headers
  if (adminToken !== undefined) {
    const sent = headers['x-admin-token']
    if (typeof sent !== 'string' || !isListed(sent, [adminToken])) {
      throw new ControlError(401, 'the header X-Admin-Token must be the admin token of this fake')
    }
  } else if (!isOwnName(toHostName(host))) {
    throw new ControlError(403, 'the Host header must be localhost or an address, or pass --admin-token')
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new ControlError(403, 'pages of other origins may not use the control API')
  }
}
