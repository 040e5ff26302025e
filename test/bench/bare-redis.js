// The baseline for replicas on Redis: the same step in one round trip, written by hand with the client alone.
import { createHash } from 'node:crypto'
import { createClient } from '@redis/client'
import { keyNames } from '../../src/redis/script-parts.ts'
import { scripts } from '../../src/redis/scripts.ts'
import { listenBare } from './bare-server.js'

const client = await createClient({ url: process.argv[2], commandOptions: { timeout: 0 } }).connect()
const keys = keyNames.map((name) => `plant-store:{${process.argv[3]}}:${name}`)
const count = String(keys.length)
await client.eval(scripts.open, {
  keys,
  arguments: ['86400000', '0', '1', '', '', ''],
})
await client.scriptLoad(scripts.step)
const sha = createHash('sha1').update(scripts.step).digest('hex')

listenBare(async ({ id, name, tag }, text, { method, url, headers }, send) => {
  const start = performance.now()
  const plant = `{"id":${id},"name":${JSON.stringify(name)},"tag":${JSON.stringify(tag)}}`
  const masked = { ...headers, authorization: 'Bearer ***' }
  const record = JSON.stringify([Date.now(), performance.now() - start, method, url, masked, text])
  const step = ['', 'operation', url, '', '', String(id), plant, '', record, '1000']
  const result = await client.sendCommand(['EVALSHA', sha, count, ...keys, '0', ...step])
  if (result === 'd') send(409, { error: 6, message: 'already stored' })
  else send(200, { name, tag })
})
