import { expect, test } from 'vitest'
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
      `${what} stops because of a defect of its own. Please report it: uncaughtException\n`,
    ])
  },
)
