import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { OpenApi } from './open-api.ts'
import { root } from './root.ts'

/** Resolves the references of a description of several files into one document. */
export async function bundleOpenApi(path: string): Promise<OpenApi> {
  const folder = await mkdtemp(join(tmpdir(), 'plant-store-'))
  try {
    const output = join(folder, 'bundled.json')
    const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js')
    await promisify(execFile)(process.execPath, [redocly, 'bundle', join(root, path), '--output', output], {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
    })
    return JSON.parse(await readFile(output, 'utf8'))
  } finally {
    await rm(folder, { recursive: true })
  }
}
