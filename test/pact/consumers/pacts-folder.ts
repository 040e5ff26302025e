import { fileURLToPath } from 'node:url'

/** The folder that the consumers' tests write their pacts to: the committed one, unless PACTS_FOLDER names another. */
export const pactsFolder: string =
  process.env['PACTS_FOLDER'] ?? fileURLToPath(new URL('../../../contracts', import.meta.url))
