import { fileURLToPath } from 'node:url'

export const root: string = fileURLToPath(new URL('../../../', import.meta.url))
