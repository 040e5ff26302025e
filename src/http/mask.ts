const masked = '***'

/** The end of a name of a header, a cookie or a query parameter that holds a credential. */
const secretName =
  /(?:authorization|cookie2?|token|password|passwd|pwd|secret|credentials?|signature|jwt|session[-_]?id|(?:api|access|auth|private|subscription)[-_]?key|(?:^|[-_])(?:auth|sig))$/i

/** Other names of headers and query parameters that hold credentials, in lower case: those of descriptions. */
const secretNames = new Set<string>()

/** Masks the headers and query parameters with these names, too, from now on; a description says that they hold keys. */
export function maskAlso(names: readonly string[]): void {
  for (const name of names) secretNames.add(name.toLowerCase())
}

const decode = (name: string): string =>
  name.replaceAll(/%([0-9a-f]{2})/gi, (_escape, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Checks the name of a parameter; it may be encoded, or have names in brackets. */
const isSecret = (name: string): boolean =>
  decode(name)
    .split(/[[\]]/)
    .some((part) => secretName.test(part) || secretNames.has(part.toLowerCase()))

/** A user and password, and what is before them. */
const user = /(\/\/|^)([^/?#\s]*)@/g

const parameter = /([?&;#])([^=&;#?\s]+)=([^&;#?\s]*)/g

/** Whether the value of a parameter is an encoded URL that has credentials itself. */
const hasSecret = (value: string): boolean =>
  value.includes('%') && [...decode(value).matchAll(parameter)].some(([, , name = '']) => isSecret(name))

/** Masks the credentials of a URL or a path: a user and password, and parameters such as `access_token` (RFC 6750 section 2.3). */
export const maskUrl = (url: string): string =>
  /[?&;#@]/.test(url)
    ? url
        .replaceAll(user, `$1${masked}@`)
        .replaceAll(parameter, (whole, before, name, value) =>
          isSecret(name) || hasSecret(value) ? `${before}${name}=${masked}` : whole,
        )
    : url

/** Reads bytes, each of them a letter, as UTF-8. */
const readUtf8 = (bytes: string): string =>
  new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))

/** Lists what {@link maskUrl} masks, as it is sent and decoded. */
export const findUrlSecrets = (url: string): string[] => [
  ...[...url.matchAll(user)].flatMap(([, , pair = '']) => [pair, pair.replace(/^[^:]*:/, '')]),
  ...[...url.matchAll(parameter)].flatMap(([, , name = '', value = '']) => {
    if (hasSecret(value)) return findUrlSecrets(decode(value))
    const decoded = decode(value)
    return isSecret(name) ? [value, decoded, readUtf8(decoded)] : []
  }),
]

export const cutQuery = (target: string): string => target.replace(/\?.*/s, '')

/** Hides the query of a URL that messages show, since any of its parameters may hold a credential. */
export const hideQuery = (url: string | URL): string => String(url).replace(/\?.*/s, '?…')

/** Masks the value of a header if it holds a credential; the scheme of an `Authorization` stays. A URL in any other header, such as `Referer`, loses its credentials. */
export const maskHeader = (name: string, value: string): string =>
  secretName.test(name) || secretNames.has(name.toLowerCase())
    ? value.replace(/^((?:bearer|basic|digest) )?.*$/is, `$1${masked}`)
    : maskUrl(value)
