// Installs the packed kit in an empty folder and tries each part of it, on any system that has Node and npm:
// node try-package.js FOLDER-WITH-THE-TARBALL
import assert from 'node:assert/strict'
import { execFileSync, execSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const packed = resolve(process.argv[2] ?? '.')
const tarball = join(packed, readdirSync(packed).find((name) => name.endsWith('.tgz')) ?? '')
const folder = mkdtempSync(join(tmpdir(), 'try-package-'))
const bin = join(folder, 'node_modules/plant-store-kit/dist/plant-store.js')
const token = 'tried'
/** @param {string[]} args */
const run = (...args) => execFileSync(process.execPath, [bin, ...args], { cwd: folder, encoding: 'utf8' })
/** @param {string} url */
const createPlant = (url) =>
  fetch(`${url}/plants`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: '{"id":9223372036854775807,"name":"Fern"}',
  })

writeFileSync(join(folder, 'package.json'), '{ "private": true }')
execSync(`npm install --no-audit --no-fund "${tarball}" msw@3`, { cwd: folder, stdio: 'inherit' })
assert.match(run('exec', '--', 'npm', '-v'), /^\d+\.\d+\.\d+\s*$/)

const fake = spawn(process.execPath, [bin, 'start', '--port', '0', '--token', token])
try {
  const [, url = ''] = await new Promise((found, fail) => {
    let printed = ''
    fake.stdout.on('data', (text) => {
      printed += text
      const match = /listening on (http:\S+)/.exec(printed)
      if (match) found(match)
    })
    fake.on('exit', () => fail(new Error(`start ended: ${printed}`)))
  })
  const answer = await createPlant(url)
  assert.deepEqual([answer.status, await answer.text()], [200, '{"name":"Fern"}'])
  assert.match(run('verify', url, '--token', token), /The service keeps its description/)
} finally {
  fake.kill()
}

/** @param {string} name */
const load = (name) => {
  const require = createRequire(join(folder, 'package.json'))
  return import(pathToFileURL(require.resolve(name)).href)
}
const [{ createHandlers }, { setupServer }] = await Promise.all([
  load('plant-store-kit/msw'),
  load('msw/node'),
])
const server = setupServer(...createHandlers())
server.listen()
assert.equal((await createPlant('http://localhost')).status, 200)
server.close()
rmSync(folder, { recursive: true, maxRetries: 5 })
