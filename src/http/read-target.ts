import type { IncomingMessage } from 'node:http'

/** The path and query of a request target; a client with an HTTP proxy sends an absolute URL (RFC 9112 section 3.2.2). */
export function readTarget({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return (pathname || '/') + search
}
