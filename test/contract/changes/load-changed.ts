import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { parseDocument } from 'yaml'
import { generateFiles } from '../../../src/contract/generate/generate-files.ts'
import { root } from '../../../src/contract/generate/root.ts'

/** A change of openapi.yaml: where, and the new value. */
export type Change = readonly (readonly [path: string, value: unknown])[]

/** Makes openapi.yaml with a change. */
export function changeOpenApi(change: Change): string {
  const document = parseDocument(readFileSync(join(root, 'openapi.yaml'), 'utf8'))
  for (const [path, value] of change) {
    const steps = path.split(' ')
    if (value === undefined) document.deleteIn(steps)
    else document.setIn(steps, document.createNode(value))
  }
  return document.toString()
}

/** Generates all code from openapi.yaml with a change, by the paths of the files. */
export async function generateChanged(change: Change): Promise<Map<string, string>> {
  const files = await generateFiles((path) =>
    path === 'openapi.yaml' ? changeOpenApi(change) : readFileSync(join(root, path), 'utf8'),
  )
  return new Map(Object.entries(files).map(([path, code]) => [join(root, path), code]))
}

/** Loads the kit with the code that is generated from openapi.yaml with a change. */
export async function loadChanged(name: string, change: Change): Promise<typeof import('./kit.ts')> {
  const files = await generateChanged(change)
  const { outputFiles } = await build({
    entryPoints: [join(root, 'test/contract/changes/kit.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    plugins: [
      {
        name: 'changed',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\/generated\/[\w-]+\.ts$/ }, ({ path }) => {
            const contents = files.get(path)
            return contents === undefined ? undefined : { contents, loader: 'ts' }
          }),
      },
    ],
  })
  // Inside the repository, so that packages are found.
  const folder = join(root, 'node_modules/.cache/changed')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.js`)
  writeFileSync(file, outputFiles[0]?.text ?? '')
  return import(/* @vite-ignore */ pathToFileURL(file).href)
}
