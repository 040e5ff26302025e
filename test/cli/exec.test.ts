import { chmodSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { files } from '../tools/certificates/certificates.ts'
import { createFolder, type Folder } from '../tools/folder.ts'
import { startCommand } from '../tools/processes.ts'
import { sendPlant } from '../tools/send.ts'
import { holdRequest } from './hold-request.ts'
import { type EndedHere, runHere, startHere } from './run-here.ts'

/** The folder in which commands run, and write what they find. */
let folder: Folder
beforeEach(() => {
  folder = createFolder({ 'config.yaml': 'token: from-file\nbase-path: /file' })
})
afterEach(() => folder[Symbol.dispose]())

/** Runs exec in this process, with flags and a shell script; what that prints is in the file `out`. */
async function execHere(
  flags: readonly string[],
  script: string,
  variables: Record<string, string> = {},
): Promise<EndedHere & { printed: string }> {
  const env = { NODE_EXTRA_CA_CERTS: undefined, ...variables }
  const ended = await runHere(['exec', ...flags, '--', 'sh', '-c', `{ ${script}; } >out`], env, folder.path)
  return { ...ended, printed: readFileSync(folder.file('out'), 'utf8') }
}

describe('the command', () => {
  const { cert, key } = files
  const print = 'echo "$PLANT_STORE_TOKEN $PLANT_STORE_URL $PLANT_STORE_ADMIN_URL $NODE_EXTRA_CA_CERTS"'
  const tls = `--tls-cert ${cert} --tls-key ${key}`

  test.each<[flags: string, env: Record<string, string>, found: RegExp]>([
    ['', {}, /^local-token (http:[\w.:/]+) \1 $/],
    ['--token secret --token spare --base-path /api', {}, /^secret http:[\w.:/]+\/api http:\S+ $/],
    ['--port 0', { PLANT_STORE_TOKEN: 'secret,spare' }, /^secret http:\S+ http:\S+ $/],
    ['--config config.yaml', {}, /^from-file http:[\w.:/]+\/file http:\S+ $/],
    ['--upstream http://127.0.0.1:1', {}, /^local-token (http:[\w.:/]+) (?!\1 )http:\S+ $/],
    [tls, {}, new RegExp(`^local-token https:\\S+ https:\\S+ ${cert}$`)],
    [tls, { NODE_EXTRA_CA_CERTS: 'mine.pem' }, /^local-token https:\S+ https:\S+ mine.pem$/],
  ])(
    'finds the token, the addresses, and the certificate in its environment: exec %s with %j',
    async (flags, env, found) => {
      const ended = await execHere(flags.split(' ').filter(Boolean), print, env)
      expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
      expect(ended.printed.slice(0, -1)).toMatch(found)
    },
  )

  test('has the environment, the folder, the input and the output of exec', async () => {
    const script = 'echo "$COLOR_OF_TEST"; pwd -P; read -r line; printf %s "$line"; echo oops >&2'
    const options = { cwd: folder.path, env: { COLOR_OF_TEST: 'green' } }
    await using command = startCommand(['exec', '--', 'sh', '-c', script], options)
    command.endInput('typed')
    const stdout = expect.stringMatching(/^green\n\/.*plant-store-\w+\ntyped$/)
    expect(await command.ended).toMatchObject({ code: 0, stdout, stderr: 'oops\n' })
  })

  test.each([
    ['after --', ['--'], ['--port', '1', '--help', '-V', '--log=json', '--', '--verbose']],
    ['without --', ['--port', '0'], ['--nope', '--log', 'json', '-h']],
  ])('gets its own flags, even those that exec has too, %s', async (_title, flags, own) => {
    const args = ['exec', ...flags, 'sh', '-c', 'echo "$@" >out', 'sh', ...own]
    expect(await runHere(args, {}, folder.path)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readFileSync(folder.file('out'), 'utf8')).toBe(`${own.join(' ')}\n`)
  })
})

test('on Windows, a script such as npm.cmd is run by its shell', async () => {
  // What the shell of Windows gets, with its name and arguments: nothing else of Windows is needed.
  using files = createFolder({
    'windows.mjs': `Object.defineProperty(process, 'platform', { value: 'win32' })`,
    'npm.cmd': '',
    shell: '#!/bin/sh\necho "$@"\nexit 7\n',
  })
  chmodSync(files.file('shell'), 0o755)
  const env = {
    NODE_OPTIONS: `--import ${files.file('windows.mjs')}`,
    comspec: files.file('shell'),
    PATH: files.path,
    PATHEXT: '.CMD',
  }
  await using command = startCommand(['exec', '--', 'npm', 'test', '-v'], { env })
  const stdout = expect.stringMatching(/^\/d \/s \/c "npm .*test.* .*-v.*"\n$/)
  expect(await command.ended).toMatchObject({ code: 7, stdout, stderr: '' })
})

test.each([
  ['exit 0', 0],
  ['exit 1', 1],
  ['exit 255', 255],
  ['kill -INT $$', 130],
  ['kill -KILL $$', 137],
])('the exit code of %j is %i', async (script, code) => {
  expect(await execHere([], script)).toMatchObject({ code, stderr: '' })
})

describe('a signal', () => {
  const signals: NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']

  test('is forwarded to the command', async () => {
    const script = `
      for (const signal of ${JSON.stringify(signals)}) process.on(signal, () => console.log(signal))
      process.stdin.resume().on('end', () => process.exit(9))
      console.log('ready')`
    await using command = startCommand(['exec', '--', process.execPath, '-e', script])
    await command.waitFor('stdout', /ready\n/)
    for (const signal of signals) command.kill(signal)
    const stdout = await command.waitFor('stdout', new RegExp(`(?:SIG\\w+\n){${signals.length}}$`))
    expect(stdout.split('\n').slice(1, -1).toSorted()).toEqual(signals.toSorted())
    command.endInput()
    expect(await command.ended).toMatchObject({ code: 9, signal: null })
  })

  test.each([
    ['SIGINT', 'TERM\n'],
    ['SIGQUIT', 'TERM\n'],
    ['SIGHUP', 'HUP\nTERM\n'],
  ] as const)(
    '%s of the keyboard is not sent again to the command on a terminal',
    async (signal, printed) => {
      const script = `for name in INT QUIT HUP; do trap "echo $name >>out" $name; done
      trap 'echo TERM >>out; exit' TERM; echo ready >ready; while :; do :; done`
      const { isTTY } = process.stdin
      process.stdin.isTTY = true
      try {
        await using command = startHere(['exec', '--', 'sh', '-c', script], {}, folder.path)
        await expect.poll(() => readFileSync(folder.file('ready'), 'utf8')).toBe('ready\n')
        command.kill(signal)
        command.kill('SIGTERM')
        await command.ended
        expect(readFileSync(folder.file('out'), 'utf8')).toBe(printed)
      } finally {
        process.stdin.isTTY = isTTY
      }
    },
  )
})

test('the store stops with the command, even with requests in progress', async () => {
  const script = 'echo "$PLANT_STORE_URL"; read line; exit 5'
  const flags = ['--latency', '3600000', '--shutdown-timeout', '600000']
  await using command = startCommand(['exec', ...flags, '--', 'sh', '-c', script])
  const url = (await command.waitFor('stdout', /\n/)).trim()
  const held = await holdRequest(url)
  command.endInput('\n')
  expect(await command.ended).toMatchObject({ code: 5 })
  await expect(held.status).rejects.toThrow('fetch failed')
  await expect(sendPlant(url)).rejects.toThrow('fetch failed')
})
