import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseExactJson } from '../../src/contract/exact-json.ts'
import { validateNewPlant } from '../../src/contract/generated/validators.ts'
import type { NewPlant } from '../../src/contract/schemas.ts'

/** An answer of the small backend; a body that is no text is written as JSON. */
export interface SmallAnswer {
  status: number
  headers?: Record<string, string>
  body?: unknown
}

/** A request as the small backend reads it. */
interface SmallRequest {
  headers: IncomingMessage['headers']
  text: string
  /** The body as JSON; undefined where it is none. */
  value: unknown
  /** How many requests came before. */
  count: number
}

/** Replaces parts of a backend that is right. */
export interface SmallBackend {
  isAuthorized?: (authorization: string | undefined) => boolean
  parse?: (text: string) => unknown
  isValid?: (value: unknown) => boolean
  toKey?: (id: number | bigint) => unknown
  refuse?: (reason: 'credentials' | 'body' | 'stored') => SmallAnswer
  create?: (plant: NewPlant) => SmallAnswer
  /** Answers before all else; undefined goes on. */
  first?: (request: SmallRequest, response: ServerResponse) => SmallAnswer | 'handled' | undefined
  read?: (chunks: Buffer[]) => string
}

const wrongBody = (message: string): SmallAnswer => ({ status: 400, body: { error: 1, message } })

/** Starts a backend of its own, which knows nothing of the kit's, and is right but for what is replaced. */
export async function startSmallBackend({
  isAuthorized = (authorization) => authorization === 'Bearer local-token',
  parse = parseExactJson,
  isValid = validateNewPlant,
  toKey = (id) => id,
  refuse = (reason) =>
    reason === 'stored' ? { status: 409 } : reason === 'credentials' ? { status: 401 } : wrongBody(reason),
  create = ({ name, tag }) => ({ status: 200, body: { name, tag } }),
  first = () => undefined,
  read = (chunks) => Buffer.concat(chunks).toString(),
}: SmallBackend = {}): Promise<AsyncDisposable & { url: string }> {
  const stored = new Set<unknown>()
  let count = 0

  function answer(request: SmallRequest): SmallAnswer {
    if (!isAuthorized(request.headers.authorization)) return refuse('credentials')
    if (!isValid(request.value)) return refuse('body')
    const plant = request.value as NewPlant
    const key = toKey(plant.id)
    if (stored.has(key)) return refuse('stored')
    stored.add(key)
    return create(plant)
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      return
    }
    const text = read(chunks)
    let value: unknown
    try {
      value = parse(text)
    } catch {
      // Whatever is not JSON is no plant.
    }
    const received: SmallRequest = { headers: request.headers, text, value, count: count++ }
    const made = first(received, response) ?? answer(received)
    if (made === 'handled') return
    const isText = typeof made.body === 'string' || made.body === undefined || Buffer.isBuffer(made.body)
    response.writeHead(
      made.status,
      made.headers ?? (made.body === undefined ? {} : { 'content-type': 'application/json' }),
    )
    response.end(isText ? made.body : JSON.stringify(made.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
