import { afterAll, beforeAll, expect, test } from 'vitest'
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
    bun: '1.4.5',
    deno: '2.9.6',
  })
})
beforeAll(() => {
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
