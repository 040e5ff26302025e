import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { createFolder } from '../tools/folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder with only the packed package installed. */
    userFolder: string
    /** The packed package. */
    tarball: string
  }
}

/** Packs the package once for all tests, and installs the tarball in an empty folder. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = createFolder({ 'package.json': '{ "type": "module", "private": true }' })
  const run = (args: string[], cwd: string) => promisify(execFile)('npm', args, { cwd })
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const { stdout } = await run(['pack', '--json', '--pack-destination', folder.path], root)
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')))
  await run(['install', '--no-audit', '--no-fund', '--prefer-offline', folder.file(filename)], folder.path)
  provide('userFolder', folder.path)
  provide('tarball', folder.file(filename))
  return () => folder[Symbol.dispose]()
}
