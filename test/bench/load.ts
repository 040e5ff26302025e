// Sends POST /plants over raw sockets, so that the generator needs less CPU than every server that it measures:
// node load.ts PORT CONNECTIONS REQUESTS FIRST_ID new|same, and prints one JSON line.
import { connect } from 'node:net'

const [port = 0, connections = 0, requests = 0] = process.argv.slice(2, 5).map(Number)
const firstId = BigInt(process.argv[5] ?? 0)
const step = process.argv[6] === 'same' ? 0 : 1
const head =
  'POST /plants HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer local-token\r\nContent-Type: application/json\r\nContent-Length: '
const latencies: number[] = []
const statuses: Record<string, number> = {}
let sent = 0

/** Gives the length of the first answer in a buffer; undefined if it is incomplete. */
function findAnswerEnd(buffer: string): number | undefined {
  const headEnd = buffer.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const length = /content-length: (\d+)/i.exec(buffer)
  const end = headEnd + 4 + Number(length?.[1])
  return buffer.length >= end ? end : undefined
}

function run(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('latin1')
    let buffer = ''
    let start = 0
    function next(): void {
      if (sent === requests) {
        socket.end()
        resolve()
        return
      }
      const body = `{"id":${firstId + BigInt(step * sent++)},"name":"Monstera","tag":"foliage"}`
      start = performance.now()
      socket.write(`${head}${body.length}\r\n\r\n${body}`)
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
    socket.on('error', reject)
    socket.on('connect', next)
  })
}

const start = performance.now()
await Promise.all(Array.from({ length: connections }, run))
const seconds = (performance.now() - start) / 1000
latencies.sort((one, other) => one - other)
const percentile = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
console.log(
  JSON.stringify({ rate: requests / seconds, p50: percentile(0.5), p99: percentile(0.99), statuses }),
)
