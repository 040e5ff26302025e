import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { bundleCommand } from '../../src/package/build.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The bundled command line; it starts in a third of the time that its sources take. */
    bin: string
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Bundles the command line once for all tests, beside the files of the package that it reads. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'plant-store-command-'))
  for (const name of ['package.json', 'openapi.yaml', 'contracts', 'mocks', 'node_modules'])
    await symlink(join(root, name), join(folder, name))
  await bundleCommand(join(folder, 'dist'))
  provide('bin', join(folder, 'dist/plant-store.js'))
  return () => rm(folder, { recursive: true })
}
