import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createFolder } from '../../tools/folder.ts'
import { pinnedEnvironment, runAsUser, toRequestCode } from '../user.ts'

const fixtureTest = `
  import { createMockTest } from 'plant-store-kit/vitest'
  import { expect } from 'vitest'
  createMockTest()('x', async ({ mock }) => {
    await fetch(${toRequestCode("'http://localhost/plants'")})
    expect(mock).toHaveCreated('plants', { id: 9007199254740993n })
  })
`
const page = `
  import { createHandlers } from 'plant-store-kit/msw'
  import { getResponse } from 'msw'
  const request = new Request(${toRequestCode("'http://localhost/plants'")})
  getResponse(createHandlers(), request).then((response) => response.text()).then(console.log)
`
const packageJson = { type: 'module', private: true, '@parcel/resolver-default': { packageExports: true } }
const tools = createFolder({ 'package.json': JSON.stringify(packageJson), 'page.js': page })
const inTools = { cwd: tools.path, env: { ...pinnedEnvironment, SCARF_ANALYTICS: 'false' } }

beforeAll(async () => {
  const managers = 'pnpm@12.21.0 @yarnpkg/cli-dist@4.18.1 bun@1.4.5'
  const bundlers =
    'webpack@5.112.2 rollup@4.68.7 @rollup/plugin-node-resolve@16.0.3 @rollup/plugin-commonjs@29 parcel@2.16.4'
  const line = `npm install ${managers} ${bundlers} msw@3.0.5 ${inject('tarball')}`
  const { code, output } = await runAsUser(line, inTools)
  if (code !== 0) throw new Error(output)
})
afterAll(tools[Symbol.asyncDispose])

test.each([
  ['pnpm', 'pnpm', 'add --save-dev', 'exec'],
  ['Yarn with Plug and Play', 'yarn', 'add --dev vite@8.3.8', 'run'],
  ['Bun', 'bun', 'add --dev', 'run'],
])('%s installs the command and the fixture', async (_name, manager, add, execute) => {
  await using folder = createFolder({
    'package.json': '{ "type": "module", "private": true }',
    'yarn.lock': '',
    'x.test.js': fixtureTest,
  })
  const run = async (args: string) => {
    const file = tools.file(`node_modules/.bin/${manager}`)
    return await runAsUser(`${file} ${args}`, { ...inTools, cwd: folder.path })
  }
  const packages = `plant-store-kit@file:${inject('tarball')} msw@3.0.5 vitest@5.1.1`
  // Not every package manager sends a request again if a connection to the registry breaks.
  const line = `${add} ${packages}`
  expect(await run(`${line} || ${tools.file(`node_modules/.bin/${manager}`)} ${line}`)).toMatchObject({
    code: 0,
  })
  const output = expect.stringMatching(/http:\/\/127\.0\.0\.1:\d+\n$/)
  expect(await run(`${execute} plant-store exec -- printenv PLANT_STORE_URL`)).toEqual({ code: 0, output })
  const passed = { code: 0, output: expect.stringMatching(/Tests .*1 passed/) }
  expect(await run(`${execute} vitest run`)).toEqual(passed)
})

test.each([
  [
    'webpack',
    `node -e "require('webpack')({ entry: './page.js', output: { path: process.cwd() }, optimization: { minimize: false } }, console.error)"`,
    'main.js',
  ],
  [
    'Rollup',
    'npx --no rollup -- page.js -p "node-resolve={browser:true}" -p commonjs -f es -o rollup.js',
    'rollup.js',
  ],
  ['Parcel', 'npx --no parcel -- build page.js --no-optimize', 'dist/page.js'],
])('%s bundles the handlers for a page', async (_name, line, file) => {
  const { code, output } = await runAsUser(line, inTools)
  expect(code, output).toBe(0)
  // The parts of msw for pages need what only pages have.
  const storage = 'data:text/javascript,globalThis.localStorage={getItem(){},setItem(){}}'
  const run = `node --import '${storage}' ${file}`
  expect(await runAsUser(run, inTools)).toEqual({ code: 0, output: '{"name":"Fern"}\n' })
})
