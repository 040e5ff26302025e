import { expect, test } from 'vitest'
import { startCommand } from '../tools/processes.ts'
import { startHere } from './run-here.ts'

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

test('exec does so, too, and its command ends with it', async () => {
  await using command = startCommand(['exec', '--', 'sh', '-c', 'echo ready; read line'], {
    env: {
      NODE_OPTIONS: `--import data:text/javascript,process.on('SIGUSR2',()=>{throw${encodeURIComponent(' ')}new${encodeURIComponent(' ')}Error('%23%23[group]')})`,
    },
  })
  await command.waitFor('stdout', /ready\n/)
  command.kill('SIGUSR2')
  const stderr = 'The fake stops because of a bug in the kit. Please report it: Error: \\u{23}#[group]\n'
  expect(await command.ended).toMatchObject({ code: 70, stderr })
})
