import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse, parseNumberAndBigInt } from 'lossless-json'

interface Plant {
  name: string
  tag?: string
}

class HttpError extends Error {
  readonly status: number
  readonly headers: Record<string, string>

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

const token = process.env['TOKEN']
const maxBody = 1024 * 1024
const plants = new Map<bigint, Plant>()

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > maxBody) throw new HttpError(413, 'the body is too large', { Connection: 'close' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parseBody(text: string): unknown {
  try {
    return parse(text, undefined, parseNumberAndBigInt)
  } catch {
    throw new HttpError(400, 'the body is not JSON')
  }
}

function addPlant(body: unknown): Plant {
  if (typeof body !== 'object' || body === null) throw new HttpError(400, 'the body must be an object')
  const { id, name, tag } = body as Record<string, unknown>
  if (typeof id !== 'bigint' || BigInt.asIntN(64, id) !== id)
    throw new HttpError(400, 'id must be an integer of 64 bits')
  if (typeof name !== 'string') throw new HttpError(400, 'name must be a string')
  if (tag !== undefined && typeof tag !== 'string') throw new HttpError(400, 'tag must be a string')
  if (plants.has(id)) throw new HttpError(409, `the plant ${id} exists already`)
  const plant: Plant = { name, ...(tag !== undefined && { tag }) }
  plants.set(id, plant)
  return plant
}

async function handle(request: IncomingMessage): Promise<Plant> {
  const { method, url, headers } = request
  const [path] = (url ?? '').split('?')
  if (path !== '/plants') throw new HttpError(404, 'no such path')
  if (method !== 'POST') throw new HttpError(405, 'only POST is allowed', { Allow: 'POST' })
  const [, credentials] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
  if (credentials !== token)
    throw new HttpError(401, 'a valid bearer token is required', { 'WWW-Authenticate': 'Bearer' })
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw new HttpError(415, 'the content type must be application/json')
  return addPlant(parseBody(await readBody(request)))
}

const server = createServer(async (request, response) => {
  const send = (status: number, body: object, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
  try {
    send(200, await handle(request))
  } catch (error) {
    if (error instanceof HttpError)
      send(error.status, { error: error.status, message: error.message }, error.headers)
    else send(500, { error: 500, message: 'internal error' })
  }
})

server.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
