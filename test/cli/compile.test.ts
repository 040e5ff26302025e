import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { stringifyExactJson } from '../../src/index.ts'
import { createMock, toContract } from '../../src/mock/mock.ts'
import { bookings } from '../mock/bookings.ts'
import { createFolder, type Folder } from '../tools/folder.ts'
import { runHere } from './run-here.ts'

const alias = {
  'plant-store-kit/compiled': fileURLToPath(new URL('../../src/contract/compiled.ts', import.meta.url)),
}

/** Compiles a description in a folder, and imports the module as a project does that bundles it. */
async function compile(folder: Folder, ...args: string[]) {
  const out = folder.file('contract.js')
  const ended = await runHere(['compile', '--out', out, ...args])
  const { outputFiles, metafile } = await build({
    entryPoints: [out],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    alias,
    write: false,
    metafile: true,
  })
  writeFileSync(folder.file('bundle.mjs'), outputFiles[0]?.contents ?? '')
  const { contract } = await import(folder.file('bundle.mjs'))
  return { ended, contract, files: Object.keys(metafile.inputs), code: outputFiles[0]?.text ?? '' }
}

const rooms = {
  ...bookings,
  components: {
    ...bookings.components,
    schemas: { ...bookings.components.schemas, Code: { type: 'string', pattern: '\\Aa' } },
  },
}

test('a mock of the module responds like one of the description, without ajv', async () => {
  await using folder = createFolder({ 'rooms.json': JSON.stringify(rooms) })
  const { ended, contract, files, code } = await compile(folder, '--openapi', folder.file('rooms.json'))
  expect(ended).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/contract\.js with 13 operations, \d+ kB\n$/),
  })
  expect(ended.stderr).toMatch(/rooms\.json:\d+:\d+: .*isn't a regular expression.*\n$/)
  expect(files.filter((file) => /ajv(?!-formats|\/dist\/runtime)|upgrader/.test(file))).toEqual([])
  expect(code).not.toMatch(/\beval\(|new Function/)

  const seed = { rooms: [{ id: 9007199254740993n, name: 'Blue', kind: 'single' }] }
  const mocks = [toContract(rooms), contract].map((one) =>
    createMock({ contract: one, seed, now: () => new Date(0) }),
  )
  const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }
  const send = (method: string, path: string, body?: unknown) =>
    Promise.all(
      mocks.map(async (mock) => {
        const request = {
          method,
          path,
          headers,
          ...(body !== undefined && { body: stringifyExactJson(body) }),
        }
        const { status, body: text } = await mock.handle(request)
        return { status, text }
      }),
    )
  const room = { name: 'Red', kind: 'double', beds: 2 }
  for (const [method, path, body] of [
    ['GET', '/rooms/9007199254740993'],
    ['GET', '/rooms?limit=0'],
    ['GET', '/rooms?kind=triple'],
    ['POST', '/rooms', room],
    ['POST', '/rooms', { ...room, kind: 'triple' }],
    ['POST', '/rooms', { ...room, beds: 1.5, owner: 5 }],
    ['POST', '/rooms', []],
    ['GET', '/report'],
    ['POST', '/rooms/9007199254740993/close'],
  ] as const) {
    const [own, compiled] = await send(method, path, body)
    expect(compiled, `${method} ${path}`).toEqual(own)
  }
})

test('a configuration and overlays change the description, and TypeScript is a module, too', async () => {
  await using folder = createFolder({
    'mock.yaml': 'openapi: rooms.json\nresources:\n  rooms:\n    keyFrom: client\n',
    'rooms.json': JSON.stringify(bookings),
    'overlay.json': JSON.stringify({
      overlay: '1.0.0',
      info: { title: 'one', version: '1' },
      actions: [{ target: '$.info', update: { title: 'Hotel', 'x-exact': 1 } }],
    }),
  })
  const out = folder.file('contract.ts')
  const args = ['--config', folder.file('mock.yaml'), '--overlay', folder.file('overlay.json')]
  expect(await runHere(['compile', '--out', out, ...args])).toMatchObject({ code: 0, stderr: '' })
  const { contract } = await compile(folder, ...args)
  expect(contract.title).toBe('Hotel')
  expect(contract.resources).toContainEqual(
    expect.objectContaining({ key: expect.objectContaining({ from: 'client' }), name: 'rooms' }),
  )
})
