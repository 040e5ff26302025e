import type { MockStorage } from '../../mock/storage/mock-storage.ts'
import { sqliteStorage } from '../../mock/storage/sqlite-storage.ts'
import { OptionsError } from '../../options/options-error.ts'
import { serverOptions } from '../../server/option-table.ts'
import {
  type AnyServerOptions,
  type MockServerOptions,
  type PlantStoreServer,
  startServer,
} from '../../server/start-server.ts'
import { storeOptions } from '../../store/option-table.ts'
import type { AnyPlantStore } from '../../store/store-interface.ts'
import { CommandFailure, createFail, describeNoAddress, exitCodes, isMissingPeer } from '../failure.ts'
import { readOptions } from '../options.ts'
import { checkMockFlags } from './check-mock-flags.ts'
import type { Explain } from './explain-option.ts'
import { createLog } from './log.ts'
import { isLikeUrl, isRedisUrl, type ServerFlags, serverFlags } from './server-flags.ts'

const needsRedis = new OptionsError('needs a store in Redis', ['storeTtl'])

/** Connects to Redis, or opens the file and closes it when the process exits. */
async function openStorage({ store, storeTtl: ttl }: ServerFlags): Promise<MockStorage | undefined> {
  if (store === undefined) {
    if (ttl !== undefined) throw needsRedis
    return undefined
  }
  if (isRedisUrl(store)) {
    const { redisStore } = await import('../../redis/redis-store.ts')
    return redisStore(store, { ...(ttl !== undefined && { ttl }) })
  }
  if (isLikeUrl(store))
    throw new OptionsError('must be a file, or a URL like redis://host:6379/0?namespace=name', ['store'])
  if (ttl !== undefined) throw needsRedis
  const storage = sqliteStorage(store)
  process.once('exit', () => storage[Symbol.dispose]())
  return storage
}

async function toServerOptions(
  flags: ServerFlags,
  options: AnyServerOptions,
  storage: MockStorage | undefined,
): Promise<AnyServerOptions | MockServerOptions> {
  const onRequest = createLog(flags.log ?? 'pretty')
  const more = { ...(onRequest && { onRequest }), ...(storage && { storage }) }
  if (flags.openapi === undefined) return { ...options, ...more }
  // Loaded on demand, because the plant store doesn't need it.
  const { readMockOptions } = await import('./launch-mock.ts')
  const ofMock = await readMockOptions(flags.openapi, flags, options)
  const ofServer = Object.entries(options).filter(([name]) => !Object.hasOwn(storeOptions, name))
  return { ...Object.fromEntries(ofServer), ...ofMock, ...more }
}

function toReason(
  error: NodeJS.ErrnoException & { port?: number },
  { port: given, host = '127.0.0.1', adminPort }: ServerFlags,
): string {
  const { port = given } = error
  const flag = port === adminPort && port !== given ? '--admin-port' : '--port'
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} is in use. Pass ${flag} 0 to take a free one.`
    case 'EACCES':
      // Windows reserves ranges of all ports.
      return `you don't have permission to use port ${port}. Pass ${Number(port) < 1024 ? 'a port above 1023' : `${flag} 0 to take a free one`}.`
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return describeNoAddress(host)
    default:
      return error.message
  }
}

/** Closes an open connection, which would keep the process running. */
async function release(storage: (MockStorage & Partial<AsyncDisposable>) | undefined): Promise<void> {
  await storage?.[Symbol.asyncDispose]?.()
}

/**
 * Starts the server with the values of the flags; closing it also closes the connection to Redis.
 *
 * @throws {CommandFailure} if it can't start
 */
export async function launch(flags: ServerFlags, explain: Explain): Promise<PlantStoreServer<AnyPlantStore>> {
  let storage: MockStorage | undefined
  try {
    checkMockFlags(flags)
    const options = await readOptions(serverFlags, flags, serverOptions, createFail('start the fake'))
    storage = await openStorage(flags)
    const server: PlantStoreServer<AnyPlantStore> = await startServer(
      await toServerOptions(flags, options, storage),
    )
    let closed: Promise<void> | undefined
    const close = (): Promise<void> => {
      closed ??= server.close().finally(() => release(storage))
      return closed
    }
    return { ...server, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await release(storage)
    if (error instanceof CommandFailure) throw error
    const { code, message } = error as NodeJS.ErrnoException
    if (isMissingPeer(error)) throw new CommandFailure(message, exitCodes.usage, error)
    const isWrong = error instanceof OptionsError
    const reason = isWrong ? await explain(error) : toReason(error as Error, flags)
    const exitCode = isWrong
      ? exitCodes.usage
      : code === 'EADDRINUSE'
        ? exitCodes.portTaken
        : exitCodes.failure
    throw new CommandFailure(`Failed to start the fake: ${reason}`, exitCode, error)
  }
}
