import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findCommand } from '../../docs/pages.ts'
import { startService } from '../../pact/services.ts'
import { bin, machineNode, runAsUser, userFolder } from '../user.ts'
import { createFrontendProject, type FrontendProject } from './frontend-project.ts'

let project: FrontendProject

beforeAll(async () => {
  const angular = ['common', 'compiler', 'core', 'platform-browser'].map((name) => [
    `@angular/${name}`,
    '21.2.26',
  ])
  project = await createFrontendProject({
    ...Object.fromEntries(angular),
    rxjs: '7.8.2',
    jsdom: '29.1.1',
    vitest: '5.1.1',
    msw: '3.0.5',
    vite: '8.3.8',
    typescript: '5.9.3',
    '@pact-foundation/pact': '17.1.4',
    bun: '1.4.5',
    deno: '2.9.6',
  })
  for (const [path, code] of Object.entries(files)) project.write(path, code)
})
afterAll(() => project[Symbol.asyncDispose]())

const client = `export const addPlant = (plant: object) =>
  fetch('http://plants.example/plants', {
    method: 'POST',
    headers: { Authorization: 'Bearer local-token', 'Content-Type': 'application/json' },
    body: JSON.stringify(plant),
  })
`

const angular = `// @vitest-${'environment'} jsdom
import '@angular/compiler'
import { HttpClient, provideHttpClient } from '@angular/common/http'
import { provideZonelessChangeDetection } from '@angular/core'
import { getTestBed, TestBed } from '@angular/core/testing'
import { BrowserTestingModule, platformBrowserTesting } from '@angular/platform-browser/testing'
import { createMockTest } from 'plant-store-kit/vitest'
import { firstValueFrom } from 'rxjs'
import { expect } from 'vitest'

getTestBed().initTestEnvironment(BrowserTestingModule, platformBrowserTesting())
const test = createMockTest({ credentials: ['local-token'] })

test('adds a plant', async ({ mock }) => {
  TestBed.configureTestingModule({ providers: [provideZonelessChangeDetection(), provideHttpClient()] })
  const headers = { Authorization: 'Bearer local-token' }
  const plant = { id: 1, name: 'Monstera' }
  const adding = TestBed.inject(HttpClient).post('http://plants.example/plants', plant, { headers })
  expect(await firstValueFrom(adding)).toEqual({ name: 'Monstera' })
  expect(mock).toHaveCreated('plants', plant)
})
`

const bun = `import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { createMock } from 'plant-store-kit'
import { matchers } from 'plant-store-kit/matchers'
import { addPlant } from '../src/add-plant.ts'

expect.extend(matchers)
const mock = createMock({ credentials: ['local-token'] })
beforeEach(() => spyOn(globalThis, 'fetch').mockImplementation(mock.fetch))
afterEach(() => mock.reset())

test('adds a plant', async () => {
  await addPlant({ id: 1, name: 'Monstera' })
  expect(mock).toHaveCreated('plants', { name: 'Monstera' })
})
`

const deno = `import assert from 'node:assert/strict'
import { createMock } from 'plant-store-kit'
import { addPlant } from '../src/add-plant.ts'

const mock = createMock({ credentials: ['local-token'] })
globalThis.fetch = mock.fetch

Deno.test('adds a plant', async () => {
  await addPlant({ id: 1, name: 'Monstera' })
  assert.equal(mock.requests.count({ body: { name: 'Monstera' }, status: 200 }), 1)
  await mock.reset()
})
`

/** Reading the body of such a request fails in jsdom. */
const upload = `// @vitest-${'environment'} jsdom
import { createMockTest } from 'plant-store-kit/vitest'
import { expect } from 'vitest'

const test = createMockTest()

test('rejects a form with a file', async () => {
  const body = new FormData()
  body.append('photo', new File(['x'], 'fern.png'))
  const headers = { Authorization: 'Bearer local-token' }
  const response = await fetch('http://plants.example/plants', { method: 'POST', headers, body })
  expect(response.status).toBe(415)
})
`

const files = {
  'src/add-plant.ts': client,
  'angular/plants.test.ts': angular,
  'bun/plants.test.ts': bun,
  'deno/plants_test.ts': deno,
  'upload.test.js': upload,
}

const stopServer = `const { startServer } = await import('plant-store-kit/server')
  const server = await startServer({ port: 0 })
  await fetch(server.url)
  await server.close()
  console.log('stopped')`

test.each([
  ['Angular', 'npx vitest run angular', /Tests .*1 passed/],
  ['jsdom', 'npx vitest run upload', /Tests .*1 passed/],
  ['Bun', 'npx bun test bun', /\b1 pass\n 0 fail/],
  ["Bun's own runtime, and stops the server,", `npx bun -e "${stopServer}"`, /^stopped$/m],
  ['Deno', 'npx deno test deno', /ok.* 1 passed/],
])('passes its test with %s', async (_tool, command, passed) => {
  const { code, output } = await project.run(command, { NO_COLOR: '1' })
  expect(output).toMatch(passed)
  expect(code).toBe(0)
})

