// Builds the page at /__admin/ into dist/inspector.
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const from = join(import.meta.dirname, 'src/inspector')
const to = join(import.meta.dirname, 'dist/inspector')

/** Bundles the page: one file of each kind. */
export async function buildInspector(): Promise<void> {
  mkdirSync(to, { recursive: true })
  for (const name of ['index.html', 'favicon.svg']) cpSync(`${from}/${name}`, `${to}/${name}`)
  await build({
    entryPoints: [
      { in: `${from}/main.tsx`, out: 'inspector' },
      { in: `${from}/inspector.css`, out: 'inspector' },
    ],
    outdir: to,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
  })
}
