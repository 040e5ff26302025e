import express, { type NextFunction, type Request, type Response } from 'express'
import fastify from 'fastify'
import { parseExactJson, validateNewPlant } from '../../src/index.ts'
import { type Listening, listen } from '../tools/listen.ts'

const token = 'local-token'

/** A refusal with its status. */
class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

function checkToken(authorization = ''): void {
  const [scheme = '', sent, ...more] = authorization.trim().split(/ +/)
  if (scheme.toLowerCase() !== 'bearer' || sent !== token || more.length > 0) {
    throw new Refusal(401, 'no valid bearer token')
  }
}

/** Reads the body with exact numbers, and stores the plant. */
function createPlants(): (body: string) => { name: string; tag?: string } {
  const plants = new Map<string, unknown>()
  return (body) => {
    let plant: unknown
    try {
      plant = parseExactJson(body)
    } catch {
      throw new Refusal(400, 'the body is not JSON')
    }
    if (!validateNewPlant(plant)) throw new Refusal(400, 'the body is no NewPlant')
    const { id, name, tag } = plant as { id: number | bigint; name: string; tag?: string }
    const key = String(BigInt(id))
    if (plants.has(key)) throw new Refusal(409, 'the id is taken')
    plants.set(key, plant)
    return { name, ...(tag !== undefined && { tag }) }
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new Refusal(400, 'the body is not UTF-8')
  }
}

/** A hand-written backend with Fastify. */
export async function startFastifyBackend(): Promise<Listening> {
  const app = fastify()
  const addPlant = createPlants()
  app.addHook('onRequest', async ({ headers }) => checkToken(headers.authorization))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => decode(body),
  )
  app.setErrorHandler((error: Error & { status?: number; statusCode?: number }, _request, reply) => {
    const status = error.status ?? error.statusCode ?? 500
    if (status === 401) reply.header('www-authenticate', 'Bearer realm="plants"')
    reply.code(status).send({ error: status, message: error.message })
  })
  app.post('/plants', async ({ body }) => addPlant((body as string | undefined) ?? ''))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, [Symbol.asyncDispose]: () => app.close() }
}

/** A hand-written backend with Express. */
export async function startExpressBackend(): Promise<Listening> {
  const app = express()
  const addPlant = createPlants()
  app.use(({ headers }, _response, next) => {
    checkToken(headers.authorization)
    next()
  })
  app.use((request, _response, next) => {
    const isJson = /^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')
    if (request.method === 'POST' && !isJson)
      throw new Refusal(415, 'the content type must be application/json')
    next()
  })
  app.use(express.raw({ type: () => true, limit: '1mb' }))
  app.post('/plants', ({ body }, response) => {
    response.json(addPlant(Buffer.isBuffer(body) ? decode(body) : ''))
  })
  app.use(
    (error: Error & { status?: number }, _request: Request, response: Response, _next: NextFunction) => {
      const status = error.status ?? 500
      if (status === 401) response.set('www-authenticate', 'Bearer realm="plants"')
      response.status(status).json({ error: status, message: error.message })
    },
  )
  return listen(app)
}
