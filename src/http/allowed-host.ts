import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

const toHostName = (host: string): string =>
  host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()

/**
 * Says whether the header Host has a name that the DNS of another site can't point to this machine, or one that is
 * allowed. Browsers always send it; HTTP/1.0 doesn't need it.
 */
export function isAllowedHost({ headers: { host } }: IncomingMessage, allowed: readonly string[]): boolean {
  const name = toHostName(host ?? 'localhost')
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0 || allowed.includes(name)
}
