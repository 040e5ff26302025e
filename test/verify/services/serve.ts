// What the services share: a server of node:http with routes, and the ways to respond that no description settles.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Listening, listen } from '../../tools/listen.ts'

/** A request as a service sees it. */
export interface Call {
  readonly method: string
  readonly route: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A response; a body that is no string is sent as JSON. */
export interface Reply {
  readonly status: number
  readonly body?: unknown
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What a handler throws to reject a request. */
export class Rejection extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

type Handler = (call: Call) => Reply | Promise<Reply>

/** The parts of a service: handlers by method and path, and the form of its errors. */
export interface Application {
  readonly routes: Readonly<Record<string, Handler>>
  /** Runs before any handler, also for unknown paths, where `route` is empty. */
  before?(call: Call): void
  toError(status: number, message: string): Reply
  /** Changes a response just before it is sent. */
  after?(call: Call, reply: Reply): Reply
}

/** Which mistake and which variant a service runs with. */
export interface Switches {
  /** Whether the service makes this mistake. */
  readonly wrong: (mistake: string) => boolean
  /** Whether the service behaves in this legal way. */
  readonly legal: (variant: string) => boolean
}

/** The legal ways to respond that every service can have. */
export const commonVariants: Readonly<Record<string, string>> = {
  'html-unknown-path': 'An unknown path gets a page of HTML.',
  'pretty-json': 'JSON is indented and ends with a newline.',
  charset: 'The content type of JSON has the parameter charset=utf-8.',
  'no-head': 'HEAD is rejected like any undocumented method.',
  'method-404': 'An undocumented method gets 404 instead of 405.',
  'extra-headers': 'Responses have headers that the description does not name.',
  chunked: 'Bodies are sent in chunks, without Content-Length.',
  'slow-reads': 'GET responds a few milliseconds later, so that responses overtake each other.',
}

/** Waits so long that a request that came at the same time gets its turn, however busy the machine is. */
export async function pause(milliseconds = 50): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
  await new Promise((resolve) => setImmediate(resolve))
}

/** Creates a clock that never gives the same time twice. */
export function createClock(): () => Date {
  let last = 0
  return () => {
    last = Math.max(Date.now(), last + 1)
    return new Date(last)
  }
}

function matchPath(template: string, path: string): Record<string, string> | undefined {
  const names: string[] = []
  const pattern = template.replaceAll(/\{(\w+)\}/g, (_, name) => {
    names.push(name)
    return '([^/]+)'
  })
  const match = new RegExp(`^${pattern}$`).exec(path)
  if (!match) return undefined
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]))
  } catch {
    return undefined
  }
}

async function respond(
  application: Application,
  { legal }: Switches,
  request: IncomingMessage,
  body: Buffer,
) {
  const [pathname = '', ...search] = (request.url ?? '/').split('?')
  const method = request.method ?? 'GET'
  const base = {
    method,
    query: new URLSearchParams(search.join('?')),
    headers: request.headers,
    body,
    params: {},
  }
  const asGet = method === 'HEAD' && !legal('no-head')
  const allowed: string[] = []
  for (const [route, handle] of Object.entries(application.routes)) {
    const [routeMethod = '', template = ''] = route.split(' ')
    const params = matchPath(template, pathname)
    if (!params) continue
    allowed.push(routeMethod)
    if (routeMethod !== (asGet ? 'GET' : method)) continue
    const call = { ...base, params, route }
    return { call, reply: await run(call, () => handle(call)) }
  }
  const call = { ...base, route: '' }
  const reply = await run(call, () => {
    if (allowed.length && !legal('method-404')) {
      throw new Rejection(405, `${method} is not possible here.`, { allow: allowed.join(', ') })
    }
    if (allowed.length || !legal('html-unknown-path')) throw new Rejection(404, 'There is nothing here.')
    return { status: 404, body: '<!doctype html><title>Not found</title>', type: 'text/html' }
  })
  return { call, reply }

  async function run(call: Call, handle: () => Reply | Promise<Reply>): Promise<Reply> {
    try {
      application.before?.(call)
      return await handle()
    } catch (error) {
      if (!(error instanceof Rejection)) return application.toError(500, 'Internal error')
      const reply = application.toError(error.status, error.message)
      return { ...reply, headers: { ...reply.headers, ...error.headers } }
    }
  }
}

// Node 24 writes and reads integers beyond 2^53 exactly, which TypeScript does not know yet.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }
const toExact = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? rawJSON(String(value)) : value

function write(response: ServerResponse, method: string, reply: Reply, { legal }: Switches): void {
  const headers: Record<string, string> = { ...reply.headers }
  if (legal('extra-headers')) {
    Object.assign(headers, {
      'x-request-id': crypto.randomUUID(),
      'cache-control': 'no-store',
      vary: 'origin',
    })
  }
  if (reply.body === undefined) {
    response
      .writeHead(reply.status, reply.status === 204 ? headers : { ...headers, 'content-length': '0' })
      .end()
    return
  }
  const isJson = !(typeof reply.body === 'string' && reply.type)
  const text = isJson
    ? JSON.stringify(reply.body, toExact, legal('pretty-json') ? 2 : 0) + (legal('pretty-json') ? '\n' : '')
    : String(reply.body)
  const body = Buffer.from(text)
  const type = reply.type ?? 'application/json'
  headers['content-type'] = isJson && legal('charset') ? `${type}; charset=utf-8` : type
  if (!legal('chunked')) headers['content-length'] = String(body.length)
  response.writeHead(reply.status, headers)
  if (method === 'HEAD') response.end()
  else {
    if (legal('chunked')) response.write(body.subarray(0, body.length / 2))
    response.end(legal('chunked') ? body.subarray(body.length / 2) : body)
  }
}

/** Serves an application at a free port of this machine. */
export const serve = (application: Application, switches: Switches): Promise<Listening> =>
  listen(async (request, response) => {
    let body: Buffer
    try {
      body = await buffer(request)
    } catch {
      return
    }
    const { call, reply } = await respond(application, switches, request, body)
    if (switches.legal('slow-reads') && call.method === 'GET') await pause(Math.random() * 8)
    write(response, call.method, application.after?.(call, reply) ?? reply, switches)
  })
