// Bundles the command line, for the package and for the tests that run it.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'

const { dependencies, peerDependencies } = JSON.parse(
  readFileSync(new URL('./package.json', import.meta.url), 'utf8'),
)
const root = import.meta.dirname

/** Modules name files of the package relative to their own folder, but bundles are directly in dist/. */
const findPackageFiles: Plugin = {
  name: 'find-package-files',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
      const up = '../'.repeat(relative(root, path).split('/').length - 1)
      const contents = readFileSync(path, 'utf8').replaceAll(`new URL('${up}`, "new URL('../")
      return { contents, loader: 'ts' }
    })
  },
}

/** An import statement of node:http loads Node's own fetch too, which takes longer than the rest of a start; `require` doesn't. */
const requireHttp: Plugin = {
  name: 'require-http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:http$/ }, ({ kind, path }) =>
      kind === 'require-call' ? { path, external: true } : { path, namespace: 'required' },
    )
    onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require('${path}')`,
    }))
  },
}

/** What all bundles have in common. */
export const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  plugins: [findPackageFiles],
  external: Object.keys({ ...dependencies, ...peerDependencies }),
}

/** Bundles the command line into a folder that lies beside package.json and the other files that it reads. */
export async function bundleCommand(outdir: string): Promise<void> {
  await build({
    ...common,
    outdir,
    entryPoints: {
      'plant-store': 'src/cli/plant-store.ts',
      'verifier-process': 'src/pact/verifier/verifier-process.ts',
    },
    chunkNames: 'cli-[hash]',
    minifyWhitespace: true,
    platform: 'node',
    plugins: [findPackageFiles, requireHttp],
    // The parser of the command line is CommonJS.
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module'\nconst require = createRequireOfBundle(import.meta.url)",
    },
  })
}
