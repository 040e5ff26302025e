import { networkInterfaces } from 'node:os'
import type { Command } from 'commander'
import { examplePlant } from '../../contract/example-plant.ts'
import { operation } from '../../contract/generated/operation.ts'
import { quote } from '../../http/quote.ts'
import { wrapCommand } from '../../reports/wrap.ts'
import { serverOptions } from '../../server/option-table.ts'
import type { PlantStoreServer } from '../../server/start-server.ts'
import type { AnyPlantStore } from '../../store/store-interface.ts'
import type { CommandTable } from '../command.ts'
import { listShipped } from '../data-file.ts'
import { toVariable } from '../flags.ts'
import { findWidth } from '../paint.ts'
import { stopOnSignals } from '../stop-on-signals.ts'
import { writeNotice } from './log.ts'
import { type ServerFlags, serverFlags } from './server-flags.ts'
import { startFake } from './start-fake.ts'

/** Finds an id that is not stored yet, or most likely not. */
async function findFreeId({ plants }: AnyPlantStore): Promise<number> {
  const next = (await plants.count()) + 1
  return (await plants.get(next)) === undefined ? next : Date.now()
}

/** The characters of an admin token that nobody guesses. */
const shortest = 16

const allAddresses = ['0.0.0.0', '::']

/** Says that all addresses of the machine lead to the fake, with those that a phone in the same network can use. */
function describeOthers(url: string): string {
  const outside = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  const [protocol, port] = [url.split('//')[0], url.split(':').at(-1)]
  const list = outside.map(({ address }) => `${protocol}//${address}:${port}`).join(' or ')
  return ` and all other addresses of this machine${list && `, such as ${list}`}`
}

async function announce(
  server: PlantStoreServer<AnyPlantStore>,
  { host = '', log, token, tlsCert, adminToken }: ServerFlags,
): Promise<void> {
  const { url, store, adminUrl } = server
  const inspector = adminUrl && `${adminUrl}/__admin/`
  if (log === 'json') {
    process.stdout.write(`${JSON.stringify({ url, path: store.path, inspector })}\n`)
  } else {
    // A configured token may be a secret of a CI, so the command reads it from the environment.
    const credentials = token === undefined ? 'local-token' : '$PLANT_STORE_TOKEN'
    const body = quote(JSON.stringify({ ...examplePlant, id: await findFreeId(store) }))
    const trust = tlsCert === undefined ? '' : ` --cacert ${quote(tlsCert)}`
    const others = allAddresses.includes(host) ? describeOthers(url) : ''
    process.stdout.write(`Plant Store listening on ${url}${others}\n`)
    if (token !== undefined && !token.includes(process.env['PLANT_STORE_TOKEN'] ?? ''))
      process.stderr.write('Set PLANT_STORE_TOKEN to one of your tokens before you paste the command.\n')
    const command = `curl -i${trust} ${quote(url + operation.path)} -H "Authorization: Bearer ${credentials}" -H 'Content-Type: application/json' -d ${body}`
    process.stdout.write(`${wrapCommand(`Try: ${command}`, findWidth(process.stdout), 2)}\n`)
    if (inspector !== undefined) process.stdout.write(`Watch: ${inspector}\n`)
  }
  if (adminToken !== undefined && adminToken.length < shortest)
    writeNotice(`The admin token has fewer than ${shortest} characters, so others could guess it.`, log)
  if (adminUrl === undefined) {
    writeNotice(
      'The control API is off because this is not a loopback address. Pass --admin-token to turn it on.',
      log,
    )
  }
}

async function runStart(_argument: undefined, _flags: object, command: Command): Promise<undefined> {
  const { server, flags } = await startFake(command, { port: 4010, log: 'pretty' })
  const { log, shutdownTimeout = serverOptions.shutdownTimeout.default } = flags
  const notice = `Waiting up to ${shutdownTimeout / 1000} s for requests in progress. Press Ctrl-C to stop at once.`
  stopOnSignals(server.close, () => writeNotice(notice, log))
  try {
    if (server.mock === undefined) await announce(server, flags)
    else (await import('./announce-mock.ts')).announceMock(server.mock, server, flags)
  } catch (error) {
    // A fake that can't read its store must not stay half started.
    await server.close()
    throw error
  }
}

/** `plant-store start`. */
export const command: CommandTable = {
  description: 'Start a fake backend that remembers plants and says why it refuses a request.',
  flags: serverFlags,
  toEnv: toVariable,
  run: runStart,
  get notes() {
    return [
      `Names for --seed: ${listShipped('seeds').join(', ')}. Names for --scenario: ${listShipped('scenarios').join(', ')}.`,
      'Every flag has an environment variable. For example, --max-body has PLANT_STORE_MAX_BODY. Flags override environment variables, which override the configuration file.',
      'Ctrl-C or SIGTERM stops the fake once requests in progress are answered; a second one stops it at once.',
    ]
  },
  exitCodes: {
    0: 'stopped by a signal',
    1: "the fake can't listen, can't use its store, or failed",
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
