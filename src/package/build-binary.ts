// Makes a single executable of the command line and Node, after `npm run build`: node src/package/build-binary.ts [FILE]
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'
import { buildInspector, bundle, writeLicenses } from './build.ts'

const work = 'node_modules/.cache/binary'
const [main, blob] = [`${work}/main.cjs`, `${work}/main.blob`]
const binary = process.argv[2] ?? `dist/binary/plant-store${process.platform === 'win32' ? '.exe' : ''}`

/** Shows what a tool prints only if it fails: the injector warns of sections that Node has on purpose. */
const run = (file: string, ...args: string[]): unknown => execFileSync(file, args, { stdio: 'pipe' })

/** The client of Redis is JavaScript alone, so it is bundled; Pact and Prism are not. */
const bundleRedis: Plugin = {
  name: 'bundle-redis',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/]redis[\\/]connection\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/loadPeer<Module>\(.*?(require\('.*?'\))\)/, '$1'),
      loader: 'ts',
    }))
  },
}

await bundle({
  stdin: {
    contents: "import { main } from './src/cli/main.ts'; main(process.argv)",
    resolveDir: process.cwd(),
  },
  absWorkingDir: process.cwd(),
  outfile: main,
  bundle: true,
  minify: true,
  // Node 24 runs no ES modules in an executable.
  format: 'cjs',
  platform: 'node',
  target: 'node24',
  banner: { js: "const fileUrl = require('url').pathToFileURL(__filename).href" },
  define: { 'import.meta.url': 'fileUrl' },
  plugins: [bundleRedis],
})
// The page is built here, so that `writeLicenses` lists its packages, too.
await buildInspector()
const files = globSync(['package.json', 'mocks/{scenarios,seeds}/*.json', 'dist/inspector/*'])
const assets = Object.fromEntries(files.map((file) => [file.replaceAll('\\', '/'), file]))
const settings = { main, output: blob, assets, useCodeCache: true, disableExperimentalSEAWarning: true }
writeFileSync(`${work}/sea.json`, JSON.stringify(settings))
run(process.execPath, '--experimental-sea-config', `${work}/sea.json`)

mkdirSync(dirname(binary), { recursive: true })
writeLicenses(dirname(binary))
copyFileSync(process.execPath, binary)
chmodSync(binary, 0o755)
// macOS runs no file whose signature doesn't fit.
const sign = (...args: string[]): unknown => process.platform === 'darwin' && run('codesign', ...args, binary)
sign('--remove-signature')
const injector = fileURLToPath(import.meta.resolve('postject/dist/cli.js'))
const fuse = ['--sentinel-fuse', 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2']
const segment = ['--macho-segment-name', 'NODE_SEA']
run(process.execPath, injector, binary, 'NODE_SEA_BLOB', blob, ...fuse, ...segment)
sign('--sign', '-')
