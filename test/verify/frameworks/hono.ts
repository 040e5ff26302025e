import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { bearerAuth } from 'hono/bearer-auth'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { parse, parseNumberAndBigInt } from 'lossless-json'

interface Plant {
  name: string
  tag?: string
}

const toError = (error: number, message: string) => ({ error, message })
const plants = new Map<bigint, Plant>()

function toNewPlant(text: string): Plant & { id: bigint } {
  let body: unknown
  try {
    body = parse(text, undefined, parseNumberAndBigInt)
  } catch {
    throw new HTTPException(400, { message: 'the body is not JSON' })
  }
  if (typeof body !== 'object' || body === null)
    throw new HTTPException(400, { message: 'the body must be an object' })
  const { id, name, tag } = body as Record<string, unknown>
  if (typeof id !== 'bigint' || BigInt.asIntN(64, id) !== id)
    throw new HTTPException(400, { message: 'id must be an integer of 64 bits' })
  if (typeof name !== 'string') throw new HTTPException(400, { message: 'name must be a string' })
  if (tag !== undefined && typeof tag !== 'string')
    throw new HTTPException(400, { message: 'tag must be a string' })
  return { id, name, ...(tag !== undefined && { tag }) }
}

const app = new Hono()

app.use(
  bearerAuth({
    token: process.env['TOKEN'] ?? '',
    noAuthenticationHeader: { message: toError(401, 'a bearer token is required') },
    invalidAuthenticationHeader: { message: toError(400, 'the header Authorization is malformed') },
    invalidToken: { message: toError(401, 'the token is not valid') },
  }),
)
app.use(
  bodyLimit({ maxSize: 1024 * 1024, onError: (c) => c.json(toError(413, 'the body is too large'), 413) }),
)

app.post('/plants', async (c) => {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('Content-Type') ?? ''))
    throw new HTTPException(415, { message: 'the content type must be application/json' })
  const { id, ...plant } = toNewPlant(await c.req.text())
  if (plants.has(id)) throw new HTTPException(409, { message: `the plant ${id} exists already` })
  plants.set(id, plant)
  return c.json(plant)
})

app.all('/plants', (c) => c.json(toError(405, 'only POST is allowed'), 405, { Allow: 'POST' }))
app.notFound((c) => c.json(toError(404, 'no such path'), 404))
app.onError((error, c) => {
  if (!(error instanceof HTTPException)) return c.json(toError(500, 'internal error'), 500)
  return error.res ?? c.json(toError(error.status, error.message), error.status)
})

serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 3000), hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`Listening on http://127.0.0.1:${port}`)
})
