// Builds dist/: few bundles, the page, and the declarations that the entries of package.json need.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
// The paths of package.json and of imports have slashes on Windows, too.
import { dirname, join, relative } from 'node:path/posix'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import ts from 'typescript'
import { readControlApi } from '../contract/generate/read-control-api.ts'

interface Package {
  exports: Record<string, string | { types: { require: string; default: string }; default: string }>
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
}

const root = join(import.meta.dirname, '../..')
process.chdir(root)
const { exports, dependencies, peerDependencies }: Package = JSON.parse(readFileSync('package.json', 'utf8'))
const entries = Object.values(exports).filter((entry) => typeof entry !== 'string')
const toOutput = (file: string): string => relative('dist', file).replace(/\.js$/, '')
const toSource = (file: string): string => join(file).replace('dist/', 'src/').replace('.d.ts', '.ts')

const { options: compilerOptions } = ts.parseJsonConfigFileContent(
  ts.readConfigFile('tsconfig.build.json', ts.sys.readFile).config,
  ts.sys,
  '.',
)

const sources = /[\\/]src[\\/].*\.ts$/
const verifierProcess = 'src/pact/provider/verifier-process.ts'

/** Whether a file is generated, whose source tells a reader no more than its declaration. */
const isGenerated = (file: string): boolean => /\/generated\/[\w-]+\.(?:d\.)?ts$/.test(file)

/** Writes the declaration of a source, read by itself, which is fast; returns the declaration's path. */
function writeDeclaration(source: string): string {
  const { outputText, sourceMapText, diagnostics } = ts.transpileDeclaration(readFileSync(source, 'utf8'), {
    fileName: source,
    compilerOptions: { ...compilerOptions, declarationMap: !isGenerated(source) },
    reportDiagnostics: true,
  })
  const [problem] = diagnostics ?? []
  if (problem !== undefined)
    throw new Error(`${source}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`)
  const file = source.replace('src/', 'dist/').replace('.ts', '.d.ts')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, outputText)
  if (isGenerated(source)) return file
  // The map leads to a copy of the source, so that the package needs no other sources.
  writeFileSync(`${file}.map`, sourceMapText?.replace('"../', '"') ?? '')
  cpSync(source, join('dist', source))
  return file
}

/** Writes the declarations of the entries and of what they import; returns their paths. */
function writeDeclarations(): string[] {
  const sources = new Set(entries.map(({ types }) => toSource(types.default)))
  const files: string[] = []
  for (const source of sources) {
    const file = writeDeclaration(source)
    files.push(file)
    for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:from |import\()'(\.[^']+)\.[jt]s'/g,
    ))
      sources.add(toSource(join(dirname(file), `${imported}.d.ts`)))
  }
  return files
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

/** Puts the map of a declaration into it, because each small file takes a block of the disk. */
function inlineMap(file: string): void {
  const map = readFileSync(`${file}.map`, 'base64')
  const text = readFileSync(file, 'utf8').replace(
    /(?<=sourceMappingURL=).+/,
    `data:application/json;base64,${map}`,
  )
  writeFileSync(file, text)
  rmSync(`${file}.map`)
}

/** Writes the same declaration for packages of CommonJS, which `module: node16` doesn't let import ES modules. It has no map, for the size. */
function writeCommonJsDeclaration(file: string): void {
  const text = readFileSync(file, 'utf8')
    .replaceAll(/((?:from |import\()'\.[^']+)\.ts'/g, "$1.cts'")
    .replace(/\/\/# sourceMappingURL=.+/, '')
  writeFileSync(file.replace(/\.ts$/, '.cts'), text)
}

/** Modules name files of the package relative to their own folder, but bundles are directly in dist/. */
const findPackageFiles = (file: string): string => {
  const up = '../'.repeat(file.slice(root.length + 1).split(/[\\/]/).length - 1)
  return readFileSync(file, 'utf8').replaceAll(`new URL('${up}`, "new URL('../")
}

const rewriteSources: Plugin = {
  name: 'rewrite-sources',
  setup({ onLoad }) {
    onLoad({ filter: sources }, ({ path }) => ({ contents: findPackageFiles(path), loader: 'ts' }))
  },
}

/**
 * Rewrites the sources of the command line, and puts all that a start loads into one file: reading fifty takes a fifth of
 * its time. esbuild parts files by who needs them, so whatever is loaded later imports the start; nothing of it remains.
 */
const keepStartTogether: Plugin = {
  name: 'keep-start-together',
  setup({ onResolve, onLoad }) {
    const start = join(root, 'src/cli/mock/start.ts')
    const late = new Set([join(root, verifierProcess)])
    onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      if (kind === 'dynamic-import') late.add(join(resolveDir, path))
      return undefined
    })
    onLoad({ filter: sources }, ({ path }) => {
      const imports = late.has(path) && path !== start ? `import '${start}'\n` : ''
      return { contents: imports + findPackageFiles(path), loader: 'ts' }
    })
  },
}

