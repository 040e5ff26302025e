import { isContainer } from './is-object.ts'

/** One problem of a value that does not match its schema. */
export interface Problem {
  /** The names and indexes that lead to the wrong member or item; empty for the value as a whole. */
  path: readonly (string | number)[]
  /** The end of the sentence "it must be …"; undefined for an unknown member. */
  expected?: string
  /** Whether messages never show the value. */
  isSecret?: boolean | undefined
  /** The known names, if the member is unknown. */
  known?: readonly string[]
}

/** A validator: checks a value against its schema, and keeps the problems of the last invalid value in `errors`. */
export interface Validate {
  (value: unknown): boolean
  errors?: readonly Problem[]
}

const maxQuoted = 40

/** A shorter secret appears in other texts by chance. */
const minSecret = 4

/** Shows a wrong URL at the end of a message, unless it may have a credential in it. */
export const describeUrl = (url: unknown): string =>
  /[@?]/.test(String(url)) ? '' : `, got ${describeValue(url)}`

/**
 * Shows a value in a message: scalars as they are, cut if they are long; other values by their kind.
 *
 * @param secret a text that is never shown, such as a credential
 */
export function describeValue(value: unknown, secret?: string): string {
  if (value === undefined) return 'nothing'
  if (isContainer(value)) return Array.isArray(value) ? 'an array' : 'an object'
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    if (Number.isNaN(value)) return 'a number with a fraction'
    if (!Number.isFinite(value)) return 'a number that is too large'
    if (Number.isInteger(value)) return `the number ${value}, which is not exact; use a bigint`
  }
  const text = String(value)
  if (secret && (text === secret || (secret.length >= minSecret && text.includes(secret))))
    return 'the credential'
  const isLong = text.length > maxQuoted
  const short = isLong ? `${text.slice(0, maxQuoted)}…` : text
  const shown = typeof value === 'string' ? JSON.stringify(short) : short
  return isLong ? `${shown} (${text.length} characters)` : shown
}

const maxProblems = 5

/**
 * Describes in one line what is wrong with a value: each member, what the schema expects and what it got.
 *
 * @param whole the name of the value as a whole; a name of one word also begins the paths of members
 * @param secret a text that is never shown, such as a credential
 * @param from the index of the first item, if the value is a part of an array
 */
export function describeProblems(
  problems: readonly Problem[] | undefined,
  value: unknown,
  { whole, secret, from = 0 }: { whole: string; secret?: string | undefined; from?: number | undefined },
): string {
  const kind = whole.includes('option') ? 'option' : 'member'
  const lines = (problems ?? []).slice(0, maxProblems).map(({ path, expected, isSecret, known }) => {
    let member = whole.includes(' ') ? '' : whole
    let got = value
    for (const step of path) {
      got = (got as Record<string | number, unknown> | null)?.[step]
      const name = /^[\w$-]{1,40}$/.test(String(step)) ? step : describeValue(step, secret)
      member += typeof step === 'number' ? `[${step + from}]` : (member && `.${name}`) || name
    }
    if (known !== undefined) return `there is no ${kind} ${member}; the ${kind}s are ${known.join(', ')}`
    if (got === undefined && path.length > 0) return `${member} is missing`
    return `${member || whole} must be ${expected}${isSecret ? '' : `, got ${describeValue(got, secret)}`}`
  })
  return lines.join('; ')
}
