/** A value that is another one in each answer. */
interface Placeholder {
  /** The source of a regular expression for it. */
  readonly pattern: string
  make(): string | number
}

const below = (limit: number): number => Math.floor(Math.random() * limit)

const hex = (digits: number): string => Array.from({ length: digits }, () => below(16).toString(16)).join('')

/** What an answer may have in place of values that vary. A text that is nothing but `{number}` becomes a number; `{digits}` stays a text. */
export const placeholders = /* @__PURE__ */ Object.freeze({
  uuid: {
    pattern: '[\\da-f]{8}-(?:[\\da-f]{4}-){3}[\\da-f]{12}',
    // `crypto.randomUUID` is missing on pages without HTTPS.
    make: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${(8 + below(4)).toString(16)}${hex(3)}-${hex(12)}`,
  },
  now: {
    pattern: '\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:?\\d\\d)?',
    make: () => new Date().toISOString(),
  },
  date: {
    pattern: '[a-z]{3}, \\d\\d [a-z]{3} \\d{4} \\d\\d:\\d\\d:\\d\\d gmt',
    make: () => new Date().toUTCString(),
  },
  number: { pattern: '-?\\d+(?:\\.\\d+)?', make: () => below(1_000_000) },
  digits: { pattern: '-?\\d+(?:\\.\\d+)?', make: () => `${below(1_000_000)}` },
  random: { pattern: '[^\\s"<>]+', make: () => hex(16) },
} satisfies Record<string, Placeholder>)

/** The name of a placeholder. */
export type PlaceholderName = keyof typeof placeholders
