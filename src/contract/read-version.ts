import { readFileSync } from 'node:fs'

/** Reads the version of the package. */
export const readVersion = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
