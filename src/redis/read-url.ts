import { OptionsError } from '../options/options-error.ts'
import { describeValue } from '../options/problems.ts'

export interface RedisUrl {
  /** With credentials, for the client. */
  url: string
  /** Without credentials, for people. */
  address: string
  namespace: string
}

const isNamespace = (name: string): boolean => /^[\w.-]{1,100}$/.test(name)

/**
 * Reads a URL such as `rediss://user:password@host:6379/0?namespace=team-a`.
 *
 * @throws {OptionsError} that doesn't repeat the URL, because it may have a password
 */
export function readRedisUrl(text: string): RedisUrl {
  const isUrl = typeof text === 'string' && /^rediss?:\/\//.test(text) && URL.canParse(text)
  const url = isUrl && !/%(?![\da-f]{2})/i.test(text) ? new URL(text) : undefined
  // An unescaped /, ?, or # ends a password early, so the errors below would show the rest of it.
  if (url === undefined || (url.pathname + url.search + url.hash).includes('@')) {
    throw new OptionsError(
      'the address of the store must be a URL like redis://host:6379/0?namespace=name, or rediss:// for TLS; in a password, write %2F for /, %3F for ?, %23 for #, and %25 for %',
    )
  }
  const { protocol, host, pathname, searchParams } = url
  if (!/^(?:\/\d*)?$/.test(pathname)) {
    throw new OptionsError(
      `the path of the store's address must be the number of a database, got ${describeValue(pathname)}`,
    )
  }
  const unknown = [...searchParams.keys()].find((name) => name !== 'namespace')
  if (unknown !== undefined) {
    throw new OptionsError(
      `the store's address has the unknown parameter ${describeValue(unknown)}; there is only namespace`,
    )
  }
  const namespace = searchParams.get('namespace') ?? 'default'
  if (!isNamespace(namespace)) {
    throw new OptionsError(
      `the namespace must be 1 to 100 letters, digits, dots, hyphens, and underscores, got ${describeValue(namespace)}`,
    )
  }
  url.search = ''
  return { url: url.href, address: `${protocol}//${host}${pathname}`, namespace }
}
