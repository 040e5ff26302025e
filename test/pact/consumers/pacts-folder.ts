import { fileURLToPath } from 'node:url'

/** The folder that the consumers' tests write their pacts to. */
export const pactsFolder: string = fileURLToPath(new URL('../../../contracts', import.meta.url))
