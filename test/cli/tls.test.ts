import { describe, expect, test } from 'vitest'
import { files } from '../tools/certificates/certificates.ts'
import { createFolder } from '../tools/folder.ts'
import { has } from '../tools/optional-tools.ts'
import { runCommand, startProcess, startStore } from '../tools/processes.ts'
import { runHere } from './run-here.ts'

const flags = ['--tls-cert', files.cert, '--tls-key', files.key]

test.skipIf(!has('curl'))('start prints a command for https that is answered with 200', async () => {
  await using store = await startStore(flags)
  const [, line = '', page] = (await store.waitFor('stdout', /\n.*\n.*\n/)).split('\n')
  expect(page).toBe(`Watch: ${store.url}/__admin/`)
  await using curl = startProcess('sh', ['-c', line.replace('Try: ', '')])
  expect((await curl.ended).stdout).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
})

test('the command of exec gets an address of https, and trusts the certificate if it runs on Node', async () => {
  const script = `const { PLANT_STORE_URL: url } = process.env
    console.log(url.split(':')[0], (await fetch(url + '/__admin/health')).status)`
  const ended = await runCommand(['exec', ...flags, '--', process.execPath, '-e', script])
  expect(ended).toMatchObject({ code: 0, stdout: 'https 200\n', stderr: '' })
})

describe('a mistake is one line with the exit code 2', () => {
  test.each<[args: string[], message: string]>([
    [flags.slice(0, 2), 'Failed to start the fake: --tls-key must be set, because there is a certificate'],
    [
      ['--tls-cert', 'none.pem', ...flags.slice(2)],
      'Failed to read the certificate none.pem: there is no such file.',
    ],
    [
      [...flags.slice(0, 3), files.otherKey],
      `Failed to start the fake: ${files.otherKey} must be the private key of the certificate`,
    ],
  ])('start %j', async (args, message) => {
    const ended = await runHere(['start', '--port', '0', ...args])
    expect(ended).toEqual({ code: 2, stdout: '', stderr: `${message}\n` })
  })

  test('in a configuration file, whose paths are relative to it', async () => {
    await using folder = createFolder({ 'fake.yaml': 'tls-cert: cert.pem\n', 'cert.pem': 'no certificate' })
    const { code, stderr } = await runHere([
      'start',
      '--config',
      `${folder.path}/fake.yaml`,
      ...flags.slice(2),
    ])
    expect([code, stderr]).toEqual([
      2,
      `Failed to start the fake: ${folder.path}/cert.pem must be a certificate in PEM format\n`,
    ])
  })
})
