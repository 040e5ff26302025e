import type { Agent } from 'node:http'
import type { Access } from '../../http/access.ts'
import { type Exchange, type HttpRequest, readStatus } from '../../http/exchange.ts'
import { createAgent, sendRequest } from '../../http/send-request.ts'
import { check } from '../../options/check.ts'
import { token as tokenSchema } from '../../options/values.ts'
import type { VerifyProviderOptions } from './provider-options.ts'

/** What a run knows besides its options. */
export type RunOptions = VerifyProviderOptions & {
  access: Access
  requestLimit: number
  signal: AbortSignal
  /** The tokens so far. */
  secrets: string[]
  mask(text: string): string
}

/** Sends requests to the service. */
export interface Connection extends Disposable {
  send(request: HttpRequest): Promise<Exchange>
  /** Sends the request of an interaction, with the token and the headers of the run. */
  ask(request: HttpRequest, isWrong: boolean): Promise<Exchange>
  /** Sends a request of the run itself, such as to the control API of a mock. */
  sendJson(method: string, path: string, body?: string): Promise<{ status: number; body: string }>
}

/** Puts the headers of the run into a request. A credential that the pact leaves out, or that has to be wrong, stays so. */
function withHeaders(request: HttpRequest, { headers, curl }: Access, isWrong: boolean): HttpRequest {
  const has = (all: HttpRequest['headers'], name: string): boolean =>
    all.some((one) => one.name.toLowerCase() === name.toLowerCase())
  const own = headers.filter(
    ({ name, shell }) => shell === undefined || (!isWrong && has(request.headers, name)),
  )
  const kept = request.headers.filter(({ name }) => !has(own, name))
  return { ...request, headers: [...kept, ...own], ...(curl !== '' && { curl }) }
}

/** Replaces bearer tokens; what can't be a token (RFC 6750 section 2.1) stays as it is. */
function withToken(request: HttpRequest, token: string | undefined, shell?: string): HttpRequest {
  const headers = request.headers.map((header) => {
    const [, scheme] = /^(bearer +)[\w.~+/-]+=*$/i.exec(header.value) ?? []
    if (token === undefined || scheme === undefined || header.name.toLowerCase() !== 'authorization')
      return header
    return { ...header, value: scheme + token, ...(shell && { shell: scheme + shell }) }
  })
  return { ...request, headers }
}

/** Opens the connections to the service, and gets the first token. */
export async function connect(base: URL, options: RunOptions): Promise<Connection> {
  const { access, requestLimit, signal, secrets } = options
  const agent: Agent = createAgent(base, access.tls)
  async function getToken(): Promise<string | undefined> {
    const token = typeof options.token === 'function' ? await options.token(signal) : options.token
    if (token === undefined) return undefined
    check(token, tokenSchema, 'the token')
    secrets.push(token)
    return token
  }
  let token = await getToken()
  async function send(request: HttpRequest): Promise<Exchange> {
    const start = performance.now()
    const startedAt = new Date().toISOString()
    const outcome = await sendRequest(request, { base, agent, limit: requestLimit, signal })
    return { request, outcome, startedAt, duration: performance.now() - start }
  }
  return {
    send,
    async ask(request, isWrong) {
      const own = withHeaders(request, access, isWrong)
      if (isWrong) return await send(own)
      const exchange = await send(withToken(own, token, '$PLANT_STORE_TOKEN'))
      if (readStatus(exchange) !== 401 || typeof options.token !== 'function') return exchange
      // It may have expired.
      token = await getToken()
      return await send(withToken(own, token, '$PLANT_STORE_TOKEN'))
    },
    async sendJson(method, path, body = '') {
      const headers = [
        { name: 'Host', value: base.host },
        { name: 'Content-Type', value: 'application/json' },
        { name: 'Content-Length', value: `${Buffer.byteLength(body)}` },
        ...access.headers,
      ]
      const pieces = body === '' ? [] : [Buffer.from(body)]
      const { outcome } = await send({ method, path, headers, pieces })
      if (outcome.kind !== 'answer') throw new Error(outcome.message)
      return { status: outcome.answer.status, body: outcome.answer.body.toString() }
    },
    [Symbol.dispose]: () => agent.destroy(),
  }
}
