// The baseline for replicas on Redis: the same step in one round trip, written by hand with node:http and the client alone.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { createClient } from '@redis/client'
import { keyNames, scripts } from '../../src/redis/scripts.ts'
import { toExactId } from './bare-id.js'

const client = await createClient({ url: process.argv[2], commandOptions: { timeout: 0 } }).connect()
const keys = keyNames.map((name) => `plant-store:{${process.argv[3]}}:${name}`)
const count = String(keys.length)
await client.eval(scripts.open, {
  keys,
  arguments: ['86400000', '0', '1', '', '', ''],
})
await client.scriptLoad(scripts.step)
const sha = createHash('sha1').update(scripts.step).digest('hex')

function send(response, status, value) {
  const body = JSON.stringify(value)
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    .end(body)
}

const server = createServer((request, response) => {
  const start = performance.now()
  const { method, url, headers } = request
  if (url !== '/plants') return send(response, 404, { error: 1, message: 'unknown path' })
  if (method !== 'POST') return send(response, 405, { error: 2, message: 'unknown method' })
  if (!/^bearer [\w\-.~+/]+=*$/i.test(headers.authorization ?? ''))
    return send(response, 401, { error: 3, message: 'no token' })
  if (!headers['content-type']?.startsWith('application/json'))
    return send(response, 415, { error: 4, message: 'not JSON' })
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', async () => {
    try {
      const text = Buffer.concat(chunks).toString()
      const { id: sent, name, tag } = JSON.parse(text)
      const id = toExactId(text, sent)
      if (Number.isNaN(id) || typeof name !== 'string' || (tag !== undefined && typeof tag !== 'string')) {
        return send(response, 400, { error: 5, message: 'not a plant' })
      }
      const plant = `{"id":${id},"name":${JSON.stringify(name)},"tag":${JSON.stringify(tag)}}`
      const masked = { ...headers, authorization: 'Bearer ***' }
      const record = JSON.stringify([Date.now(), performance.now() - start, method, url, masked, text])
      const step = ['', 'operation', url, '', '', String(id), plant, '', record, '1000']
      const result = await client.sendCommand(['EVALSHA', sha, count, ...keys, '0', ...step])
      if (result === 'd') return send(response, 409, { error: 6, message: 'already stored' })
      return send(response, 200, { name, tag })
    } catch {
      return send(response, 400, { error: 7, message: 'not JSON' })
    }
  })
})
server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`))
