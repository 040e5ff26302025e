import fastify, { type FastifyError } from 'fastify'
import { parse, parseNumberAndBigInt } from 'lossless-json'

interface Plant {
  name: string
  tag?: string
}

class HttpError extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

const plants = new Map<bigint, Plant>()
const app = fastify()

app.removeContentTypeParser('application/json')
app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
  try {
    done(null, parse(String(text), undefined, parseNumberAndBigInt))
  } catch {
    done(new HttpError(400, 'the body is not JSON'))
  }
})

app.setErrorHandler<FastifyError>((error, _request, reply) => {
  const { statusCode = 500, message } = error
  if (statusCode === 401) reply.header('WWW-Authenticate', 'Bearer')
  return reply
    .code(statusCode)
    .send({ error: statusCode, message: statusCode < 500 ? message : 'internal error' })
})

app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 404, message: 'no such path' }))

app.addHook('onRequest', async ({ headers }) => {
  const [, credentials] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
  if (credentials !== process.env['TOKEN']) throw new HttpError(401, 'a valid bearer token is required')
})

app.post('/plants', async ({ body }) => {
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
})

const url = await app.listen({ port: Number(process.env['PORT'] ?? 3000), host: '127.0.0.1' })
console.log(`Listening on ${url}`)
