import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCommand } from '../../docs/pages.ts'
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
beforeAll(() => project.write('upload.test.js', upload))
afterAll(() => project[Symbol.asyncDispose]())

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

const stopServer = `const { startServer } = await import('plant-store-kit/server')
  const server = await startServer({ port: 0 })
  await fetch(server.url)
  await server.close()
  console.log('stopped')`

test.each([
  ['Angular', 'npx vitest run angular', /Tests .*1 passed/],
  ['jsdom', 'npx vitest run upload', /Tests .*1 passed/],
  ['Bun', findCommand('npx bun'), /\b1 pass\n 0 fail/],
  ["Bun's own runtime, and stops the server,", `npx bun -e "${stopServer}"`, /^stopped$/m],
  ['Deno', findCommand('npx deno'), /ok.* 1 passed/],
])('passes the test of the docs with %s', async (_tool, command, passed) => {
  const { code, output } = await project.run(command, { NO_COLOR: '1' })
  expect(output).toMatch(passed)
  expect(code).toBe(0)
})
