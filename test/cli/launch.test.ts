import { describe, expect, test } from 'vitest'
import { takePort } from '../tools/listen.ts'
import { runCommand, startStore } from '../tools/processes.ts'

describe.concurrent('a port that is in use', () => {
  test.each([
    ['start', []],
    ['exec', ['--', process.execPath, '-p', '"the command ran"']],
  ])('ends %s with the exit code 3 and says what to do', async (name, more) => {
    await using taken = await takePort()
    expect(await runCommand([name, '--port', `${taken.port}`, ...more])).toEqual({
      code: 3,
      signal: null,
      stdout: '',
      stderr: `Failed to start the fake: port ${taken.port} is in use. Pass --port 0 to take a free one.\n`,
    })
  })

  test('is named if a variable sets it and another store uses it', async () => {
    await using other = await startStore()
    const { port } = new URL(other.url)
    const { code, stderr } = await runCommand(['start'], { env: { PLANT_STORE_PORT: port } })
    expect(code).toBe(3)
    expect(stderr).toContain(`port ${port} is in use`)
  })

  test('shows its cause with --verbose', async () => {
    await using taken = await takePort()
    const { stderr } = await runCommand(['start', '--verbose', '--port', `${taken.port}`])
    expect(stderr).toContain('EADDRINUSE')
  })
})
