import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findCommand } from '../../docs/pages.ts'
import { runAsUser, toRequestCode, userFolder } from '../user.ts'
import { createFrontendProject, type FrontendProject, type Versions } from './frontend-project.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const types: string[] = []
const lib = ['es2023', 'dom', 'dom.iterable']
const compilerOptions = { strict: true, target: 'es2022', types, lib }

describe('without optional packages, libraries checked', () => {
  const forPages = ['', '/msw', '/matchers', '/client', '/arbitraries']
  const all = [...forPages, ...'/server /sqlite /redis /vitest /playwright /prism /verify /pact'.split(' ')]

  test.each([
    ['for pages, without the types of Node', 'nodenext', forPages, []],
    ['as node16', 'node16', all, ['node']],
    ['as nodenext', 'nodenext', all, ['node']],
    ['for a bundler', 'esnext', all, ['node']],
  ])('every entry compiles %s', async (title, module, entries, types) => {
    const folder = join(userFolder, `types ${title}`)
    await mkdir(folder)
    const code = [
      ...entries.map((entry, index) => `export * as entry${index} from 'plant-store-kit${entry}'`),
      `import { createMock } from 'plant-store-kit'`,
      '// @ts-expect-error a status is a number',
      `createMock().requests.count({ status: '200' })`,
    ]
    for (const name of ['module.mts', 'commonjs.cts']) await writeFile(join(folder, name), code.join('\n'))
    const config = {
      ...compilerOptions,
      noEmit: true,
      // The libraries of TypeScript itself are none of ours.
      skipDefaultLibCheck: true,
      module,
      types,
      typeRoots: [join(root, 'node_modules/@types')],
      ...(module === 'esnext' && { moduleResolution: 'bundler' }),
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: config }))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    expect(await runAsUser(`${process.execPath} ${tsc} -p '${folder}'`)).toEqual({ code: 0, output: '' })
  })
})

/** A program of a CommonJS package. */
const program = `
  import { setupServer } from 'msw/node'
  import { createHandlers } from 'plant-store-kit/msw'
  const server = setupServer(...createHandlers({ credentials: ['local-token'] }))
  server.listen()
  void fetch(${toRequestCode("'http://plants.example/plants'")})
    .then(async (response) => console.log(((await response.json()) as { name: string }).name))
`

/** A test of ts-jest, in the folder of the docs. */
const jestTest = `
  import { afterAll, beforeAll, expect, test } from '@jest/globals'
  import { setupServer } from 'msw/node'
  import { createHandlers } from 'plant-store-kit/msw'
  import './matchers'
  const handlers = createHandlers()
  const server = setupServer(...handlers)
  beforeAll(() => server.listen())
  afterAll(() => server.close())
  test('a plant is created', async () => {
    const response = await fetch(${toRequestCode("'http://plants.example/plants'")})
    await expect(response).toSatisfyContract()
    expect(handlers.mock).toHaveCreated('plants', { name: 'Fern' })
    // @ts-expect-error there is no such property
    expect(() => expect(handlers.mock).toHaveReceived({ opration: 'createPlant' })).toThrow('opration')
  })
`

/** Lets ts-jest keep ES modules. */
const esmConfiguration = `module.exports = {
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\\\.ts$': ['ts-jest', { useESM: true }] },
}`

const flag = 'NODE_OPTIONS=--experimental-vm-modules'
// Without checks of types, which a test of their own makes.
const forBundlers = { module: 'esnext', moduleResolution: 'bundler', isolatedModules: true }
const forNode = { module: 'node20', isolatedModules: true }

const versions = { 'ts-jest': '29.4.15', typescript: '5.9.3', '@types/node': '24.19.2' }

const projects: [name: string, versions: Versions, modules: string[], jests: [string, string, object][]][] = [
  [
    'msw 3 and Jest 30',
    { msw: '3.0.5', jest: '30.5.2', ...versions },
    ['nodenext'],
    [
      ["with Node's require", `${flag} npx jest --config '{"transform":{"\\\\.ts$":"ts-jest"}}'`, forNode],
      ['with ES modules', `${flag} npx jest --config esm.config.cjs`, forBundlers],
    ],
  ],
  [
    'msw 2 and Jest 29',
    { msw: '2.7.0', jest: '29.7.0', ...versions },
    ['node16', 'nodenext'],
    [
      ['that compiles the kit', 'npx jest --config transform.config.cjs', forNode],
      ['with ES modules', `${flag} npx jest --config esm.config.cjs`, forBundlers],
    ],
  ],
]

describe.each(projects)('a CommonJS package with %s', (_name, versions, modules, jests) => {
  let project: FrontendProject

  beforeAll(async () => {
    project = await createFrontendProject(versions)
    for (const folder of ['cjs', 'ts-jest']) project.write(`${folder}/package.json`, { type: 'commonjs' })
    project.write('cjs/handlers.ts', program)
    project.write('ts-jest/plants.test.ts', jestTest)
    project.write('ts-jest/esm.config.cjs', esmConfiguration)
  })
  afterAll(() => project[Symbol.asyncDispose]())

  const configure = (folder: string, more: object): void =>
    project.write(`${folder}/tsconfig.json`, {
      compilerOptions: { ...compilerOptions, skipLibCheck: true, ...more },
    })

  test.each(modules)('compiles and runs the handlers as %s', async (module) => {
    configure('cjs', { module })
    const compiled = await project.run('node_modules/.bin/tsc -p cjs && node cjs/handlers.js')
    expect(compiled).toEqual({ code: 0, output: 'Fern\n' })
  })

  test.each(jests)('passes a test of ts-jest %s', async (_title, command, more) => {
    configure('ts-jest', more)
    const { code, output } = await project.run(`cd ts-jest && ${command}`)
    expect(output).toMatch(/Tests: +1 passed, 1 total/)
    expect(code).toBe(0)
  })

  test('has the types of the matchers of Jest', async () => {
    configure('ts-jest', { ...forBundlers, noEmit: true })
    expect(await project.run('node_modules/.bin/tsc -p ts-jest')).toEqual({ code: 0, output: '' })
  })

  test('passes the test of the docs with Jest', async () => {
    const { code, output } = await project.run(`${findCommand('NODE_OPTIONS=')} jest/rooms.test.js`)
    expect(output).toMatch(/Tests: +1 passed, 1 total/)
    expect(code).toBe(0)
  })
})
