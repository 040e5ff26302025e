import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { createFolder } from '../tools/folder.ts'
import { takePort } from '../tools/listen.ts'
import { redisPath } from '../tools/optional-tools.ts'

/** A Redis of a test, in a temporary folder. */
export interface TestRedis extends AsyncDisposable {
  port: number
  /** Its address, with a namespace if there is one. */
  toUrl(namespace?: string): string
  /** Its process. */
  pid: number
  /** Sends a signal and waits for the end of the process. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Starts it again on the same port, with the same files. */
  restart(): Promise<void>
}

async function run(args: readonly string[]) {
  const child = spawn(redisPath ?? 'redis-server', ['-', ...args], { stdio: ['pipe', 'pipe', 'ignore'] })
  // Debian's own configuration is not read: an empty one comes through the standard input.
  child.stdin.end()
  const ended = once(child, 'exit')
  let output = ''
  for await (const line of createInterface(child.stdout)) {
    output += `${line}\n`
    if (line.includes('Ready to accept connections')) {
      child.stdout.resume()
      return { child, ended }
    }
  }
  throw new Error(`redis-server ended:\n${output}`)
}

/** Starts Redis on a free port of loopback. Nothing is written to disk unless the arguments say so. */
export async function startRedis(...args: readonly string[]): Promise<TestRedis> {
  const folder = createFolder()
  const taken = await takePort()
  await taken[Symbol.asyncDispose]()
  const { port } = taken
  const usual = ['--bind', '127.0.0.1', '--dir', folder.path, '--save', '']
  const all = args.includes('--tls-port') ? ['--port', '0', ...usual] : ['--port', String(port), ...usual]
  const command = [...all, ...args.map((arg) => (arg === 'PORT' ? String(port) : arg))]
  let running = await run(command)
  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    running.child.kill(signal)
    // A stopped process only ends by this signal.
    if (signal === 'SIGKILL') running.child.kill('SIGCONT')
    await running.ended
  }
  return {
    port,
    toUrl: (namespace) =>
      `redis://127.0.0.1:${port}${namespace === undefined ? '' : `?namespace=${namespace}`}`,
    get pid() {
      return running.child.pid ?? 0
    },
    stop,
    async restart() {
      running = await run(command)
    },
    async [Symbol.asyncDispose]() {
      if (running.child.exitCode === null && running.child.signalCode === null) await stop('SIGKILL')
      folder[Symbol.dispose]()
    },
  }
}
