import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChromium } from '../../browser/chromium.ts'
import { findCommand, readPage, snippets } from '../../docs/pages.ts'
import { bookings } from '../../mock/bookings.ts'
import { createFolder } from '../../tools/folder.ts'
import { type Listening, listen } from '../../tools/listen.ts'
import { chromiumPath, has } from '../../tools/optional-tools.ts'
import { browserCase, cases, configuration, hotelPage } from './frontend-cases.ts'
import { createFrontendProject, type FrontendProject, type Versions } from './frontend-project.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const ofBoth = { typescript: '5.9.3', 'openapi-fetch': '0.17.0', 'happy-dom': '21.0.4' }
/** The packages of one version of Vitest, and of one of Playwright. */
const toVersions = (vitest: string, playwright: string): Versions => ({
  ...ofBoth,
  vitest,
  '@vitest/browser-playwright': vitest,
  playwright,
  '@playwright/test': playwright,
})
const projects: [name: string, versions: Versions][] = [
  ['msw 3 and Vitest 5', { msw: '3.0.5', vite: '8.3.8', ...toVersions('5.1.1', '1.65.1') }],
  [
    'the oldest msw 2 and Vitest 4 that go together',
    { msw: '2.7.0', vite: '7.1.0', ...toVersions('4.1.0', '1.50.0') },
  ],
]

const isMsw2 = ({ msw = '' }: Versions): boolean => msw.startsWith('2.')

const typeTests = `
import { type HttpHandler, http } from 'msw'
import type { ApiError, NewPlant, Plant } from 'plant-store-kit/msw'
import { createHandlers } from 'plant-store-kit/msw'
import { createMockTest } from 'plant-store-kit/vitest'
import { connectMock } from 'plant-store-kit/client'
import { test as base, expect } from 'vitest'
import { client } from './client.ts'

export const plant: NewPlant = { id: 9007199254740993n, name: 'Fern' }
export const received: Plant = { name: 'Fern' }
export const rejection: ApiError = { error: 1, message: 'no' }
expect(plant).toMatchSchema('Plant')
expect(rejection).not.toMatchSchema('Plant')
expect({ received }).toEqual({ received: expect.toMatchSchema('Plant') })
// @ts-expect-error the name of a schema is a string
expect(plant).toMatchSchema(1)
// @ts-expect-error there is no such property
expect(createHandlers().mock).toHaveReceived({ opration: 'createPlant' })
// @ts-expect-error a name is a string
client.POST('/plants', { body: { id: 1, name: 5 } })
const { data, error } = await client.POST('/plants', { body: plant })
export const name: string | undefined = data?.name
export const message: string | undefined = error?.message
// @ts-expect-error there is no such option
createMockTest({ token: 'secret' })
createMockTest()('x', async ({ mock, server }) => {
  server.use(...createHandlers(mock))
})
export const handlers: HttpHandler[] = createHandlers().concat(http.get('/x', () => undefined), [])
const own = base.extend('shelf', 'by the window')
const test = createMockTest({}, { test: own }).override({ mockOptions: { credentials: ['secret'] } })
test('x', ({ mock, shelf }) => expect(mock.contract.title).not.toBe(shelf.toUpperCase()))
// @ts-expect-error there is no such option
test.override({ mockOptions: { token: 'secret' } })
const remote: Promise<void> = expect(connectMock('http://mock.example')).not.toHaveReceived({ status: 401 })
export const nothing: [Promise<void>, void] = [remote, expect(createHandlers().mock).toHaveReceived()]
`

const tutorial = readPage('docs/tutorial.md')
/** The code of the client that the tutorial breaks, and what it replaces it with. */
const [, ...mistakeOfTutorial] = /Replace `(.+?)` with `(.+?)`/.exec(tutorial) as unknown as [
  string,
  string,
  string,
]

const emptyTest = `
import { createMockTest } from 'plant-store-kit/vitest'
createMockTest()('x', () => {})
`

