import { lstat, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { createFolder } from '../tools/folder.ts'
import { send, sendPlant } from '../tools/send.ts'
import { bin, machineNode, runAsUser, startAsUser, userFolder } from './user.ts'

const modules = join(userFolder, 'node_modules')
const kit = join(modules, 'plant-store-kit')
const nodes: [name: string, node: string][] = [
  ['the pinned Node', process.execPath],
  ["the machine's own Node", machineNode],
]

test('installs 3 packages with less than 8,200,000 bytes on disk', async () => {
  const packages = (await readdir(modules)).filter((name) => !name.startsWith('.'))
  const files = await readdir(modules, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(files.map((file) => lstat(join(file.parentPath, file.name))))
  expect(packages.sort()).toEqual(['fast-check', 'plant-store-kit', 'pure-rand'])
  // Counts like `du`: folders too, and in blocks of 512 bytes.
  expect(sizes.reduce((sum, { blocks }) => sum + blocks * 512, 0)).toBeLessThan(8_200_000)
})

test('contains the licenses of all packages in its bundles', async () => {
  const text = await readFile(join(kit, 'dist/THIRD-PARTY-LICENSES'), 'utf8')
  const [, ...licenses] = text.split(`\n${'-'.repeat(80)}\n\n`)
  for (const license of licenses) expect(license).toMatch(/^\S+ \d\S+\n\n[\s\S]*Copyright/)
  const ofSpawn = ['cross-spawn', 'isexe', 'path-key', 'shebang-command', 'shebang-regex', 'which']
  const ofAjv = ['ajv', 'ajv-formats', 'fast-deep-equal', 'fast-uri', 'json-schema-traverse']
  const ofContract = ['@scalar/helpers', '@scalar/openapi-upgrader', 'js-yaml', 'json-p3', 'rou3']
  const ofCommand = ['commander', 'fdir', 'httpxy', 'picomatch', 'tinyglobby', 'yaml', ...ofSpawn]
  const names = licenses.map((license) => license.split(' ')[0])
  expect(names.sort()).toEqual(
    ['@preact/signals', '@preact/signals-core', 'preact', ...ofAjv, ...ofContract, ...ofCommand].sort(),
  )
})

test('contains no fields that are for development alone', async () => {
  const fields = Object.keys(JSON.parse(await readFile(join(kit, 'package.json'), 'utf8')))
  const development = ['allowScripts', 'devDependencies', 'scarfSettings', 'scripts']
  expect(fields.filter((name) => development.includes(name))).toEqual([])
})

test.each([
  ['git.example/garden', '', 'Failed to publish: the url of "repository" is still an example; '],
  ['github.com/garden', 'v1.9.0', 'Failed to publish: the tag is v1.9.0, but the version is 2.0.0.'],
  ['github.com/garden', 'v2.0.0', ''],
  ['github.com/garden', '', ''],
])('the check before publishing of https://%s and the tag %j says: %s', async (place, tag, problem) => {
  using folder = createFolder({
    'src/package/publish.ts': await readFile(new URL('../../src/package/publish.ts', import.meta.url)),
    'package.json': JSON.stringify({
      type: 'module',
      version: '2.0.0',
      repository: { url: `git+https://${place}/kit.git` },
    }),
  })
  const env = { GITHUB_REF_TYPE: tag && 'tag', GITHUB_REF_NAME: tag }
  const { code, output } = await runAsUser(`${process.execPath} src/package/publish.ts check`, {
    cwd: folder.path,
    env,
  })
  expect([code, output.slice(0, problem.length || undefined)]).toEqual([problem === '' ? 0 : 1, problem])
})

test('leads from each declaration to its source, and contains no other sources', async () => {
  const folder = join(kit, 'dist')
  const files = await readdir(folder, { recursive: true })
  // The source of a generated file tells no more.
  const declarations = files.filter((file) => /(?<!\/generated\/[\w-]+)\.d\.ts$/.test(file))
  const sources = declarations.map(async (file) => {
    const [, map = ''] = (await readFile(join(folder, file), 'utf8')).split(';base64,')
    const [source = ''] = JSON.parse(Buffer.from(map, 'base64').toString()).sources
    return join(dirname(file), source)
  })
  const contained = files.filter((file) => /^src\/.*\.ts$/.test(file))
  expect([...new Set(await Promise.all(sources))].sort()).toEqual(contained.sort())
})

test.each(nodes)('starts, answers, and stops on %s', async (_name, node) => {
  await using started = await startAsUser(`${node} ${bin} start --port 0`)
  const created = await sendPlant(started.url, '{"id":9007199254740993,"name":"Fern"}')
  expect(created).toMatchObject({ status: 200, body: '{"name":"Fern"}' })
  const stored = await send(`${started.url}/__admin/records/plants/9007199254740993`)
  expect(stored.body).toBe('{"id":9007199254740993,"name":"Fern"}')
  started.kill('SIGTERM')
  expect((await started.ended).code).toBe(0)
})

test.each(nodes)('every export without a peer dependency can be imported on %s', async (_name, node) => {
  const code = `
    import { createMock } from "plant-store-kit"
    import { startServer } from "plant-store-kit/server"
    import { matchers } from "plant-store-kit/matchers"
    import { connectMock } from "plant-store-kit/client"
    import { arbitraryOf } from "plant-store-kit/arbitraries"
    import { sqliteStorage } from "plant-store-kit/sqlite"
    import { redisStore } from "plant-store-kit/redis"
    import { createRequire } from "node:module"
    const require = createRequire(import.meta.url)
    const functions = [createMock, startServer, connectMock, arbitraryOf, sqliteStorage, redisStore]
    console.log(functions.every((one) => typeof one === "function"), typeof matchers)
    console.log(require.resolve("plant-store-kit/openapi.yaml").slice(-12), require("plant-store-kit/package.json").name)`
  const output = 'true object\nopenapi.yaml plant-store-kit\n'
  expect(await runAsUser(`${node} --input-type=module -e '${code}'`)).toEqual({ code: 0, output })
})

test('the second opinion of the proxy says what to install if Prism is missing', async () => {
  expect(await runAsUser(`${bin} proxy http://127.0.0.1:1 --second-opinion`)).toEqual({
    code: 2,
    output:
      'Failed to start the proxy: Prism could not be loaded. Run npm install --save-dev @stoplight/prism-cli.\n',
  })
})

/** Imports an entry that fails, and returns the member of its error. */
const importFailing = async (entry: string, member: string): Promise<string> =>
  (
    await runAsUser(
      `${process.execPath} -e 'import("${entry}").catch((error) => console.log(error.${member}))'`,
    )
  ).output

test('the error about a missing msw names the required version', async () => {
  const { peerDependencies } = JSON.parse(await readFile(join(kit, 'package.json'), 'utf8'))
  const [, required] = /^\^(\S+)/.exec(peerDependencies.msw) ?? []
  const message = await importFailing('plant-store-kit/msw', 'message')
  expect(message).toMatch(/^Cannot find package 'msw' imported from /)
  expect(message).toContain(`/dist/requires-msw-${required}.js`)
})

test('it has no other exports', async () => {
  const code = await importFailing('plant-store-kit/dist/index.js', 'code')
  expect(code).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED\n')
})

/** Bundles an entry for a page like a front end, without MSW. */
async function bundle(entry: string, names = '*'): Promise<{ imports: string[]; code: string }> {
  const { metafile, outputFiles } = await build({
    stdin: { contents: `export ${names} from '${entry}'`, resolveDir: userFolder },
    bundle: true,
    write: false,
    minify: true,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    external: ['msw'],
  })
  const [output] = Object.values(metafile.outputs)
  return { imports: (output?.imports ?? []).map(({ path }) => path), code: outputFiles[0]?.text ?? '' }
}

test.each([
  ['plant-store-kit', []],
  ['plant-store-kit/msw', ['msw']],
  ['plant-store-kit/matchers', []],
  ['plant-store-kit/client', []],
])('%s imports %j alone and makes no code from text, so that a page can have it', async (entry, imports) => {
  const found = await bundle(entry)
  expect(found.imports).toEqual(imports)
  expect(found.code).not.toMatch(/\beval\s*\(|\bFunction\s*\(/)
})

test('plant-store-kit/mock imports nothing of Node, so that a page can have it', async () => {
  expect((await bundle('plant-store-kit/mock')).imports).toEqual([])
})

test.each([
  ['*', 69_500],
  ['{ createHandlers }', 69_000],
])('%s of the handlers has at most %i bytes, minified and compressed', async (names, limit) => {
  const { code } = await bundle('plant-store-kit/msw', names)
  expect(gzipSync(code).length).toBeLessThanOrEqual(limit)
})
