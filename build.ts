// Builds dist/: few bundles of readable code, and the declarations that the entries of package.json need.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import ts from 'typescript'
import { buildInspector } from './build-inspector.ts'
import { bundleCommand, common } from './bundle-command.ts'

interface Package {
  exports: Record<string, string | { types: { require: string; default: string }; default: string }>
  peerDependencies: Record<string, string>
}

process.chdir(import.meta.dirname)
const { exports, peerDependencies }: Package = JSON.parse(readFileSync('package.json', 'utf8'))
const entries = Object.values(exports).filter((entry) => typeof entry !== 'string')
const toOutput = (file: string): string => relative('dist', file).replace(/\.js$/, '')
const toSource = (file: string): string => join(file).replace('dist/', 'src/').replace('.d.ts', '.ts')

const { options: compilerOptions } = ts.parseJsonConfigFileContent(
  ts.readConfigFile('tsconfig.build.json', ts.sys.readFile).config,
  ts.sys,
  '.',
)

/** Writes the declaration of a source, read by itself, which is fast; returns the declaration's path. */
function writeDeclaration(source: string): string {
  const { outputText, sourceMapText, diagnostics } = ts.transpileDeclaration(readFileSync(source, 'utf8'), {
    fileName: source,
    compilerOptions,
    reportDiagnostics: true,
  })
  const [problem] = diagnostics ?? []
  if (problem !== undefined)
    throw new Error(`${source}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`)
  const file = source.replace('src/', 'dist/').replace('.ts', '.d.ts')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, outputText)
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

/** Writes the same declaration for packages of CommonJS, which `module: node16` doesn't let import ES modules. */
function writeCommonJsDeclaration(file: string): void {
  const text = readFileSync(file, 'utf8').replaceAll(/((?:from |import\()'\.[^']+)\.ts'/g, "$1.cts'")
  writeFileSync(file.replace(/\.ts$/, '.cts'), text)
}

rmSync('dist', { recursive: true, force: true })
await build({
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
await buildInspector()
for (const file of writeDeclarations()) {
  guardOptionalTypes(file)
  writeCommonJsDeclaration(file)
}
