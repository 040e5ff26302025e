import type { AddressInfo } from 'node:net'
import express, { type NextFunction, type Request, type Response } from 'express'
import { parse, parseNumberAndBigInt } from 'lossless-json'

interface Plant {
  name: string
  tag?: string
}

class HttpError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const token = process.env['TOKEN']
const plants = new Map<bigint, Plant>()

function authenticate(request: Request, response: Response, next: NextFunction): void {
  const [, credentials] = /^Bearer (.+)$/i.exec(request.get('Authorization') ?? '') ?? []
  if (credentials !== token) {
    response.set('WWW-Authenticate', 'Bearer')
    throw new HttpError(401, 'a valid bearer token is required')
  }
  next()
}

/** Parses the body as `express.json` does, but keeps all digits of an id. */
const json = [
  express.text({ type: 'application/json', limit: '1mb' }),
  (request: Request, _response: Response, next: NextFunction): void => {
    if (!request.is('application/json')) throw new HttpError(415, 'the content type must be application/json')
    try {
      request.body = parse(request.body, undefined, parseNumberAndBigInt)
    } catch {
      throw new HttpError(400, 'the body is not JSON')
    }
    next()
  },
]

function toNewPlant(body: unknown): Plant & { id: bigint } {
  if (typeof body !== 'object' || body === null) throw new HttpError(400, 'the body must be an object')
  const { id, name, tag } = body as Record<string, unknown>
  if (typeof id !== 'bigint' || BigInt.asIntN(64, id) !== id)
    throw new HttpError(400, 'id must be an integer of 64 bits')
  if (typeof name !== 'string') throw new HttpError(400, 'name must be a string')
  if (tag !== undefined && typeof tag !== 'string') throw new HttpError(400, 'tag must be a string')
  return { id, name, ...(tag !== undefined && { tag }) }
}

const app = express()
app.disable('x-powered-by')

app.post('/plants', authenticate, json, (request: Request, response: Response) => {
  const { id, ...plant } = toNewPlant(request.body)
  if (plants.has(id)) throw new HttpError(409, `the plant ${id} exists already`)
  plants.set(id, plant)
  response.json(plant)
})

app.all('/plants', (_request, response) => {
  response.set('Allow', 'POST')
  throw new HttpError(405, 'only POST is allowed')
})

app.use(() => {
  throw new HttpError(404, 'no such path')
})

app.use((error: Error & { status?: number }, _request: Request, response: Response, _next: NextFunction) => {
  const { status = 500 } = error
  response.status(status).json({ error: status, message: status < 500 ? error.message : 'internal error' })
})

const server = app.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
