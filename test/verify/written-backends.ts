import express, { type NextFunction, type Request, type Response } from 'express'
import fastify from 'fastify'
import { type Listening, listen } from '../tools/listen.ts'
import { correct, type Exchange, type NewPlant, Refusal } from './backends/parts.ts'

type Failure = Error & { status?: number; statusCode?: number }

function checkToken(authorization: string | undefined): void {
  if (!correct.isAuthorized(authorization)) throw new Refusal('credentials', 'no valid bearer token')
}

function readPlant(body: Buffer): NewPlant {
  try {
    return correct.toPlant(correct.parse(correct.decode(body)), correct, {} as Exchange)
  } catch {
    throw new Refusal('body', 'the body is no NewPlant')
  }
}

function createPlants(): (body: Buffer) => { name: string; tag?: string } {
  const ids = new Set<string>()
  return (body) => {
    const { id, ...texts } = readPlant(body)
    if (ids.has(String(id))) throw new Refusal('stored-id', 'the id is taken')
    ids.add(String(id))
    return texts
  }
}

function toAnswer(
  failure: Failure,
  authorization: string | undefined,
): { status: number; headers: Record<string, string>; body: object } {
  const { status = 500, statusCode = status, message } = failure
  const error = failure instanceof Refusal ? correct.toStatus(failure.kind) : statusCode
  const challenge = `Bearer realm="plants"${authorization === undefined ? '' : ', error="invalid_token"'}`
  const headers: Record<string, string> = error === 401 ? { 'www-authenticate': challenge } : {}
  return { status: error, headers, body: { error, message } }
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
    async (_request: unknown, body: Buffer) => body,
  )
  app.setErrorHandler((error: Failure, request, reply) => {
    const { status, headers, body } = toAnswer(error, request.headers.authorization)
    reply.code(status).headers(headers).send(body)
  })
  app.post('/plants', async ({ body }) => addPlant((body as Buffer | undefined) ?? Buffer.alloc(0)))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, [Symbol.asyncDispose]: () => app.close() }
}

/** A hand-written backend with Express. */
export async function startExpressBackend(): Promise<Listening> {
  const app = express()
  const addPlant = createPlants()
  app.use((request, _response, next) => {
    checkToken(request.headers.authorization)
    if (request.method === 'POST' && !correct.isJson(request.headers['content-type']))
      throw new Refusal('content-type', 'the content type must be application/json')
    next()
  })
  app.use(express.raw({ type: () => true, limit: '1mb' }))
  app.post('/plants', ({ body }, response) => {
    response.json(addPlant(Buffer.isBuffer(body) ? body : Buffer.alloc(0)))
  })
  app.use((error: Failure, request: Request, response: Response, _next: NextFunction) => {
    const { status, headers, body } = toAnswer(error, request.headers.authorization)
    response.status(status).set(headers).json(body)
  })
  return listen(app)
}
