/** Habits of some services that a store can imitate. */
export const habits = [
  'checks-empty-body-type',
  'exact-scheme',
  'exact-space',
  'ignores-byte-order-mark',
  'ignores-content-encoding',
  'reads-first-authorization',
] as const

/** A habit of some services. */
export type Habit = (typeof habits)[number]
