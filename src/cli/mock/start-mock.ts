import type { Command } from 'commander'
import type { MockServer } from '../../adapters/server/start-server.ts'
import { setGrowth } from '../engine.ts'
import { readFlags } from './config.ts'
import { launchMock } from './launch.ts'
import type { ServerFlags } from './server-flags.ts'

/**
 * Starts the mock of a command, and watches its files if the user asks for that.
 *
 * @throws {CommandFailure} if a flag or a file is wrong, or the mock can't start
 */
export async function startMock(
  command: Command,
  defaults: ServerFlags,
): Promise<{ server: MockServer; flags: ServerFlags }> {
  const { flags, explain } = await readFlags(command, defaults)
  const watching = flags.watch ? await import('./watch-files.ts') : undefined
  watching?.requireFiles(flags)
  const server = await launchMock(flags, explain)
  // A mock keeps a part of each request, and each collection copies that. With a large heap for new objects, there are few.
  setGrowth(64)
  await watching?.watchFiles(command, defaults, flags, server)
  return { server, flags }
}
