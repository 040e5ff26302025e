import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const toUrl = (path: string): URL => new URL(path, new URL('../../', import.meta.url))

export const toPackagePath = (path: string): string => fileURLToPath(toUrl(path))

/** Reads a file of the package, by its path in it. @throws {Error} if there is none */
export const readPackageFile = (path: string): string => readFileSync(toUrl(path), 'utf8')

export const listPackageFiles = (folder: string): string[] => readdirSync(toUrl(folder))

export const readPackageVersion = (): string => JSON.parse(readPackageFile('package.json')).version
