/** Habits of some services that a store can imitate. */
export const habits = [
  'accepts-repeated-content-type',
  'checks-credentials-first',
  'checks-empty-body-type',
  'ignores-byte-order-mark',
  'ignores-content-encoding',
  'reads-first-authorization',
  'refuses-float-ids',
] as const

/** A habit of some services. */
export type Habit = (typeof habits)[number]
