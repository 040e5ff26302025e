import type { Command } from 'commander'
import type { PlantStoreServer } from '../../server/start-server.ts'
import type { PlantStore } from '../../store/plant-store.ts'
import { readFlags } from './config.ts'
import { launch } from './launch.ts'
import { addServerFlags, type ServerFlags } from './server-flags.ts'

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Finds an id that is not stored yet. */
async function findFreeId({ plants }: PlantStore): Promise<number> {
  let id = (await plants.count()) + 1
  while ((await plants.get(id)) !== undefined) id++
  return id
}

async function announce(server: PlantStoreServer, { log, token }: ServerFlags): Promise<void> {
  const { url, store, hasControlApi } = server
  if (log === 'json') {
    process.stdout.write(`${JSON.stringify({ url, path: store.path })}\n`)
  } else {
    const authorization = quote(`Authorization: Bearer ${token?.[0] ?? 'local-token'}`)
    const body = quote(JSON.stringify({ id: await findFreeId(store), name: 'Monstera', tag: 'foliage' }))
    process.stdout.write(`Plant Store listening on ${url}\n`)
    process.stdout.write(
      `Try: curl -i ${quote(`${url}/plants`)} -H ${authorization} -H 'Content-Type: application/json' -d ${body}\n`,
    )
  }
  if (!hasControlApi) {
    const notice = 'The control API is off, as this is no loopback address. Pass --admin-token to have it.'
    process.stderr.write(`${log === 'json' ? JSON.stringify({ notice }) : notice}\n`)
  }
}

/** Stops on the first signal once requests in flight are answered, and at once on the second. */
function stopOnSignals(server: PlantStoreServer): void {
  const signals = { SIGINT: 2, SIGTERM: 15 }
  let isStopping = false
  for (const [signal, number] of Object.entries(signals)) {
    process.on(signal, async () => {
      if (isStopping) process.exit(128 + number)
      isStopping = true
      await server.close()
      process.exit(0)
    })
  }
}

/** Adds `plant-store start`. */
export function addStart(program: Command): void {
  addServerFlags(program.command('start'), { port: 4010, log: 'pretty' })
    .description('Start a plant store that keeps its plants in memory and explains what it refuses.')
    .action(async (_options, command: Command) => {
      const flags = await readFlags(command)
      const server = await launch(flags)
      stopOnSignals(server)
      await announce(server, flags)
    })
}
