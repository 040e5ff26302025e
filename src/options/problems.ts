import { isContainer } from './is-object.ts'

/** The names and indexes that lead to a property or an item; empty for the value as a whole. */
export type Path = readonly (string | number)[]

/** One problem of a value that does not match its schema. */
export interface Problem {
  path: Path
  /** The end of the sentence "it must be …"; undefined for an unknown property. */
  expected?: string | undefined
  /** The wrong value; undefined if it is missing, or if the property is unknown. */
  got?: unknown
  /** How many items or properties it has, if that is what is wrong. */
  size?: number | undefined
  /** Whether messages never show the value. */
  isSecret?: boolean | undefined
  /** The known names, if the property is unknown; or the words of which the value must be one. */
  known?: readonly unknown[] | undefined
}

const maxQuoted = 40

/** A shorter secret appears in other texts by chance. */
const minSecret = 4

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

/** Returns the path from what a value is a part of, if the value has a name of one word there. */
export const toFullPath = (path: Path, whole: string): Path => (whole.includes(' ') ? path : [whole, ...path])

/** Shows a path, as in `answers.duplicate-key.status` or `seed[1]`; no secret is shown as a part of it. */
export const showPath = (path: Path, secret?: string): string =>
  path.reduce<string>((name, step) => {
    if (typeof step === 'number') return `${name}[${step}]`
    return (name && `${name}.`) + (/^[\w$-]{1,40}$/.test(step) ? step : describeValue(step, secret))
  }, '')

/** Says what is wrong, as the rest of a sentence that begins with the name of the value; undefined if there is no such property. */
export function describeProblem(
  { path, expected, isSecret, got, size }: Problem,
  secret?: string,
): string | undefined {
  const isMissing = got === undefined && path.length > 0
  const shown = isSecret
    ? ''
    : `, got ${describeValue(got, secret)}${size === undefined ? '' : ` of ${size}`}`
  return expected && (isMissing ? 'is missing' : `must be ${expected}${shown}`)
}

/** Lists the known names of a kind, after what says that there is no other. */
export const describeKnown = (kind: string, known: readonly unknown[] = []): string =>
  `; the ${kind.replace(/(?<![aeiou])y$/, 'ie')}s are ${known.join(', ')}`

/**
 * Describes in one line what is wrong with a value: each property, what the schema expects, and what it got. At most five
 * problems are described.
 *
 * @param whole the name of the value as a whole; a name of one word also begins the paths of properties
 * @param secret a text that is never shown, such as a credential
 */
export function describeProblems(
  problems: readonly Problem[] | undefined,
  { whole, secret }: { whole: string; secret?: string | undefined },
): string {
  const kind = whole.includes('option') ? 'option' : 'property'
  const lines = (problems ?? []).slice(0, 5).map((problem) => {
    const name = showPath(toFullPath(problem.path, whole), secret) || whole
    const rest = describeProblem(problem, secret)
    return rest ? `${name} ${rest}` : `there is no ${kind} ${name}${describeKnown(kind, problem.known)}`
  })
  return lines.join('; ')
}
