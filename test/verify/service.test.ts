import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PlantStoreServer, startServer } from '../../src/server/start-server.ts'
import { type VerifyOptions, verify } from '../../src/verify/verify.ts'
import { runHere } from '../cli/run-here.ts'
import { startCommand } from '../tools/processes.ts'
import { startBackend } from './backends/create-backend.ts'
import { correct } from './backends/parts.ts'

const token = 'local-token'
const only: VerifyOptions['only'] = ['created-is-200']

let fake: PlantStoreServer
beforeAll(async () => {
  fake = await startServer({ port: 0, tokens: [token] })
})
afterAll(() => fake.close())

describe('--token-command', () => {
  const run = (command: string) =>
    runHere(['verify', fake.url, '--only', 'created-is-200', '--token-command', command], {
      PLANT_STORE_TOKEN: 'another-token',
    })

  test('returns the token, without white space around it, and overrides the variable', async () => {
    const { code, stdout, stderr } = await run(`echo '  ${token}'`)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).not.toContain(token)
  })

  test.each([
    ['exit 3', 'it ended with exit code 3'],
    ['kill -9 $$', 'it was ended by SIGKILL'],
    ['true', 'it may contain only ASCII letters, digits, and punctuation, and must not be empty'],
    [
      'echo secret words',
      'it may contain only ASCII letters, digits, and punctuation, and must not be empty',
    ],
  ])('fails in one line if it gives no token: %s', async (command, reason) => {
    expect(await run(command)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `Failed to verify: --token-command gave no token: ${reason}.\n`,
    })
  })
})

describe('a function that returns the token', () => {
  test('may return it without a promise', async () => {
    expect(await verify(fake.url, { token: () => token, only })).toMatchObject({ outcome: 'passed' })
  })

  test('is stopped with the run', async () => {
    const signal = AbortSignal.timeout(50)
    const running = verify(fake.url, { token: () => new Promise(() => {}), signal })
    await expect(running).rejects.toThrow('token gave no token: the run was stopped first')
  })
})

describe('a service that starts', () => {
  const startLate = (refused: number) => {
    let count = 0
    return startBackend({
      async handle(exchange, parts) {
        if (++count > refused) return correct.handle(exchange, parts)
        return { status: 503, headers: {}, body: '' }
      },
    })
  }

  test('is waited for until it answers', async () => {
    await using backend = await startLate(3)
    const report = await verify(backend.url, { token, wait: 60_000, only })
    expect(report).toMatchObject({ outcome: 'passed', leftOut: [] })
  })

  test('cannot be judged without --wait', async () => {
    await using backend = await startLate(Number.POSITIVE_INFINITY)
    const { unjudged } = await verify(backend.url, { token })
    expect(unjudged?.message).toMatch(
      /is not reachable: it answers 503\. Pass --wait SECONDS to wait for it$/,
    )
  })

  test.each([
    ['http://127.0.0.1:1/', /^http:\S+ was not ready after 0\.3 s: .*ECONNREFUSED.*--wait$/],
    [undefined, /^http:\S+ was not ready after 0\.3 s: it answers 503\..*--wait$/],
  ])('is not waited for longer than the limit: %s', async (url, message) => {
    await using backend = await startLate(Number.POSITIVE_INFINITY)
    const { outcome, unjudged } = await verify(url ?? backend.url, { token, wait: 300 })
    expect([outcome, unjudged?.kind]).toEqual(['unjudged', 'unreachable'])
    expect(unjudged?.message).toMatch(message)
  })

  test('is waited for with --wait, in seconds', async () => {
    const args = ['verify', 'http://127.0.0.1:1', '--token', token, '--wait', '1']
    const { code, stdout } = await runHere(args)
    expect([code, stdout]).toEqual([4, expect.stringMatching(/was not ready after 1 s/)])
  })
})

test('a second Ctrl-C ends a run at once, even if its event loop is busy', async () => {
  let onRequest = (): void => {}
  const isRequested = new Promise<void>((resolve) => {
    onRequest = resolve
  })
  await using backend = await startBackend({
    handle() {
      onRequest()
      return new Promise(() => {})
    },
  })
  // After the first signal, the event loop is blocked.
  const busy = `process.once('SIGINT', () => setImmediate(() => {
    process.getBuiltinModule('node:fs').writeSync(2, 'busy')
    for (;;);
  }))`
  await using command = startCommand(['verify', backend.url, '--token', token], {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(busy)}` },
  })
  await isRequested
  command.kill('SIGINT')
  await command.waitFor('stderr', /busy/)
  command.kill('SIGINT')
  expect(await command.ended).toMatchObject({ code: null, signal: 'SIGINT' })
})
