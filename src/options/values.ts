import { integer, text, type ValueSchema } from './schema.ts'

/** Ports to listen on; 0 takes a free one. */
export const port: ValueSchema = integer(0, 65_535)

/** Host names and addresses to listen on. */
export const host: ValueSchema = text('the name or address of a host', /./)

/** Names of hosts as the header Host has them, without a port. */
export const hostName: ValueSchema = text('the name of a host without a port', /^[\w.-]+$/)

/** Tokens that a header can hold; no message shows one. */
export const token: ValueSchema = text(
  'ASCII letters, digits, and punctuation, at least one character and no "Bearer" in front',
  /^[\x21-\x7e]+$/,
  true,
)

export const fileName: ValueSchema = text('a valid file name without slashes', /^[^/\\\p{Cc}]+$/u)

/** URLs with only the given parts; no message shows one that may have a credential in it. */
const createUrl = (expected: string, fits: (url: URL) => boolean): ValueSchema => ({
  expected,
  find(value) {
    const given = String(value)
    const isUrl = URL.canParse(given) && /^https?:/i.test(given) && fits(new URL(given))
    return isUrl ? [] : [{ path: [], expected, isSecret: /[@?#]/.test(given), got: value }]
  },
})

const hasNoUser = ({ username, password }: URL): boolean => username + password === ''

/** Addresses without credentials, since messages and logs show them. */
export const address: ValueSchema = createUrl('an http or https URL without a user and password', hasNoUser)

export const baseAddress: ValueSchema = createUrl(
  'an http or https URL without a user, password, query, or fragment',
  (given) => hasNoUser(given) && given.search + given.hash === '',
)
