import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startServer } from '../../../src/adapters/server/start-server.ts'
import { createFolder } from '../../tools/folder.ts'
import { sendPlant } from '../../tools/send.ts'
import { pinnedEnvironment, runAsUser, startAsUser, toRequestCode } from '../user.ts'

const program = `
  import { setupServer } from 'msw/node'
  import { createHandlers } from 'plant-store-kit/msw'
  setupServer(...createHandlers({}, { baseUrl: 'http://plants.example' })).listen()
  const response = await fetch(${toRequestCode("'http://plants.example/plants'")})
  console.log(response.status, await response.text())
`

const versions = [
  ['20.19', '2'],
  ['22', '3'],
  ['24', '3'],
  ['26', '3'],
] as const

/** A project for each major of MSW, with all Nodes that are tried with it. */
const projects = { 2: createProject(), 3: createProject() }

function createProject() {
  return createFolder({
    'package.json': '{ "type": "module", "private": true }',
    'handlers.js': program,
  })
}

beforeAll(async () => {
  for (const [msw, folder] of Object.entries(projects)) {
    // The package `node` depends on one such package for each platform.
    const nodes = versions
      .filter(([, major]) => major === msw)
      .map(([version]) => `node-${version}@npm:node-${process.platform}-${process.arch}@${version}`)
    const line = `npm install --force ${nodes.join(' ')} msw@${msw} ${inject('tarball')}`
    const { code, output } = await runAsUser(line, { cwd: folder.path })
    if (code !== 0) throw new Error(output)
  }
})
afterAll(() => Promise.all(Object.values(projects).map((folder) => folder[Symbol.asyncDispose]())))

describe.each(versions)('the packed package on Node %s', (version, msw) => {
  const folder = projects[msw]
  const options = { cwd: folder.path }
  const node = folder.file(`node_modules/node-${version}/bin/node`)
  const command = `${node} ${folder.file('node_modules/.bin/plant-store')}`

  test('is that version', async () => {
    expect((await runAsUser(`${node} --version`)).output).toContain(`v${version}.`)
  })

  test('starts, creates a plant, and keeps its description', async () => {
    await using started = await startAsUser(`${command} start --port 0 --token local-token`, options)
    expect(await sendPlant(started.url)).toMatchObject({ status: 200, body: '{"name":"Monstera"}' })
    const verified = await runAsUser(`${command} verify ${started.url} --token local-token`, options)
    expect(verified).toMatchObject({
      code: 0,
      output: expect.stringContaining('✓ The service keeps its description'),
    })
  })

  test('ends verify at its limit', async () => {
    await using slow = await startServer({ port: 0, latency: 400, credentials: ['a-token'] })
    const line = `${command} verify ${slow.url} --token a-token --limit 2000`
    const output = expect.stringContaining('the limit of 2000 ms ended the run')
    expect(await runAsUser(line, options)).toEqual({ code: 4, output })
  })

  test('keeps plants in a file, or says which Node can', async () => {
    const line = `${command} start --port 0 --store ${version}.db`
    if (version === '20.19') {
      const output = expect.stringMatching(
        /a storage in a file needs Node 22.13 or newer, and this is Node v20\.19/,
      )
      return expect(await runAsUser(line, options)).toEqual({ code: 2, output })
    }
    for (const status of [200, 409]) {
      await using started = await startAsUser(line, options)
      expect((await sendPlant(started.url)).status).toBe(status)
    }
  })

  test(`answers through the handlers on msw ${msw}`, async () => {
    const output = '200 {"name":"Fern"}\n'
    expect(await runAsUser(`${node} handlers.js`, options)).toEqual({ code: 0, output })
  })
})

test('what CI tries on Windows, macOS, and Alpine works here', async () => {
  const script = join(import.meta.dirname, '../try-package.js')
  const line = `'${process.execPath}' '${script}' '${dirname(inject('tarball'))}'`
  expect(await runAsUser(line, { env: pinnedEnvironment })).toMatchObject({ code: 0 })
})
