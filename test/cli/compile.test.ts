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
async function compile(folder: Folder, name: string, ...args: string[]) {
  const out = folder.file(name)
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
  const { ended, contract, files, code } = await compile(
    folder,
    'contract.js',
    '--openapi',
    folder.file('rooms.json'),
  )
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
    const request = { method, path, headers, ...(body && { body: stringifyExactJson(body) }) }
    const [own, compiled] = await Promise.all(mocks.map((mock) => mock.handle(request)))
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
  const args = ['--config', folder.file('mock.yaml'), '--overlay', folder.file('overlay.json')]
  const { ended, contract } = await compile(folder, 'contract.ts', ...args)
  expect([ended.code, ended.stderr, contract.title]).toEqual([0, '', 'Hotel'])
  expect(contract.resources).toContainEqual(
    expect.objectContaining({ key: expect.objectContaining({ from: 'client' }), name: 'rooms' }),
  )
})
