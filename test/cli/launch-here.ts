import { Command } from 'commander'
import type { MockServer } from '../../src/adapters/server/start-server.ts'
import { addFlags, toVariable } from '../../src/cli/flags.ts'
import { readFlags } from '../../src/cli/mock/config.ts'
import { launchMock } from '../../src/cli/mock/launch.ts'
import { serverFlags } from '../../src/cli/mock/server-flags.ts'

/** Starts the server like `start`, but in this process, which is faster. */
export async function launchHere(args: readonly string[]): Promise<MockServer> {
  const command = addFlags(new Command(), serverFlags, toVariable).exitOverride()
  command.parse(['--port', '0', '--log', 'silent', ...args], { from: 'user' })
  const { flags, explain } = await readFlags(command, {})
  return (await launchMock(flags, explain)) as MockServer
}