describe('with Pact, the project', () => {
  const readDescriptions = async (name: string): Promise<string[]> => {
    const pact = JSON.parse(await readFile(project.file(`pacts/${name}`), 'utf8'))
    return pact.interactions.map(({ description }: { description: string }) => description)
  }

  test("runs the consumer's tests of the docs, and has its pact", async () => {
    const { code, output } = await project.run(findCommand('npx vitest run consumer'))
    expect(output).toMatch(/Tests .*3 passed/)
    expect(code).toBe(0)
    expect(await readDescriptions('shop-plant-store.json')).toEqual([
      'createPlant gets 200 for {"id":1,"name":"Monstera"}',
      'createPlant gets 400 for {"id":1}',
      'createPlant gets a 4xx with invalid credentials',
    ])
  })

  describe("verifies a provider with that pact, as the docs'", () => {
    const command = findCommand('plant-store verify-pacts http://127.0.0.1:4010 --token')
    const suite = 'npx vitest run provider'
    const verify = (how: string, url: string) =>
      project.run(how.replace(/http:\/\/127\.0\.0\.1:\d+/, url), { PLANT_STORE_URL: url })

    test.each([
      ['command', command],
      ['test', suite],
    ])('%s: the mock passes', async (_name, how) => {
      await using mock = await project.start('npx plant-store start --port 0 --token local-token')
      const { code, output } = await verify(how, mock.url)
      expect(output).toMatch(/3 interactions passed|1 passed/)
      expect(code, output).toBe(0)
    })

    test.each([
      ['command', command],
      ['test', suite],
    ])('%s: a service that responds with 201 fails', async (_name, how) => {
      await using started = await startService(({ status }) => (status === 200 ? { status: 201 } : {}))
      const { code, output } = await verify(how, started.url)
      expect(output).toMatch(/expected 200 but was 201/)
      expect(code, output).toBe(1)
    })
  })

  test('checks that pact against the description', async () => {
    const command = findCommand('plant-store check-pact')
    const { code, output } = await project.run(command)
    expect(output).toMatch(/3 interactions passed/)
    expect(code, output).toBe(0)
  })

  test('records a pact from the tests of the docs that use the handlers', async () => {
    const { code, output } = await project.run('npx vitest run recorded')
    expect(output).toMatch(/Tests .*1 passed/)
    expect(code).toBe(0)
    expect(await readDescriptions('front-end-rooms.json')).toEqual(['createRoom gets 201 for beds, name'])
  })

  test('has types for all of it', async () => {
    const options =
      '--strict --noEmit --skipLibCheck --allowImportingTsExtensions --module nodenext --lib es2022,dom'
    const files = 'consumer/add-plant.test.ts recorded/add-room.test.ts provider/pacts.test.ts'
    const { code, output } = await project.run(`npx tsc ${options} ${files}`)
    expect(code, output).toBe(0)
  })
})

/** Runs a program in a folder with the installed package, but without Pact. */
const runWithoutPact = (node: string, code: string) => runAsUser(`${node} --input-type=module -e '${code}'`)

const pact = join(userFolder, 'node_modules/plant-store-kit/contracts/shop-plant-store.json')
test('if its part of Pact is missing, verify-pacts says what to install', async () => {
  expect(await runAsUser(`${bin} verify-pacts http://127.0.0.1:1 --token x --pacts ${pact}`)).toEqual({
    code: 2,
    output:
      'Failed to verify the pacts: Pact could not be loaded. Run npm install --save-dev @pact-foundation/pact-core.\n',
  })
})

test('if Pact is missing, functions that need it say what to install, and the pacts of the kit can be imported', async () => {
  const code = `
    import { createRequire } from "node:module"
    import { createMock } from "plant-store-kit"
    import { recordPact } from "plant-store-kit/pact"
    const tell = (act) => { try { act() } catch ({ message }) { console.log(message) } }
    const mock = createMock()
    const headers = { authorization: "Bearer x", "content-type": "application/json" }
    await mock.handle({ method: "POST", path: "/plants", headers, body: "{\\"id\\":1,\\"name\\":\\"Fern\\"}" })
    tell(() => recordPact(mock, { consumer: "shop" }))
    const require = createRequire(import.meta.url)
    for (const name of ["shop", "importer"])
      console.log(require("plant-store-kit/contracts/" + name + "-plant-store.json").consumer.name)`
  const output = [
    'Failed to record the pact: Pact could not be loaded. Run npm install --save-dev @pact-foundation/pact-core.',
    'shop',
    'importer\n',
  ].join('\n')
  for (const node of [process.execPath, machineNode])
    expect(await runWithoutPact(node, code)).toEqual({ code: 0, output })
})
