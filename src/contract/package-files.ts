import { readdirSync, readFileSync } from 'node:fs'

/** Where the files of the package are in a single executable; Bun has no such module. */
const sea = process.getBuiltinModule?.('node:sea') as typeof import('node:sea') | undefined
const assets = sea?.isSea() ? sea : undefined

/** Whether this is the single executable that `npm run build:binary` makes. */
export const isBinary: boolean = assets !== undefined

const toUrl = (path: string): URL => new URL(path, new URL('../../', import.meta.url))

/** Reads a file of the package, by its path in it. @throws {Error} if there is none */
export const readPackageFile = (path: string): string =>
  assets?.getAsset(path, 'utf8') ?? readFileSync(toUrl(path), 'utf8')

/** Lists the names of the files in a folder of the package. */
export const listPackageFiles = (folder: string): string[] =>
  assets
    ?.getAssetKeys()
    .filter((path) => path.startsWith(folder))
    .map((path) => path.slice(folder.length + 1)) ?? readdirSync(toUrl(folder))

/** Reads the version of the package. */
export const readVersion = (): string => JSON.parse(readPackageFile('package.json')).version
