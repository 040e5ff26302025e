import { fileURLToPath } from 'node:url'

/** Where the consumers' tests write their pacts: what is committed, unless PACTS_FOLDER says another one. */
export const pactsFolder: string =
  process.env['PACTS_FOLDER'] ?? fileURLToPath(new URL('../../../contracts', import.meta.url))
