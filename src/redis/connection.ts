import { createHash } from 'node:crypto'
import { loadPeer } from '../contract/load-peer.ts'
import { longScripts, type ScriptName, scripts } from './scripts.ts'

/** Milliseconds between two looks for commands that Redis doesn't answer. */
const tick = 100

/** How many looks Redis may stay silent, and while it works on many records. */
const patience = 8
const longPatience = 100

/** Milliseconds that a connection may take to be made. */
const maxConnecting = 5000

/** Milliseconds after which a connection that carries nothing is replaced: more than the longest patience. */
const maxSilence = 1.5 * tick * longPatience

/** Milliseconds before the next attempt to connect again. */
export const toPause = (retries: number): number => Math.min(500, 20 * 2 ** retries)

/** Says what may be wrong if a connection can't be made, as the end of its message. */
export function toHint(url: string, reason: string): string {
  if (reason.startsWith('NOAUTH')) return '. It needs a password, as in redis://:password@host'
  if (url.startsWith('rediss:') && reason.includes('timeout')) return '. Does it listen for TLS?'
  return ''
}

export type RedisReply = string | number | null | RedisReply[]

/** A connection to Redis that reconnects by itself. All calls share it, and wait for no other call. */
export interface RedisConnection {
  /** Runs a script. Rejects with an Error that names the address, and whose `code` is that of a refusal. */
  run(name: ScriptName, keys: readonly string[], args: readonly string[]): Promise<RedisReply>
  close(): void
}

const peer = { what: 'connect to Redis', name: 'its client', peer: '@redis/client' }

type Module = typeof import('@redis/client')

type Client = Pick<
  ReturnType<Module['createClient']>,
  'connect' | 'destroy' | 'isReady' | 'sendCommand' | 'on'
>

const commands = Object.fromEntries(
  Object.entries(scripts).map(([name, text]) => [
    name,
    { text, sha: createHash('sha1').update(text).digest('hex') },
  ]),
) as Record<ScriptName, { text: string; sha: string }>

/**
 * Connects to Redis.
 *
 * @param url the address with credentials; errors have only `address`
 *
 * @throws {Error} if Redis can't be reached, or refuses the credentials
 */
export async function connectToRedis(url: string, address: string): Promise<RedisConnection> {
  const { createClient, ErrorReply } = loadPeer<Module>(peer, (require) => require('@redis/client'))
  const away = (reason: string): Error => new Error(`Redis at ${address} ${reason}`)
  let wasReady = false
  let problem = ''

  const client: Client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: maxSilence / 4,
    // Its timer for each command takes a quarter of the time of a round trip.
    commandOptions: { timeout: 0 },
    socket: {
      connectTimeout: maxConnecting,
      socketTimeout: maxSilence,
      noDelay: true,
      // At the start, somebody waits for the reason.
      reconnectStrategy: (retries: number, cause: Error) => (wasReady ? toPause(retries) : cause),
    },
  } as Parameters<typeof createClient>[0])
  client.on('error', (error: Error) => {
    problem = `is not connected: ${error.message || (error as NodeJS.ErrnoException).code}`
  })
  client.on('ready', () => {
    problem = ''
  })
  try {
    await client.connect()
    wasReady = true
  } catch (error) {
    const { message, code, errors } = error as NodeJS.ErrnoException & { errors?: Error[] }
    const reason = errors?.[0]?.message ?? (message || String(code))
    throw away(`can't be used: ${reason}${toHint(url, reason)}`)
  }

  /** Calls that wait for their answers; those of long scripts, which others wait for too; and the looks since the last answer. */
  let waiting = 0
  let long = 0
  let silent = 0
  const timer = setInterval(() => {
    silent = waiting === 0 ? 0 : silent + 1
    if (silent < (long > 0 ? longPatience : patience)) return
    problem = 'does not respond'
    // All that wait get an error, and the next ones too until Redis answers again.
    client.destroy()
    client.connect().catch(() => {})
  }, tick)
  timer.unref()

  async function recover(error: Error, name: ScriptName, command: readonly string[]): Promise<RedisReply> {
    if (!(error instanceof ErrorReply))
      throw away(problem === '' ? `is not connected: ${error.message}` : problem)
    // The rest is about the script.
    const [reason = ''] = error.message.split(' script: ')
    const [code] = reason.split(' ')
    if (code !== 'NOSCRIPT') throw Object.assign(away(`refused a step: ${reason}`), { code })
    return await send(name, ['EVAL', commands[name].text, ...command.slice(2)])
  }
  async function send(name: ScriptName, command: readonly string[]): Promise<RedisReply> {
    if (!client.isReady) throw away(problem || 'is not connected')
    const isLong = longScripts.includes(name)
    waiting++
    if (isLong) long++
    try {
      return (await client.sendCommand(command)) as unknown as RedisReply
    } catch (error) {
      return await recover(error as Error, name, command)
    } finally {
      waiting--
      if (isLong) long--
      silent = 0
    }
  }

  return {
    run: (name, keys, args) =>
      send(name, ['EVALSHA', commands[name].sha, String(keys.length), ...keys, ...args]),
    close() {
      clearInterval(timer)
      client.destroy()
    },
  }
}
