import { describe, expect, test } from 'vitest'
import { createFolder } from '../tools/folder.ts'
import { runCommand, startCommand } from '../tools/processes.ts'
import { addPlant, holdRequest } from './send-request.ts'

/** A command that runs JavaScript. */
const script = (text: string): string[] => [process.execPath, '-e', text]

/** Prints the statuses of requests with the token of the environment, and with other tokens. */
const useStore = (...tokens: string[]): string[] =>
  script(`
    const { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: token } = process.env
    for (const [id, value] of [token, ...${JSON.stringify(tokens)}].entries()) {
      const headers = { authorization: 'Bearer ' + value, 'content-type': 'application/json' }
      const body = JSON.stringify({ id, name: 'Fern' })
      console.log((await fetch(url + '/plants', { method: 'POST', headers, body })).status)
    }`)

describe.concurrent('the command', () => {
  test.each<[title: string, args: string[], env: Record<string, string>, stdout: string]>([
    ['that exec chooses', [], {}, '200\n200\n'],
    ['of --token', ['--token', 'secret', '--token', 'spare'], {}, '200\n401\n'],
    ['of PLANT_STORE_TOKEN', [], { PLANT_STORE_TOKEN: 'secret,spare' }, '200\n401\n'],
    ['and a base path', ['--base-path', '/api'], {}, '200\n200\n'],
  ])('finds PLANT_STORE_URL and PLANT_STORE_TOKEN, with the token %s', async (_title, args, env, stdout) => {
    const ended = await runCommand(['exec', ...args, '--', ...useStore('other')], { env })
    expect(ended).toEqual({ code: 0, signal: null, stdout, stderr: '' })
  })

  test('runs next to a store with the configured options', async () => {
    await using folder = createFolder({ 'config.yaml': 'token: from-file\nlog: json' })
    const args = ['exec', '--config', 'config.yaml', '--', ...useStore('other')]
    const { stdout, stderr } = await runCommand(args, { cwd: folder.path })
    expect(stdout).toBe('200\n401\n')
    const lines = stderr.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ status: 200 }, { status: 401 }])
  })

  test('has the environment, the folder, the input and the output of exec', async () => {
    await using folder = createFolder({})
    const args = ['exec', '--', 'sh', '-c', 'echo "$COLOR_OF_TEST"; pwd -P; cat; echo oops >&2']
    await using command = startCommand(args, { cwd: folder.path, env: { COLOR_OF_TEST: 'green' } })
    command.endInput('typed')
    const stdout = expect.stringMatching(/^green\n\/.*plant-store-\w+\ntyped$/)
    expect(await command.ended).toMatchObject({ code: 0, stdout, stderr: 'oops\n' })
  })

  test('gets its own flags, even those that exec has too', async () => {
    const flags = ['--port', '1', '--help', '-V', '--log=json', '--', '--verbose']
    const print = script('console.log(process.argv.slice(1).join())')
    const { code, stdout } = await runCommand(['exec', '--', ...print, '--', ...flags])
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${flags.join()}\n` })
  })

  test.each([
    ['a flag that exec does not have', ['-c', 'echo "$@"', 'sh', '--nope'], '--nope\n'],
    ['a flag that exec has too', ['-c', 'echo "$@"', 'sh', '--log', 'json', '-h'], '--log json -h\n'],
  ])('gets its own flags without --: %s', async (_title, args, stdout) => {
    expect(await runCommand(['exec', '--port', '0', 'sh', ...args])).toMatchObject({
      code: 0,
      stdout,
      stderr: '',
    })
  })
})

describe.concurrent('the exit code', () => {
  test.each([1, 255])('is the exit code of the command: %i', async (code) => {
    expect(await runCommand(['exec', '--', 'sh', '-c', `exit ${code}`])).toMatchObject({ code, stderr: '' })
  })

  test.each([
    ['INT', 130],
    ['KILL', 137],
  ])('shows that SIG%s ended the command: %i', async (signal, code) => {
    const ended = await runCommand(['exec', '--', 'sh', '-c', `kill -${signal} $$`])
    expect(ended).toMatchObject({ code, signal: null })
  })
})

describe.concurrent('a signal', () => {
  test.each([
    'SIGTERM',
    'SIGINT',
    'SIGHUP',
    'SIGQUIT',
    'SIGUSR2',
    'SIGABRT',
    'SIGALRM',
    'SIGIO',
    'SIGVTALRM',
    'SIGXCPU',
    'SIGSYS',
  ] as const)('%s is forwarded to the command', async (signal) => {
    const wait = script(`
      process.on('${signal}', () => { console.log('cleaned up'); process.exit(9) })
      setInterval(() => {}, 1000)
      console.log('ready')`)
    await using command = startCommand(['exec', '--', ...wait])
    await command.waitFor('stdout', /ready\n/)
    command.kill(signal)
    expect(await command.ended).toMatchObject({ code: 9, signal: null, stdout: 'ready\ncleaned up\n' })
  })

  test('that comes as soon as the command runs ends both and sets the exit code', async () => {
    async function endEarly(): Promise<number | null> {
      await using command = startCommand(['exec', '--', 'sh', '-c', 'echo ready; read line'])
      await command.waitFor('stdout', /ready\n/)
      command.kill('SIGTERM')
      return (await command.ended).code
    }
    // Runs many at once, so that the command is ready at different moments of the start of exec.
    const codes = await Promise.all(Array.from({ length: 4 }, endEarly))
    expect(new Set(codes)).toEqual(new Set([143]))
  })
})

test.concurrent('the store stops with the command, even with requests in progress', async () => {
  const args = [
    'exec',
    '--latency',
    '3600000',
    '--',
    'sh',
    '-c',
    'echo "$PLANT_STORE_URL"; read line; exit 5',
  ]
  await using command = startCommand(args)
  const url = (await command.waitFor('stdout', /\n/)).trim()
  const held = await holdRequest(url)
  command.endInput('\n')
  expect(await command.ended).toMatchObject({ code: 5 })
  await expect(held.status).rejects.toThrow('socket hang up')
  await expect(addPlant(url)).rejects.toThrow('fetch failed')
})
