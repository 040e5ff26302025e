import { Command } from 'commander'
import { readFlags } from '../../src/cli/fake/config.ts'
import { launch } from '../../src/cli/fake/launch.ts'
import { serverFlags } from '../../src/cli/fake/server-flags.ts'
import { addFlags, toVariable } from '../../src/cli/flags.ts'
import type { PlantStoreServer } from '../../src/server/start-server.ts'

/** Starts the server like `start`, but in this process, which is faster. */
export async function launchHere(args: readonly string[]): Promise<PlantStoreServer> {
  const command = addFlags(new Command(), serverFlags, toVariable).exitOverride()
  command.parse(['--port', '0', '--log', 'silent', ...args], { from: 'user' })
  const { flags, explain } = await readFlags(command, {})
  return (await launch(flags, explain)) as PlantStoreServer
}
