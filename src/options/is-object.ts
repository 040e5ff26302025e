/** Returns whether a value is an object or an array, not null. */
export const isContainer = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Returns whether a value is an object with named properties, not null or an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  isContainer(value) && !Array.isArray(value)
