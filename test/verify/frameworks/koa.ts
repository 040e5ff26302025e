import type { AddressInfo } from 'node:net'
import { bodyParser } from '@koa/bodyparser'
import Router, { type RouterContext } from '@koa/router'
import Koa, { type Context, type Next } from 'koa'
import { parse, parseNumberAndBigInt } from 'lossless-json'

interface Plant {
  name: string
  tag?: string
}

const plants = new Map<bigint, Plant>()

async function showErrors(ctx: Context, next: Next): Promise<void> {
  try {
    await next()
    if (ctx.status >= 400 && !ctx.body) ctx.throw(ctx.status)
  } catch (error) {
    const { status = 500, message, headers = {} } = error as Error & Partial<Context>
    ctx.set(headers as Record<string, string>)
    ctx.status = status
    ctx.body = { error: status, message: status < 500 ? message : 'internal error' }
  }
}

async function authenticate(ctx: Context, next: Next): Promise<void> {
  const [, credentials] = /^Bearer (.+)$/i.exec(ctx.get('Authorization')) ?? []
  if (credentials !== process.env['TOKEN'])
    ctx.throw(401, 'a valid bearer token is required', { headers: { 'WWW-Authenticate': 'Bearer' } })
  await next()
}

const router = new Router()

router.post('/plants', (ctx: RouterContext) => {
  ctx.assert(ctx.is('application/json'), 415, 'the content type must be application/json')
  let body: unknown
  try {
    body = parse(String(ctx.request.body), undefined, parseNumberAndBigInt)
  } catch {
    ctx.throw(400, 'the body is not JSON')
  }
  if (typeof body !== 'object' || body === null) ctx.throw(400, 'the body must be an object')
  const { id, name, tag } = body as Record<string, unknown>
  if (typeof id !== 'bigint' || BigInt.asIntN(64, id) !== id)
    ctx.throw(400, 'id must be an integer of 64 bits')
  if (typeof name !== 'string') ctx.throw(400, 'name must be a string')
  if (tag !== undefined && typeof tag !== 'string') ctx.throw(400, 'tag must be a string')
  if (plants.has(id)) ctx.throw(409, `the plant ${id} exists already`)
  const plant: Plant = { name, ...(tag !== undefined && { tag }) }
  plants.set(id, plant)
  ctx.body = plant
})

const app = new Koa()
app.use(showErrors)
app.use(authenticate)
// As text, because JSON.parse would round ids beyond 2^53.
app.use(bodyParser({ enableTypes: ['text'], extendTypes: { text: ['application/json'] } }))
app.use(router.routes())
app.use(router.allowedMethods())

const server = app.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
