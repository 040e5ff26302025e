import { serverOptions } from '../../adapters/server/option-table.ts'
import { type MockServer, type ServerOptions, startServer } from '../../adapters/server/start-server.ts'
import type { MockStorage } from '../../mock/storage/mock-storage.ts'
import { sqliteStorage } from '../../mock/storage/sqlite-storage.ts'
import { OptionsError } from '../../options/options-error.ts'
import { CommandFailure, createFail, describeNoAddress, exitCodes, isMissingPeer } from '../failure.ts'
import { readOptions } from '../options.ts'
import type { MockConfig } from './config.ts'
import type { Explain } from './explain-option.ts'
import { createLog } from './log.ts'
import { readMockOptions } from './read-mock-options.ts'
import { isLikeUrl, isRedisUrl, type ServerFlags, serverFlags } from './server-flags.ts'

const needsRedis = new OptionsError('needs a storage in Redis', ['storeTtl'])

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
export async function launchMock(flags: ServerFlags & MockConfig, explain: Explain): Promise<MockServer> {
  let storage: MockStorage | undefined
  try {
    const options: ServerOptions = await readOptions(
      serverFlags,
      flags,
      serverOptions,
      createFail('start the mock'),
    )
    storage = await openStorage(flags)
    const onRequest = createLog(flags.log ?? 'pretty')
    const server = await startServer({
      ...(await readMockOptions(flags, options)),
      ...(onRequest && { onRequest }),
      ...(storage && { storage }),
    })
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
    throw new CommandFailure(`Failed to start the mock: ${reason}`, exitCode, error)
  }
}
