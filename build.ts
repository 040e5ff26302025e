// Builds dist/: few bundles of readable code, and the declarations that the entries of package.json need.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'

interface Package {
  bin: { 'plant-store': string }
  exports: Record<string, string | { types: { require: string; default: string }; default: string }>
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
}

process.chdir(import.meta.dirname)
const { bin, exports, dependencies, peerDependencies }: Package = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
const entries = Object.values(exports).filter((entry) => typeof entry !== 'string')
const toOutput = (file: string): string => relative('dist', file).replace(/\.js$/, '')

/** Modules name files of the package relative to their own folder, but bundles are directly in dist/. */
const findPackageFiles: Plugin = {
  name: 'find-package-files',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
      const up = '../'.repeat(relative('.', path).split('/').length - 1)
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

const common: BuildOptions = {
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  plugins: [findPackageFiles],
}

/** Finds the declarations that an entry leads to, and deletes the others. */
function keepUsedDeclarations(): Set<string> {
  const used = new Set<string>()
  const waiting = entries.map(({ types }) => join(types.default))
  for (const file of waiting) {
    if (used.has(file)) continue
    used.add(file)
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:from |import\()'(\.[^']+)\.[jt]s'/g,
    ))
      waiting.push(join(dirname(file), `${target}.d.ts`))
  }
  for (const file of globSync('dist/**/*.d.ts')) {
    if (!used.has(file)) for (const unused of [file, `${file}.map`]) rmSync(unused)
  }
  return used
}

/** Lets a declaration compile without the optional packages that it names: their types become `any`. */
function guardOptionalTypes(file: string): void {
  const lines = readFileSync(file, 'utf8').split('\n')
  const map = JSON.parse(readFileSync(`${file}.map`, 'utf8'))
  const mappings: string[] = map.mappings.split(';')
  for (let line = lines.length - 1; line >= 0; line--) {
    if (!Object.keys(peerDependencies).some((name) => lines[line]?.includes(`'${name}'`))) continue
    lines.splice(line, 0, '// @ts-ignore The package is optional.')
    mappings.splice(line, 0, '')
  }
  writeFileSync(file, lines.join('\n'))
  writeFileSync(`${file}.map`, JSON.stringify({ ...map, mappings: mappings.join(';') }))
}

/** Writes the same declaration for packages of CommonJS, which `module: node16` doesn't let import ES modules. */
function writeCommonJsDeclaration(file: string): void {
  const text = readFileSync(file, 'utf8').replaceAll(/((?:from |import\()'\.[^']+)\.ts'/g, "$1.cts'")
  writeFileSync(file.replace(/\.ts$/, '.cts'), text)
}

rmSync('dist', { recursive: true, force: true })
await build({
  ...common,
  entryPoints: Object.fromEntries(
    entries.map((entry) => [
      toOutput(entry.default),
      entry.types.default.replace('dist/', 'src/').replace('.d.ts', '.ts'),
    ]),
  ),
  chunkNames: 'chunk-[hash]',
  platform: 'neutral',
  external: ['node:*', ...Object.keys({ ...dependencies, ...peerDependencies })],
})
await build({
  ...common,
  entryPoints: {
    [toOutput(bin['plant-store'])]: 'src/cli/plant-store.ts',
    'verifier-process': 'src/pact/verifier/verifier-process.ts',
  },
  chunkNames: 'cli-[hash]',
  platform: 'node',
  plugins: [findPackageFiles, requireHttp],
  external: Object.keys({ ...dependencies, ...peerDependencies }),
  // The parser of the command line is CommonJS.
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module'\nconst require = createRequireOfBundle(import.meta.url)",
  },
})
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
for (const file of keepUsedDeclarations()) {
  guardOptionalTypes(file)
  writeCommonJsDeclaration(file)
}
