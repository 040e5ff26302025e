import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { takePort } from '../tools/listen.ts'
import { type RequestName, requests } from './requests.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['--version'])
    return availableParallelism() > 1
  } catch {
    return false
  }
}

/** Whether servers and the load generator run on different cores. */
export const isPinned: boolean = hasTaskset()

/** The command that runs a script on a core. */
const onCore = (core: number, script: readonly string[]): [name: string, args: string[]] =>
  isPinned ? ['taskset', ['-c', String(core), process.execPath, ...script]] : [process.execPath, [...script]]

/** Starts the measured servers. */
export const contestants = {
  bare: () => start([here('bare.js')]),
  plantStore: (flags: readonly string[] = []) =>
    start([`${root}dist/plant-store.js`, 'start', '--port', '0', '--log', 'silent', ...flags]),
  /** A mock of a description that is read and compiled at its start, by default that of the plant store. */
  mock: (description = `${root}openapi.yaml`): Promise<Contestant> =>
    contestants.plantStore(['--openapi', description]),
  Fastify: () => start([here('fastify.ts')]),
  Scalar: (description: string) => start([here('scalar.ts'), description]),
  async Prism(description = `${root}openapi.yaml`): Promise<Contestant> {
    const { port, [Symbol.asyncDispose]: free } = await takePort()
    await free()
    const bin = `${root}node_modules/@stoplight/prism-cli/dist/index.js`
    return start([bin, 'mock', description, '--port', String(port)])
  },
}

/** A server in its own process. */
export interface Contestant extends AsyncDisposable {
  url: string
  /** The memory of the process in MB. */
  readMemory(): number
  /** The CPU time that the process used, in milliseconds; NaN if the system does not say. */
  readCpu(): number
  /** The number of the first request that was not sent yet. */
  next: bigint
}

/** Reads the CPU time that a process used, in milliseconds; NaN if the system does not say. */
function readCpuOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const times = threads.map((id) => readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0])
    return times.reduce((sum, time) => sum + Number(time) / 1e6, 0)
  } catch {
    return Number.NaN
  }
}

/** Starts a server and waits until it prints its address. */
async function start(script: readonly string[]): Promise<Contestant> {
  const [name, args] = onCore(0, script)
  const child: ChildProcess = spawn(name, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const exited = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output)
      if (found !== null) resolve(found[0])
    })
    child.on('exit', () => reject(new Error(`${script.join(' ')} ended`)))
  })
  return {
    url,
    next: 1n,
    readMemory() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
    },
    readCpu: () => readCpuOf(child.pid ?? 0),
    async [Symbol.asyncDispose]() {
      // A process that ends by itself keeps what it compiled for the next one.
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** What the load generator sends: each request has a number that is larger by one than that before. */
export interface Job {
  port: number
  request: RequestName
  connections: number
  count: number
  first: bigint
}

/** A result of the load generator; times in milliseconds, the rate in requests per second. */
export interface JobResult {
  rate: number
  p50: number
  p99: number
  statuses: Record<string, number>
}

export interface Load extends JobResult {
  /** The CPU time of the server for one request, in microseconds. */
  cpu: number
}

/** Starts the load generator, on another core than the servers; returns the function that gives it a job. */
function startGenerator(): (job: Job) => Promise<JobResult> {
  const [name, args] = onCore(1, [here('load.ts')])
  const child = spawn(name, args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  child.unref()
  child.on('exit', (code) => {
    throw new Error(`the load generator ended with exit code ${code}`)
  })
  const waiting = new Map<number, (result: JobResult) => void>()
  child.on('message', ({ number, result }: { number: number; result: JobResult }) => {
    waiting.get(number)?.(result)
    waiting.delete(number)
    if (waiting.size === 0) child.channel?.unref()
  })
  let last = 0
  return (job) =>
    new Promise((resolve) => {
      waiting.set(++last, resolve)
      child.channel?.ref()
      child.send({ number: last, job })
    })
}

let generate: ReturnType<typeof startGenerator> | undefined

/** Sends requests from 50 connections, each with a number of its own; throws if a response has an unexpected status. */
export async function load(contestant: Contestant, request: RequestName, count: number): Promise<Load> {
  const first = contestant.next
  contestant.next += BigInt(count)
  generate ??= startGenerator()
  const before = contestant.readCpu()
  const port = Number(new URL(contestant.url).port)
  const result = await generate({ port, request, connections: 50, count, first })
  if (result.statuses[requests[request](first).status] !== count)
    throw new Error(`${request} got ${JSON.stringify(result.statuses)}`)
  return { ...result, cpu: ((contestant.readCpu() - before) / count) * 1000 }
}
