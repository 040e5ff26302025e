import { expect, test } from 'vitest'
import { startCommand, startStore } from '../tools/processes.ts'
import { holdRequest } from './hold-request.ts'
import { startHere } from './run-here.ts'

/** Lets a process throw an error that nothing handles when it gets SIGUSR2. */
const throwsOnSignal = {
  NODE_OPTIONS: `--import data:text/javascript,process.on('SIGUSR2',()=>{throw${encodeURIComponent(' ')}new${encodeURIComponent(' ')}Error('%23%23[group]')})`,
}

test.each([
  ['The fake', ['start', '--log', 'silent']],
  ['The proxy', ['proxy', 'http://127.0.0.1:1']],
])(
  '%s reports an error that nothing handles in one line, and ends with an exit code of its own',
  async (what, args) => {
    const running = startHere([...args, '--port', '0'])
    await running.ready
    running.kill('uncaughtException' as NodeJS.Signals)
    const { code, stderr } = await running.ended
    expect([code, stderr]).toEqual([
      70,
      `${what} stops because of a bug in the kit. Please report it: uncaughtException\n`,
    ])
  },
)

test('a fake that stops because of a defect answers the requests in progress', async () => {
  await using store = await startStore(['--latency', '1000'], { env: throwsOnSignal })
  const held = await holdRequest(store.url)
  store.kill('SIGUSR2')
  expect(await held.status).toBe(200)
  expect(await store.ended).toMatchObject({ code: 70 })
})

test('exec does so, too, and its command ends with it', async () => {
  const args = ['exec', '--', 'sh', '-c', 'echo ready; read line']
  await using command = startCommand(args, { env: throwsOnSignal })
  await command.waitFor('stdout', /ready\n/)
  command.kill('SIGUSR2')
  const stderr = 'The fake stops because of a bug in the kit. Please report it: Error: \\u{23}#[group]\n'
  expect(await command.ended).toMatchObject({ code: 70, stderr })
})
