/** Writes the names and indexes that lead to a value as a JSON pointer (RFC 6901). */
export const toPointer = (...steps: readonly (string | number)[]): string =>
  steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** Reads a JSON pointer (RFC 6901). */
export const readPointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
