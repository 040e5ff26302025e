import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
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
  test('brings at most 10 packages and 5 MB', async () => {
    const modules = join(userFolder, 'node_modules')
    const packages = (await readdir(modules)).filter((name) => !name.startsWith('.'))
    const files = await readdir(modules, { recursive: true, withFileTypes: true })
    const sizes = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => stat(join(file.parentPath, file.name))),
    )
    expect(packages.sort()).toEqual(['commander', 'fast-check', 'plant-store-kit', 'pure-rand', 'yaml'])
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(5_000_000)
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
      import { createRequire } from 'node:module'
      const require = createRequire(import.meta.url)
      console.log(typeof createPlantStore, typeof startServer, require.resolve('plant-store-kit/openapi.yaml').slice(-12), require('plant-store-kit/package.json').name)`
    const { stdout } = await run(node, ['--input-type=module', '-e', code], {
      cwd: userFolder,
      env: userEnvironment,
    })
    expect(stdout.trim()).toBe('function function openapi.yaml plant-store-kit')
  })

  test('what it exports is no more than that', async () => {
    const code = `import('plant-store-kit/dist/index.js').catch((error) => console.log(error.code))`
    const { stdout } = await run(process.execPath, ['-e', code], { cwd: userFolder })
    expect(stdout.trim()).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED')
  })

  test('the root entry imports nothing of Node', async () => {
    const { build } = await import('esbuild')
    const { metafile } = await build({
      stdin: { contents: `export * from 'plant-store-kit'`, resolveDir: userFolder },
      bundle: true,
      write: false,
      minify: true,
      metafile: true,
      platform: 'browser',
    })
    expect(Object.values(metafile.outputs)[0]?.imports).toEqual([])
  })
})
