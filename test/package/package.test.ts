import { execFile } from 'node:child_process'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, inject, test } from 'vitest'
import { startProcess } from './start-process.ts'
import { machineNode, userEnvironment } from './user-environment.ts'

const run = promisify(execFile)
const userFolder = inject('userFolder')
const bin = join(userFolder, 'node_modules/.bin/plant-store')

const nodes: [name: string, node: string][] = [
  ['the pinned Node', process.execPath],
  ["the machine's own Node", machineNode],
]

describe('the packed tarball', () => {
  test('installs 3 packages with less than 6,000,000 bytes on disk', async () => {
    const modules = join(userFolder, 'node_modules')
    const packages = (await readdir(modules)).filter((name) => !name.startsWith('.'))
    const files = await readdir(modules, { recursive: true, withFileTypes: true })
    const sizes = await Promise.all(files.map((file) => lstat(join(file.parentPath, file.name))))
    expect(packages.sort()).toEqual(['fast-check', 'plant-store-kit', 'pure-rand'])
    // Counts like `du`: folders too, and in blocks of 512 bytes.
    expect(sizes.reduce((sum, { blocks }) => sum + blocks * 512, 0)).toBeLessThan(6_000_000)
  })

  test('leads from each declaration to its source, and contains no other sources', async () => {
    const folder = join(userFolder, 'node_modules/plant-store-kit/dist')
    const files = await readdir(folder, { recursive: true })
    // Generated types are the same as their source.
    const declarations = files.filter((file) => /(?<!\/generated\/types)\.d\.ts$/.test(file))
    const sources = declarations.map(async (file) => {
      const [, map = ''] = (await readFile(join(folder, file), 'utf8')).split(';base64,')
      const [source = ''] = JSON.parse(Buffer.from(map, 'base64').toString()).sources
      return join(dirname(file), source)
    })
    const contained = files.filter((file) => /^src\/.*\.ts$/.test(file))
    expect([...new Set(await Promise.all(sources))].sort()).toEqual(contained.sort())
  })

  test.each(nodes)('starts and answers on %s', async (_name, node) => {
    await using started = await startProcess(node, [bin, 'start', '--port', '0'], { cwd: userFolder })
    const response = await fetch(`${started.url}/plants`, {
      method: 'POST',
      headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
      body: '{"id":9007199254740993,"name":"Fern"}',
    })
    expect([response.status, await response.text()]).toEqual([200, '{"name":"Fern"}'])
    const stored = await fetch(`${started.url}/__admin/plants/9007199254740993`)
    expect(await stored.text()).toBe('{"id":9007199254740993,"name":"Fern"}')
    expect(await started.stop('SIGTERM')).toBe(0)
  })

  test('starts by npx', async () => {
    await using started = await startProcess('npx', ['plant-store', 'start', '--port', '0'], {
      cwd: userFolder,
    })
    expect((await fetch(`${started.url}/plants`)).status).toBe(405)
  })

  test.each(nodes)('every export can be imported on %s', async (_name, node) => {
    const code = `
      import { createPlantStore } from 'plant-store-kit'
      import { startServer } from 'plant-store-kit/server'
      import { matchers } from 'plant-store-kit/matchers'
      import { connectPlantStore } from 'plant-store-kit/client'
      import { newPlant } from 'plant-store-kit/arbitraries'
      import { sqliteStorage } from 'plant-store-kit/sqlite'
      import { redisStore } from 'plant-store-kit/redis'
      import { createRequire } from 'node:module'
      const require = createRequire(import.meta.url)
      console.log(typeof createPlantStore, typeof startServer, typeof matchers, typeof connectPlantStore, typeof newPlant, typeof sqliteStorage, typeof redisStore, require.resolve('plant-store-kit/openapi.yaml').slice(-12), require('plant-store-kit/package.json').name)`
    const { stdout } = await run(node, ['--input-type=module', '-e', code], {
      cwd: userFolder,
      env: userEnvironment,
    })
    expect(stdout.trim()).toBe(
      'function function object function function function function openapi.yaml plant-store-kit',
    )
  })

  test('proxy says what to install if Prism is missing', async () => {
    const running = run(bin, ['proxy', 'http://127.0.0.1:1'], { cwd: userFolder, env: userEnvironment })
    await expect(running).rejects.toMatchObject({
      code: 2,
      stderr:
        'Failed to start the proxy: Prism could not be loaded. Run npm install --save-dev @stoplight/prism-cli.\n',
    })
  })

  test('the error about a missing msw names the required version', async () => {
    const { peerDependencies } = JSON.parse(
      await readFile(join(userFolder, 'node_modules/plant-store-kit/package.json'), 'utf8'),
    )
    const [, required] = /^\^(\S+)/.exec(peerDependencies.msw) ?? []
    const code = `import('plant-store-kit/msw').catch((error) => console.log(error.message))`
    const { stdout } = await run(process.execPath, ['-e', code], { cwd: userFolder })
    expect(stdout).toMatch(/^Cannot find package 'msw' imported from /)
    expect(stdout).toContain(`/dist/requires-msw-${required}.js`)
  })

  test('it has no other exports', async () => {
    const code = `import('plant-store-kit/dist/index.js').catch((error) => console.log(error.code))`
    const { stdout } = await run(process.execPath, ['-e', code], { cwd: userFolder })
    expect(stdout.trim()).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED')
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
  ])(
    '%s imports %j alone and makes no code from text, so that a page can have it',
    async (entry, imports) => {
      const found = await bundle(entry)
      expect(found.imports).toEqual(imports)
      expect(found.code).not.toMatch(/\beval\s*\(|\bFunction\s*\(/)
    },
  )

  test.each([
    ['*', 13_800],
    ['{ createHandlers }', 13_000],
  ])('%s of the handlers has at most %i bytes, minified and compressed', async (names, limit) => {
    const { code } = await bundle('plant-store-kit/msw', names)
    expect(gzipSync(code).length).toBeLessThanOrEqual(limit)
  })
})
