import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { installHangLimit } from '../tools/hang-limit.ts'
import { userEnvironment } from './user-environment.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder with only the packed package installed. */
    userFolder: string
    /** The packed package. */
    tarball: string
  }
}

const run = promisify(execFile)
const root = new URL('../../', import.meta.url).pathname

/** Packs the package once for all tests, and installs the tarball in an empty folder. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'plant-store-user-'))
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root })
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')))
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', join(folder, filename)]
  await run('npm', install, { cwd: folder, env: userEnvironment, timeout: installHangLimit })
  provide('userFolder', folder)
  provide('tarball', join(folder, filename))
  return () => rm(folder, { recursive: true })
}