/**
 * Makes Node's own modules load as late as possible. An import statement of node:http loads Node's own fetch too, which
 * takes longer than the rest of a start; `require` doesn't. The parser of the command line loads node:child_process to
 * run commands that are programs, which the kit doesn't have.
 */
const loadLittleOfNode: Plugin = {
  name: 'load-little-of-node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:http$/ }, ({ kind, path }) =>
      kind === 'require-call' ? { path, external: true } : { path, namespace: 'required' },
    )
    onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require('${path}')`,
    }))
    onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      importer.includes('commander') ? { path, namespace: 'unused' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: '' }))
  },
}

/** What all bundles have in common. */
const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  // Half the size, and lines short enough for the stack traces and code frames of tests.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 120,
  format: 'esm',
  target: 'es2022',
  plugins: [rewriteSources],
  external: Object.keys({ ...dependencies, ...peerDependencies }),
}

/** The folders of the packages whose code is in a bundle. */
const bundled = new Set<string>()

/** Makes bundles, and notes whose code they contain. */
async function bundle(options: BuildOptions): Promise<void> {
  const { metafile } = await build({ ...options, metafile: true })
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs))
  for (const [file, { bytesInOutput }] of files) {
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []
    if (folder !== undefined && bytesInOutput > 0) bundled.add(folder)
  }
}

/** Writes the licenses of the packages in the bundles of a folder, which want to be in every copy. */
function writeLicenses(outdir: string): void {
  const texts = [...bundled].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
    const file = readdirSync(folder).find((one) => /^(?:licen[cs]e|copying)/i.test(one))
    // Some packages only name it.
    const text = file === undefined ? `License: ${license}` : readFileSync(`${folder}/${file}`, 'utf8')
    return `${name} ${version}\n\n${text.trim()}\n`
  })
  const head = 'The bundles in this folder contain code of these packages.\n'
  writeFileSync(`${outdir}/THIRD-PARTY-LICENSES`, [head, ...texts].join(`\n${'-'.repeat(80)}\n\n`))
}

/** Bundles the command line into a folder that lies beside package.json and the other files that it reads. */
export async function bundleCommand(outdir: string): Promise<void> {
  await bundle({
    ...common,
    outdir,
    entryPoints: {
      'plant-store': 'src/cli/plant-store.ts',
      'verifier-process': verifierProcess,
    },
    chunkNames: 'cli-[hash]',
    minify: true,
    platform: 'node',
    plugins: [keepStartTogether, loadLittleOfNode],
    logOverride: { 'ignored-bare-import': 'silent' },
    // The parser of the command line is CommonJS.
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module'\nconst require = createRequireOfBundle(import.meta.url)",
    },
  })
}

/** Bundles the page: one file of each kind. */
export async function buildPage(): Promise<void> {
  mkdirSync('dist/page', { recursive: true })
  for (const name of ['index.html', 'favicon.svg']) cpSync(`src/adapters/page/${name}`, `dist/page/${name}`)
  await bundle({
    absWorkingDir: root,
    entryPoints: [
      { in: 'src/adapters/page/main.tsx', out: 'page' },
      { in: 'src/adapters/page/page.css', out: 'page' },
    ],
    outdir: 'dist/page',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
  })
}

/** Writes the description of the control API as one document of JSON. */
export function buildControlApi(): void {
  mkdirSync('dist', { recursive: true })
  const api = readControlApi((path) => readFileSync(path, 'utf8'))
  writeFileSync('dist/control-api.json', JSON.stringify(api))
}

if (import.meta.main) {
  rmSync('dist', { recursive: true, force: true })
  await bundle({
    ...common,
    outdir: 'dist',
    entryPoints: Object.fromEntries(
      entries.map((entry) => [toOutput(entry.default), toSource(entry.types.default)]),
    ),
    chunkNames: 'chunk-[hash]',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    alias: { fs: 'node:fs', module: 'node:module', path: 'node:path', url: 'node:url' },
    external: ['node:*', ...(common.external ?? [])],
  })
  await bundleCommand('dist')
  await buildPage()
  buildControlApi()
  writeLicenses('dist')
  for (const file of writeDeclarations()) {
    if (!isGenerated(file)) {
      guardOptionalTypes(file)
      inlineMap(file)
    }
    writeCommonJsDeclaration(file)
  }
}
