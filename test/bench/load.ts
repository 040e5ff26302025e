// Sends requests over raw sockets, so that the generator needs less CPU than every server that it measures. It is one
// process for all rounds, so that each round finds it warm.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Job, JobResult } from './contestants.ts'
import { type BenchRequest, requests } from './requests.ts'

const credentials = 'Host: 127.0.0.1\r\nAuthorization: Bearer local-token\r\n'

function toText({ method, target, body }: BenchRequest): string {
  const head = `${method} ${target} HTTP/1.1\r\n${credentials}`
  if (body === undefined) return `${head}\r\n`
  return `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

/** Gives the length of the first answer in a buffer; undefined if it is incomplete. */
function findAnswerEnd(buffer: string): number | undefined {
  const headEnd = buffer.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  if (/^transfer-encoding: chunked/im.test(buffer.slice(0, headEnd)))
    return buffer.endsWith('\r\n0\r\n\r\n') ? buffer.length : undefined
  const length = /content-length: (\d+)/i.exec(buffer)
  const end = headEnd + 4 + Number(length?.[1])
  return buffer.length >= end ? end : undefined
}

/** The connections to each port, which stay open for all rounds, like those of clients. */
const pools = new Map<number, Promise<Socket[]>>()

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('latin1')
  await once(socket, 'connect')
  // The server ends after its last round, and another one may get its port.
  socket.on('error', () => {}).on('close', () => pools.delete(port))
  return socket
}

async function run({ port, request, connections, count, first }: Job): Promise<JobResult> {
  const pool = pools.get(port) ?? Promise.all(Array.from({ length: connections }, () => open(port)))
  pools.set(port, pool)
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  let sent = 0
  const load = (socket: Socket): Promise<void> =>
    new Promise((resolve, reject) => {
      let buffer = ''
      let start = 0
      function next(): void {
        if (sent === count) {
          socket.removeAllListeners('data').off('close', reject)
          resolve()
          return
        }
        const text = toText(requests[request](first + BigInt(sent++)))
        start = performance.now()
        socket.write(text)
      }
      socket.on('data', (text: string) => {
        buffer += text
        const end = findAnswerEnd(buffer)
        if (end === undefined) return
        latencies.push(performance.now() - start)
        const status = buffer.slice(9, 12)
        statuses[status] = (statuses[status] ?? 0) + 1
        buffer = buffer.slice(end)
        next()
      })
      socket.on('close', reject)
      next()
    })
  const sockets = await pool
  const start = performance.now()
  await Promise.all(sockets.map(load))
  const seconds = (performance.now() - start) / 1000
  latencies.sort((one, other) => one - other)
  const percentile = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
  return { rate: count / seconds, p50: percentile(0.5), p99: percentile(0.99), statuses }
}

process.on('message', async ({ number, job }: { number: number; job: Job }) => {
  process.send?.({ number, result: await run(job) })
})