/** Lets a test of the kit import the package instead of the sources. */
const publish = (code: string): string =>
  code
    .replaceAll(/'[./]+\/src\/(?:adapters\/)?(vitest|playwright|mock)\/\w+\.ts'/g, "'plant-store-kit/$1'")
    .replaceAll(/'[./]+\/src\/index\.ts'/g, "'plant-store-kit'")

/** The result of a file in the JSON report of Vitest. */
interface FileResult {
  name: string
  assertionResults: { title: string; status: string; failureMessages: string[] }[]
}

describe.each(projects)('a project of its own with %s', (_name, versions) => {
  let project: FrontendProject
  let service: Listening
  const received: string[] = []
  let output: string
  let results: FileResult[]

  /** Returns the title and the outcome of each test of a file: the message of its error, or its status. */
  const outcomesOf = (file: string): [title: string, outcome: string][] =>
    (results.find(({ name }) => name.endsWith(`/${file}`))?.assertionResults ?? []).map(
      ({ title, status, failureMessages }) => [
        title,
        failureMessages[0]?.replace(/\n +at .*/s, '') ?? status,
      ],
    )

  function writeCases(): void {
    for (const [path, code] of Object.entries({ ...cases, ...configuration }))
      project.write(path, code.replaceAll('SERVICE', service.url))
    for (const name of ['rooms.ts', 'add-room.test.ts']) {
      const code = snippets.find(({ file }) => file === `src/${name}`)?.code ?? ''
      project.write(`failing/tutorial/${name}`, code.replace(...mistakeOfTutorial))
    }
    const own = readdirSync(join(root, 'test/matchers'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ts|txt)$/.test(file))
      .map((file) => `matchers/${file}`)
    const others = [
      'vitest/create-mock-test.test.ts',
      'playwright/mock.spec.ts',
      'tools/send.ts',
      'tools/matches-schema.ts',
    ]
    for (const name of [...own, ...others])
      project.write(`kit/${name}`, publish(readFileSync(join(root, 'test', name), 'utf8')))
    project.write('kit/mock/bookings.ts', `export const bookings = ${JSON.stringify(bookings)}`)
  }

  beforeAll(async () => {
    project = await createFrontendProject(versions)
    const description = readFileSync(project.file('rooms.yaml'), 'utf8')
    project.write('src/api.ts', astToString(await openapiTS(description)))
    service = await listen(({ url = '' }, response) => {
      received.push(url)
      response.end()
    })
    writeCases()
    await project.run(findCommand('plant-store compile'))
    const reporters = '--reporter=default --reporter=json --outputFile=results.json'
    ;({ output } = await project.run(`npx vitest run ${reporters}`))
    results = JSON.parse(readFileSync(project.file('results.json'), 'utf8')).testResults
  })
  afterAll(async () => {
    await service[Symbol.asyncDispose]()
    await project[Symbol.asyncDispose]()
  })

  test.each([
    ['of the docs', 'src/rooms.test.ts'],
    ['of the docs about types of an API of its own', 'src/typed.test.ts'],
    ['of the README', 'src/blue.test.ts'],
    ['of the tutorial', 'src/add-room.test.ts'],
    ['of a project with a server of its own', 'test/add-plant.test.ts'],
    ['of isolation next to a server of its own', 'with-msw/server.test.ts'],
    ['of a page in happy-dom', 'happy-dom/plants.test.ts'],
    ['that the kit has of its fixture', 'kit/vitest/create-mock-test.test.ts'],
    ['that the kit has of the matchers for mocks', 'kit/matchers/mock.test.ts'],
    ['that the kit has of the matchers for values', 'kit/matchers/schemas.test.ts'],
    ['that the kit has of the matcher for responses', 'kit/matchers/to-satisfy-contract.test.ts'],
  ])('passes the tests %s', (_title, file) => {
    const outcomes = outcomesOf(file)
    expect(outcomes).not.toEqual([])
    expect(outcomes.filter(([, outcome]) => outcome !== 'passed')).toEqual([])
  })

  test('has a failing test for the broken client of the tutorial, for the reason on the page', () => {
    const [, message = ''] = /^(Error: \/beds must be .+?)\n```$/ms.exec(tutorial) ?? []
    expect(outcomesOf('failing/tutorial/add-room.test.ts')).toEqual([['adds a room', message]])
  })

  test('has a failing test for an unhandled request, with the difference to the baseUrl', () => {
    const outcomes = new Map(outcomesOf('failing/other.test.ts'))
    expect(outcomes.get('sends what nothing handles')).toBe(
      `Error: The test sent requests that nothing handles:
  POST http://other.example/v1/plants: the origin is http://other.example, not http://plants.example
  POST http://plants.example/v1/plants/: the path has a trailing slash
  POST http://plants.example/plants: the path /plants doesn't begin with /v1
The mock responds at http://plants.example (baseUrl is "http://plants.example/v1") to POST /v1/plants.
Pass createMockTest the baseUrl that your client uses, or handle them with server.use(…).`,
    )
    expect(outcomes.get('does not await it')).toContain('POST http://plants.example/later: ')
    for (const noise of ['Function<Headers>', 'toError']) expect(output).not.toContain(noise)
  })

  test('has a failing run for an unhandled request after the end of a test', () => {
    expect(output).toContain('GET http://plants.example/after: no operation has the path /after')
    expect(output).toMatch(/Errors .*1 error/)
  })

  test.each([
    [
      'with-msw/no-server.test.ts',
      'another setupServer is listening. Pass that server: createMockTest(options, { server }).',
    ],
    [
      'no-listen/server.test.ts',
      'the server that you passed is not listening. Call server.listen() in a setup file of Vitest, or in beforeAll.',
    ],
  ])('gets a message with the fix from %s', (file, reason) => {
    expect(outcomesOf(file)).toEqual([['x', `Error: Failed to start the mock: ${reason}`]])
  })

  describe.skipIf(!has('chromium'))('in Chromium', () => {
    const launchOptions = JSON.stringify({ executablePath: chromiumPath, args: ['--no-sandbox'] })

    test("passes tests in Vitest's browser mode", async () => {
      const snippet = readFileSync(project.file('browser/vitest.config.ts'), 'utf8')
      const launched = snippet.replace('playwright()', `playwright({ launchOptions: ${launchOptions} })`)
      // msw 2 has no plugin; a command copies its worker.
      const config = isMsw2(versions) ? launched.replaceAll(/.*\bmsw\b.*\n/g, '') : launched
      project.write('vitest.browser.config.ts', config)
      project.write('browser/plants.test.ts', browserCase)
      if (isMsw2(versions)) await project.run('npx msw init public --no-save')
      const run = 'npx vitest run --config vitest.browser.config.ts'
      const { code, output } = await project.run(run)
      expect(output).not.toMatch(/Tests .*(?:failed|skipped)/)
      expect(code).toBe(0)
    })

    test('passes tests with Playwright, in parallel workers', async () => {
      await using site = await listen((_request, response) =>
        response.setHeader('content-type', 'text/html').end(hotelPage),
      )
      project.write(
        'playwright.config.ts',
        `export default {
          testMatch: ['playwright/*.spec.ts', 'e2e/*.spec.ts'],
          workers: 2,
          reporter: 'line',
          use: { baseURL: '${site.url}', launchOptions: ${launchOptions} },
        }`,
      )
      const { code, output } = await project.run('npx playwright test')
      expect(output).not.toMatch(/failed|flaky|skipped|interrupted/)
      expect(code, output).toBe(0)
    })
  })

  test('has the types of everything', async () => {
    project.write('src/types.ts', typeTests)
    expect(await project.run('node_modules/.bin/tsc')).toEqual({ code: 0, output: '' })
  })

  if (!isMsw2(versions)) {
    test('says which msw is installed, and which is required', async () => {
      using outside = createFolder({
        'missing/x.test.ts': emptyTest,
        'old/x.test.ts': emptyTest,
        'old/node_modules/msw/package.json': '{ "name": "msw", "version": "2.3.0" }',
        'one/node_modules/msw/package.json': '{ "name": "msw", "version": "1.3.5" }',
        'one/node_modules/msw/index.js': 'exports.rest = {}',
      })
      for (const name of ['missing', 'old', 'one']) {
        const modules = outside.file(`${name}/node_modules`)
        cpSync(project.file('node_modules/plant-store-kit'), `${modules}/plant-store-kit`, {
          recursive: true,
        })
        symlinkSync(project.file('node_modules/vitest'), `${modules}/vitest`)
      }
      const { output } = await project.run(`npx vitest run --root ${outside.path}`)
      const handlers = `import { createHandlers } from 'plant-store-kit/msw'; createHandlers()`
      const one = await project.run(`cd ${outside.file('one')} && node --input-type=module -e "${handlers}"`)
      const required = '2.7.0 or newer is required. Run npm install'
      expect(output).toContain(`Failed to start the mock: msw is not installed, and ${required}`)
      expect(output).toContain(`Failed to start the mock: msw 2.3.0 is installed, but ${required}`)
      expect(one.output).toContain(`Failed to create handlers: msw 1 is installed, but ${required}`)
    })
  }

  test('has handlers of a compiled description, without generating code while they run', async () => {
    project.write(
      'src/compiled.ts',
      `import { setupServer } from 'msw/node'
       import { handlers } from './mocks/handlers.ts'
       import { addRoom } from './rooms.ts'
       setupServer(...handlers).listen()
       for (const beds of [2, 0])
         console.log(await addRoom({ name: 'Blue', beds }).then(({ id }) => id, (error) => error.message))`,
    )
    const { output } = await project.run('node --disallow-code-generation-from-strings src/compiled.ts')
    expect(output).toBe('1\n/beds must be an integer from 1, got 0\n')
  })

  test('has stories whose handlers respond as they say', async () => {
    project.write(
      'src/stories.ts',
      `import { setupServer } from 'msw/node'
       import * as stories from './room-form.stories.ts'
       import { addRoom } from './rooms.ts'
       const server = setupServer()
       server.listen()
       for (const name of ['Works', 'IsRejected', 'IsSlow'] as const) {
         server.resetHandlers(...stories[name].parameters.msw.handlers)
         const start = performance.now()
         const outcome = await addRoom({ name: 'Blue', beds: 2 }).then(({ id }) => id, (error) => error.message)
         console.log(name, outcome, performance.now() - start > 1990)
       }`,
    )
    const { output } = await project.run('node src/stories.ts')
    expect(output).toBe(
      'Works 1 false\nIsRejected the credential of token is not valid false\nIsSlow 1 true\n',
    )
  })

  test.skipIf(!has('chromium'))('responds to the page of the docs in Chromium, under Vite', async () => {
    const command = findCommand('npx msw init')
    expect(await project.run(command)).toMatchObject({ code: 0 })
    await using site = await project.start('npx vite --port 0 --host 127.0.0.1', /Local:\s+(http:\S+?)\/?\s/)
    await using browser = await startChromium()
    const page = await browser.newPage()
    const started = page.waitForEvent('console', (message) => message.text().includes('Mocking enabled'))
    await page.goto(site.url)
    await started
    // Kept as a string, since the compiler of the tests rewrites import().
    const outcome = await page.evaluate(`(async () => {
      const { addRoom } = await import('/src/rooms.ts')
      const { handlers } = await import('/src/mocks/handlers.ts')
      const { id } = await addRoom({ name: 'Blue', beds: 2 })
      return [id, (await handlers.mock.records('rooms').list()).map(({ name }) => name)]
    })()`)
    expect(outcome).toEqual([1, ['Blue']])
  })
})
