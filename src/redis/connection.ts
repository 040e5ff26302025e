import { createHash } from 'node:crypto'
import { type ScriptName, scripts } from './scripts.ts'

/** Milliseconds until a request gives up on Redis, and until a call with many plants does. */
const patience = { request: 900, bulk: 10_000 } as const

/** Milliseconds between two looks for commands that Redis doesn't answer. */
const tick = 100

/** Milliseconds of silence after which the connection is made anew. */
const maxSilence = 5000

/** The most commands that wait for a Redis that is silent. */
const maxUnanswered = 10_000

/** An answer of Redis. */
export type Reply = string | number | null | Reply[]

/** A connection to Redis that makes itself anew. All calls share it, and wait for no other call. */
export interface Connection {
  /** Runs a script. Rejects with an Error that names the address. */
  run(
    name: ScriptName,
    keys: readonly string[],
    args: readonly string[],
    size?: keyof typeof patience,
  ): Promise<Reply>
  close(): void
}

/** What this needs of the client. */
type Client = Pick<
  ReturnType<typeof import('@redis/client').createClient>,
  'connect' | 'destroy' | 'isReady' | 'sendCommand' | 'on'
>

async function loadClient(): Promise<typeof import('@redis/client')> {
  try {
    return await import('@redis/client')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error('a store in Redis needs @redis/client. Run npm install @redis/client.', { cause: error })
  }
}

/** Errors that Redis answers, as opposed to those of the connection, begin with a word in upper case. */
const isAnswer = ({ message }: Error): boolean => /^[A-Z]+ /.test(message)

const commands = Object.fromEntries(
  Object.entries(scripts).map(([name, text]) => [
    name,
    { text, sha: createHash('sha1').update(text).digest('hex') },
  ]),
) as Record<ScriptName, { text: string; sha: string }>

interface Waiting {
  /** The tick at which its time is over. */
  end: number
  fail(error: Error): void
}

/**
 * Connects to Redis.
 *
 * @param url the address with credentials; errors have only `address`
 *
 * @throws {Error} if Redis can't be reached, or refuses the credentials
 */
export async function connect(url: string, address: string): Promise<Connection> {
  const { createClient } = await loadClient()
  const away = (reason: string): Error => new Error(`Redis at ${address} ${reason}`)
  const waiting = new Set<Waiting>()
  let ticks = 0
  /** When Redis stopped to answer. */
  let silentSince: number | undefined
  let unanswered = 0
  let wasReady = false
  let lastProblem = 'is not connected'

  const client: Client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: maxSilence / 2,
    socket: {
      connectTimeout: maxSilence,
      socketTimeout: maxSilence,
      noDelay: true,
      // At the start, somebody waits for the reason.
      reconnectStrategy: (retries: number, cause: Error) =>
        wasReady ? Math.min(500, 20 * 2 ** retries) : cause,
    },
  } as Parameters<typeof createClient>[0])
  client.on('error', (error: Error) => {
    lastProblem = `is not connected: ${error.message || (error as NodeJS.ErrnoException).code}`
  })
  try {
    await client.connect()
    wasReady = true
  } catch (error) {
    const { message, code, errors } = error as NodeJS.ErrnoException & { errors?: Error[] }
    throw away(`can't be used: ${errors?.[0]?.message ?? (message || code)}`)
  }

  const timer = setInterval(() => {
    ticks++
    // Those with more time may wait behind others.
    for (const one of waiting) {
      if (one.end > ticks) continue
      waiting.delete(one)
      silentSince ??= ticks
      one.fail(away('does not respond'))
    }
    if (silentSince === undefined || ticks - silentSince < maxSilence / tick) return
    silentSince = undefined
    client.destroy()
    client.connect().catch(() => {})
  }, tick)
  timer.unref()

  async function evaluate(name: ScriptName, rest: string[]): Promise<Reply> {
    return (await client.sendCommand(['EVAL', commands[name].text, ...rest])) as unknown as Reply
  }

  return {
    run(name, keys, args, size = 'request') {
      return new Promise((resolve, reject) => {
        if (!client.isReady) return reject(away(lastProblem))
        // Commands that nobody answers must not fill the memory.
        if (silentSince !== undefined && unanswered > maxUnanswered) return reject(away('does not respond'))
        const one: Waiting = { end: ticks + patience[size] / tick, fail: reject }
        waiting.add(one)
        unanswered++
        const rest = [String(keys.length), ...keys, ...args]
        function succeed(reply: unknown): void {
          silentSince = undefined
          unanswered--
          waiting.delete(one)
          resolve(reply as Reply)
        }
        function fail(error: Error): void {
          unanswered--
          waiting.delete(one)
          reject(away(`${isAnswer(error) ? 'refused a step' : 'is not connected'}: ${error.message}`))
        }
        client.sendCommand(['EVALSHA', commands[name].sha, ...rest]).then(succeed, (error: Error) => {
          if (!error.message.startsWith('NOSCRIPT')) return fail(error)
          evaluate(name, rest).then(succeed, fail)
        })
      })
    },
    close() {
      clearInterval(timer)
      client.destroy()
    },
  }
}
