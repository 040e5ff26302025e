import type { NewPlant } from '../../contract/schemas.ts'
import type { PlantStoreServer, ServerOptions } from '../../server/start-server.ts'
import { startServer } from '../../server/start-server.ts'
import type { Scenario } from '../../store/faults.ts'
import { OptionsError } from '../../store/options-error.ts'
import { readShippedOrFile } from '../data-file.ts'
import { CommandFailure, describeNoAddress, exitCodes } from '../failure.ts'
import { createLog } from './log.ts'
import type { ServerFlags } from './server-flags.ts'

async function toServerOptions(flags: ServerFlags): Promise<ServerOptions> {
  const { token, seed, scenario, log = 'pretty', config: _config, verbose: _verbose, ...options } = flags
  const onRequest = createLog(log)
  return {
    ...options,
    ...(token && { tokens: token }),
    ...(onRequest && { onRequest }),
    ...(seed !== undefined && { seed: (await readShippedOrFile('seeds', seed)) as NewPlant[] }),
    ...(scenario !== undefined && { scenario: (await readShippedOrFile('scenarios', scenario)) as Scenario }),
  }
}

function explain(error: unknown, { port, host = '127.0.0.1' }: ServerFlags): CommandFailure {
  const { code, message } = error as NodeJS.ErrnoException
  const fail = (reason: string, exitCode?: number) =>
    new CommandFailure(`Failed to start the mock: ${reason}`, exitCode)
  if (error instanceof OptionsError) return fail(message, exitCodes.usage)
  switch (code) {
    case 'EADDRINUSE':
      return fail(`port ${port} is in use. Pass --port 0 to take a free one.`, exitCodes.portTaken)
    case 'EACCES':
      return fail(`port ${port} needs more rights. Pass one over 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return fail(describeNoAddress(host))
    default:
      return fail(message)
  }
}

/**
 * Starts the server as the flags say.
 *
 * @throws {CommandFailure} where it cannot start
 */
export async function launch(flags: ServerFlags): Promise<PlantStoreServer> {
  const options = await toServerOptions(flags)
  try {
    return await startServer(options)
  } catch (error) {
    throw Object.assign(explain(error, flags), { cause: error })
  }
}
