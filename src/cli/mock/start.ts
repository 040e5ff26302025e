import type { Command } from 'commander'
import { serverOptions } from '../../adapters/server/option-table.ts'
import type { CommandTable } from '../command.ts'
import { listShipped } from '../data-file.ts'
import { toVariable } from '../flags.ts'
import { stopOnSignals } from '../stop-on-signals.ts'
import { announce } from './announce.ts'
import { writeNotice } from './log.ts'
import { serverFlags } from './server-flags.ts'
import { startMock } from './start-mock.ts'

async function runStart(_argument: undefined, _flags: object, command: Command): Promise<undefined> {
  const { server, flags } = await startMock(command, { port: 4010, log: 'pretty' })
  const { log, shutdownTimeout = serverOptions.shutdownTimeout.default } = flags
  const notice = `Waiting up to ${shutdownTimeout / 1000} s for requests in progress. Press Ctrl-C to stop at once.`
  stopOnSignals(server.close, () => writeNotice(notice, log))
  try {
    await announce(server, flags)
  } catch (error) {
    // A mock that can't read its storage must not stay half started.
    await server.close()
    throw error
  }
}

export const command: CommandTable = {
  description: 'Start a mock server that keeps records and says why it rejects a request.',
  flags: serverFlags,
  toEnv: toVariable,
  run: runStart,
  get notes() {
    return [
      `Names for --seed: ${listShipped('seeds').join(', ')}. Names for --scenario: ${listShipped('scenarios').join(', ')}.`,
      'Every flag has an environment variable. For example, --max-body has PLANT_STORE_MAX_BODY. Flags override environment variables, which override the configuration file.',
      'Ctrl-C or SIGTERM stops the mock once requests in progress are answered; a second one stops it at once.',
    ]
  },
  exitCodes: {
    0: 'stopped by a signal',
    1: "the mock can't listen, can't use its storage, or failed",
    2: 'usage error, or an option needs a newer Node or a missing package',
    3: 'the port is in use',
    130: 'stopped at once by a second Ctrl-C (SIGTERM: 143)',
  },
  examples: [
    'start --port 0 --seed garden --scenario flaky',
    'start --token local-token --latency 100-300',
    'start --config plant-store.yaml',
    'start --openapi bookings.yaml --credential apiKey=local-key',
  ],
}
