/** What a client asks of a response with the header Prefer (RFC 7240), as users of Prism know it. */
export interface Preferences {
  /** The status of the documented response that it wants. */
  code?: number
  /** The name of the documented example that it wants. */
  example?: string
  /** Whether it wants another value each time. */
  isDynamic?: boolean
}

const preference = /(?:^|[,;\s])([\w-]+)\s*=\s*(?:"([^"]*)"|([^,;\s]*))/g

export function readPrefer(prefer: string | undefined): Preferences {
  const found: Preferences = {}
  for (const [, name = '', quoted, plain = ''] of prefer?.matchAll(preference) ?? []) {
    const value = quoted ?? plain
    if (name.toLowerCase() === 'code' && /^[1-5]\d\d$/.test(value)) found.code = Number(value)
    if (name.toLowerCase() === 'example') found.example = value
    if (name.toLowerCase() === 'dynamic') found.isDynamic = value.toLowerCase() === 'true'
  }
  return found
}
