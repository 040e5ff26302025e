const below = (limit: number): number => Math.floor(Math.random() * limit)

/** Puts a random digit in place of each x. */
const hex = (form: string): string => form.replace(/x/g, () => below(16).toString(16))

/** Makes what an answer may have in place of values that are other ones in each answer. A text that is nothing but `{number}` becomes a number; `{digits}` stays a text. */
export const placeholders = {
  // `crypto.randomUUID` is missing on pages without HTTPS.
  uuid: () => hex('xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'),
  now: () => new Date().toISOString(),
  date: () => new Date().toUTCString(),
  number: () => below(1_000_000),
  digits: () => `${below(1_000_000)}`,
  random: () => hex('xxxxxxxxxxxxxxxx'),
} satisfies Record<string, () => string | number>

/** The name of a placeholder. */
export type PlaceholderName = keyof typeof placeholders
