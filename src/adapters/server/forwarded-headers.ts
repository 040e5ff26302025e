import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { listHops } from '../../http/hop-by-hop.ts'
import { schemeOf } from './client-origin.ts'

/** Headers that stay: `Transfer-Encoding` frames the body, and `Connection` can't remove the others. */
const kept = ['content-length', 'host', 'transfer-encoding']

/** Deletes the headers that belong to one connection, and those that `Connection` names. */
function deleteHopByHop(headers: IncomingHttpHeaders): void {
  for (const name of listHops(headers.connection)) if (!kept.includes(name)) delete headers[name]
}

/** Deletes the attribute `Domain` of cookies, since the mock is at another host. A browser takes the last one. */
function deleteCookieDomain(headers: IncomingHttpHeaders): void {
  const cookies = headers['set-cookie']
  if (cookies === undefined) return
  headers['set-cookie'] = cookies.map((cookie) => cookie.replace(/;\s*domain\s*(?:=[^;]*)?(?=;|$)/gi, ''))
}

/**
 * Makes a response of the upstream one that the mock can pass back.
 *
 * @throws {Error} if no server can send its status
 */
export function adaptResponse(received: IncomingMessage): void {
  const { statusCode: status = 0, statusMessage = '', headers } = received
  // The parser also reads others, and what it calls a final response may be one that isn't.
  if (status < 200) throw new Error(`its response has the invalid status ${String(status).padStart(3, '0')}`)
  received.statusMessage = statusMessage.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
  deleteHopByHop(headers)
  deleteCookieDomain(headers)
}

/**
 * Makes the headers that the upstream gets instead of those of the client.
 *
 * @param host the `Host` of the upstream
 * @param name the name of the mock in `Via`
 */
export function toForwardedHeaders(
  request: IncomingMessage,
  host: string,
  name: string,
): IncomingHttpHeaders {
  const headers = { ...request.headers }
  deleteHopByHop(headers)
  // Node has responded to `Expect`, the admin token is for the mock, and any client could say where it comes from.
  for (const other of Object.keys(headers))
    if (/^(?:expect|x-admin-token|forwarded|x-forwarded-.*|x-real-ip)$/.test(other)) delete headers[other]
  const { remoteAddress } = request.socket
  return {
    ...headers,
    // A client that has left has no address.
    ...(remoteAddress !== undefined && { 'x-forwarded-for': remoteAddress }),
    // HTTP/1.0 needs no Host.
    ...(headers.host !== undefined && { 'x-forwarded-host': headers.host }),
    host,
    'x-forwarded-proto': schemeOf(request),
    via: [headers.via, `1.1 ${name}`].filter(Boolean).join(', '),
  }
}

/**
 * Makes a redirect to the upstream one to the mock, so that the client stays.
 *
 * @param prefix the path of the upstream, which isn't a part of the mock's paths
 * @param base the address of the mock
 */
export function rewriteLocation(location: string, { origin, pathname: prefix }: URL, base: string): string {
  const isAbsolute = /^(?:https?:)?\/\//i.test(location)
  if (!(isAbsolute || location.startsWith('/')) || !URL.canParse(location, origin)) return location
  const { origin: other, pathname, search, hash } = new URL(location, origin)
  if (other !== origin) return location
  const isBelow = prefix !== '/' && `${pathname}/`.startsWith(prefix.replace(/\/?$/, '/'))
  const path = isBelow ? `/${pathname.slice(prefix.length).replace(/^\//, '')}` : pathname
  // A path that begins with two slashes would lead to another host.
  return (isAbsolute ? base : path.startsWith('//') ? '/.' : '') + path + search + hash
}
