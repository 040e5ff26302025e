import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startChromium } from '../browser/chromium.ts'
import { findCommand } from '../docs/pages.ts'
import { listen } from '../listen.ts'
import { has } from '../optional-tools.ts'
import { createFrontendProject, type FrontendProject, type Versions } from './frontend-project.ts'
import { startProcess } from './start-process.ts'

const tarball = inject('tarball')
const root = new URL('../../', import.meta.url).pathname

const projects: [name: string, versions: Versions][] = [
  [
    'msw 3 and Vitest 5',
    {
      msw: '3.0.5',
      vitest: '5.1.1',
      vite: '8.3.8',
      jest: '30.5.2',
      typescript: '5.9.3',
      'openapi-fetch': '0.17.0',
    },
  ],
  [
    'the oldest msw 2 and Vitest 4 that go together',
    {
      msw: '2.4.9',
      vitest: '4.1.0',
      vite: '7.1.0',
      jest: '30.5.2',
      typescript: '5.9.3',
      'openapi-fetch': '0.17.0',
    },
  ],
]

const typeTests = `
import type { ApiError, NewPlant, Plant } from 'plant-store-kit/msw'
import { createHandlers } from 'plant-store-kit/msw'
import { createPlantStoreTest } from 'plant-store-kit/vitest'
import { expect } from 'vitest'
import { client } from './client.ts'

export const plant: NewPlant = { id: 9007199254740993n, name: 'Fern' }
export const answer: Plant = { name: 'Fern' }
export const refusal: ApiError = { error: 1, message: 'no' }
expect(plant).toBePlant()
expect(plant).not.toBeNewPlant()
export const fits: [Plant, NewPlant, ApiError] = [expect.toBePlant(), expect.toBeNewPlant(), expect.toBeApiError()]
expect({ plant }).toEqual({ plant: expect.toBePlant() })
// @ts-expect-error an Error stands in the place of a Plant
expect(answer).toEqual<Plant>(expect.toBeApiError())
// @ts-expect-error a matcher of a value has no parameter
expect(plant).toBePlant(1)
// @ts-expect-error there is no such member
expect(createHandlers().store).toHaveCreatedPlant({ nmae: 'Fern' })
// @ts-expect-error a name is a string
client.POST('/plants', { body: { id: 1, name: 5 } })
const { data, error } = await client.POST('/plants', { body: plant })
export const name: string | undefined = data?.name
export const message: string | undefined = error?.message
// @ts-expect-error there is no such option
createPlantStoreTest({ token: 'secret' })
createPlantStoreTest()('x', async ({ store, server }) => {
  server.use(...createHandlers(store))
})
`

