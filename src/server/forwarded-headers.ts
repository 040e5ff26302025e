import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { listHops } from '../http/hop-by-hop.ts'
import { schemeOf } from './client-origin.ts'

/** Headers that stay: `Transfer-Encoding` frames the body, and `Connection` can't remove the others. */
const kept = ['content-length', 'host', 'transfer-encoding']

/** Deletes the headers that belong to one connection, and those that `Connection` names. */
export function deleteHopByHop(headers: IncomingHttpHeaders): void {
  for (const name of listHops(headers.connection)) if (!kept.includes(name)) delete headers[name]
}

/**
 * Makes the headers that the upstream gets instead of those of the client.
 *
 * @param host the `Host` of the upstream
 * @param name the name of the fake in `Via`
 */
export function toForwardedHeaders(
  request: IncomingMessage,
  host: string,
  name: string,
): IncomingHttpHeaders {
  const headers = { ...request.headers }
  deleteHopByHop(headers)
  // Node has answered it.
  delete headers.expect
  const join = (...parts: unknown[]): string => parts.filter(Boolean).join(', ')
  return {
    // HTTP/1.0 needs no Host.
    ...(headers.host !== undefined && { 'x-forwarded-host': headers.host }),
    ...headers,
    host,
    'x-forwarded-for': join(headers['x-forwarded-for'], request.socket.remoteAddress),
    'x-forwarded-proto': headers['x-forwarded-proto'] ?? schemeOf(request),
    via: join(headers.via, `1.1 ${name}`),
  }
}

/**
 * Makes a redirect to the upstream one to the fake, so that the client stays.
 *
 * @param prefix the path of the upstream, which isn't a part of the fake's paths
 * @param base the address of the fake
 */
export function rewriteLocation(location: string, { origin, pathname: prefix }: URL, base: string): string {
  const isAbsolute = /^(?:https?:)?\/\//i.test(location)
  if (!(isAbsolute || location.startsWith('/')) || !URL.canParse(location, origin)) return location
  const { origin: other, pathname, search, hash } = new URL(location, origin)
  if (other !== origin) return location
  const isBelow = prefix !== '/' && `${pathname}/`.startsWith(prefix.replace(/\/?$/, '/'))
  const path = isBelow ? `/${pathname.slice(prefix.length).replace(/^\//, '')}` : pathname
  return (isAbsolute ? base : '') + path + search + hash
}