describe.each(projects)('a project of its own with %s', (_name, versions) => {
  let project: FrontendProject

  beforeAll(async () => {
    project = await createFrontendProject(tarball, versions)
  })
  afterAll(async () => project[Symbol.asyncDispose]())

  test('runs the tests of the docs with Vitest', async () => {
    const { code, output } = await project.run('npx vitest run src')
    expect(output).toMatch(/Tests .*4 passed/)
    expect(code).toBe(0)
  })

  test('sees a test fail that sent what nothing handles, and by which request', async () => {
    await project.write(
      'failing/other.test.ts',
      `import { createPlantStoreTest } from 'plant-store-kit/vitest'
       const test = createPlantStoreTest()
       test('x', () => fetch('http://plants.example/other').then(() => {}, () => {}))`,
    )
    const { code, output } = await project.run('npx vitest run --root failing')
    expect(code).toBe(1)
    expect(output).toContain('The test sent requests that nothing handles:')
    expect(output).toContain('GET http://plants.example/other')
  })

  test('runs the tests that the kit has of its own matchers and fixture', async () => {
    const matchers = await readdir(join(root, 'test/matchers'))
    for (const name of [
      ...matchers.map((file) => `matchers/${file}`),
      'vitest/create-plant-store-test.test.ts',
      'msw/post-plant.ts',
    ]) {
      const text = await readFile(join(root, 'test', name), 'utf8')
      const published = text
        .replaceAll(/'[./]+\/src\/vitest\/vitest\.ts'/g, "'plant-store-kit/vitest'")
        .replaceAll(/'[./]+\/src\/index\.ts'/g, "'plant-store-kit'")
      await project.write(`kit/${name}`, published)
    }
    const { code, output } = await project.run('npx vitest run --root kit')
    expect(output).toMatch(/Test Files .*4 passed \(4\)/)
    expect(code).toBe(0)
  })

  test.each([
    ['did not wait for', `void fetch(url).catch(() => {})`, /Tests .*1 failed/],
    ['sent after its end', `setTimeout(() => fetch(url).catch(() => {}), 300)`, /Errors .*1 error/],
  ])('sees its run fail for an unhandled request that a test %s', async (title, code, outcome) => {
    await project.write(
      `late/${title.replaceAll(' ', '-')}.test.ts`,
      `import { test as base } from 'vitest'
       import { createPlantStoreTest } from 'plant-store-kit/vitest'
       const test = createPlantStoreTest()
       const url = 'http://plants.example/other'
       test('x', () => { ${code} })
       base('y', () => new Promise((resolve) => setTimeout(resolve, 700)))`,
    )
    const ended = await project.run(`npx vitest run --root late ${title.replaceAll(' ', '-')}`)
    expect(ended.output).toContain('GET http://plants.example/other')
    expect(ended.output).toMatch(outcome)
    expect(ended.code).toBe(1)
  })

  test('sends nothing from a file that uses the fixture of a shared module', async () => {
    const received: string[] = []
    await using service = await listen(({ url = '' }, response) => {
      received.push(url)
      response.end()
    })
    await project.write(
      'shared/shared.ts',
      `import { createPlantStoreTest } from 'plant-store-kit/vitest'
       export const test = createPlantStoreTest()`,
    )
    for (const name of ['a', 'b']) {
      await project.write(
        `shared/${name}.test.ts`,
        `import { test } from './shared.ts'
         test('x', async () => {
           await fetch('${service.url}/plants', { method: 'POST', headers: { authorization: 'Bearer secret' } })
           if ('${name}' === 'b') throw new Error('another reason')
         })`,
      )
    }
    const { output } = await project.run('npx vitest run --root shared --no-isolate --no-file-parallelism')
    expect(output).toContain(
      'Failed to start the plant store: createPlantStoreTest was not called in this file. Call it in each test file',
    )
    expect(output).not.toContain('another reason')
    expect(output).toMatch(/Tests .*1 failed.*1 passed/)
    expect(received).toEqual([])
  })

  test('runs the test of the docs with Jest', async () => {
    const command = findCommand('NODE_OPTIONS=')
    const { code, output } = await project.run(`${command} jest`)
    expect(output).toMatch(/Tests: +1 passed, 1 total/)
    expect(code).toBe(0)
  })

  test('has the types of everything', async () => {
    await project.write('src/types.ts', typeTests)
    expect(await project.run('node_modules/.bin/tsc')).toEqual({ code: 0, output: '' })
  })

  test('has stories whose handlers answer as they say', async () => {
    await project.write(
      'src/stories.ts',
      `import { setupServer } from 'msw/node'
       import * as stories from './plant-form.stories.ts'
       import { addPlant } from './add-plant.ts'
       const server = setupServer()
       server.listen()
       for (const name of ['Works', 'IsRefused', 'IsSlow'] as const) {
         server.resetHandlers(...stories[name].parameters.msw.handlers)
         const start = performance.now()
         const outcome = await addPlant({ id: 1, name: 'Fern' }).then(({ name }) => name, (error) => error.message)
         console.log(name, outcome, performance.now() - start > 1990)
       }`,
    )
    const { output } = await project.run('node src/stories.ts')
    expect(output).toBe('Works Fern false\nIsRefused the bearer token is not valid false\nIsSlow Fern true\n')
  })

  test.skipIf(!has('chromium'))('answers the page of the docs in Chromium, under Vite', async () => {
    const command = findCommand('npx msw init')
    expect(await project.run(command)).toMatchObject({ code: 0 })
    const vite = join(project.folder, 'node_modules/vite/bin/vite.js')
    await using site = await startProcess(process.execPath, [vite, '--port', '0', '--host', '127.0.0.1'], {
      cwd: project.folder,
      ready: /Local:\s+(http:\S+?)\/?$/,
    })
    await using browser = await startChromium()
    const page = await browser.newPage()
    const started = page.waitForEvent('console', (message) => message.text().includes('Mocking enabled'))
    await page.goto(site.url)
    await started
    // As text, since the compiler of the tests turns import() into something of its own.
    const outcome = await page.evaluate(`(async () => {
      const { addPlant } = await import('/src/add-plant.ts')
      const { handlers } = await import('/src/mocks/handlers.ts')
      const { name } = await addPlant({ id: 2, name: 'Fern' })
      return [name, (await handlers.store.plants.list()).map(({ id }) => id)]
    })()`)
    expect(outcome).toEqual(['Fern', [1, 2]])
  })
})

test('the handlers run on msw 2.2.0', async () => {
  await using project = await createFrontendProject(tarball, { msw: '2.2.0' })
  await project.write(
    'src/oldest.ts',
    `import { setupServer } from 'msw/node'
     import { createHandlers } from 'plant-store-kit/msw'
     import { addPlant } from './add-plant.ts'
     const server = setupServer()
     server.listen()
     await server.boundary(async () => {
       const handlers = createHandlers()
       server.use(...handlers)
       console.log((await addPlant({ id: 1, name: 'Fern' })).name, await handlers.store.plants.count())
     })()`,
  )
  expect((await project.run('node src/oldest.ts')).output).toBe('Fern 1\n')
})

test('openapi-msw takes the paths', async () => {
  await using project = await createFrontendProject(tarball, {
    msw: '2.15.0',
    'openapi-msw': '2.0.0',
    typescript: '5.9.3',
    vite: '8.3.8',
    vitest: '5.1.1',
    'openapi-fetch': '0.17.0',
  })
  await project.write(
    'src/openapi-msw.ts',
    `import { createOpenApiHttp } from 'openapi-msw'
     import type { paths } from 'plant-store-kit/msw'
     const http = createOpenApiHttp<paths>({ baseUrl: 'http://plants.example' })
     export const handler = http.post('/plants', ({ response }) => response(200).json({ name: 'Fern' }))
     // @ts-expect-error a Plant has a name
     export const wrong = http.post('/plants', ({ response }) => response(200).json({ tag: 'fern' }))`,
  )
  expect(await project.run('node_modules/.bin/tsc')).toEqual({ code: 0, output: '' })
})
