import { type Access, openAccess } from '../../http/access.ts'
import { type Exchange, type HttpRequest, type RequestHeader, readStatus } from '../../http/exchange.ts'
import { createAgent, sendRequest } from '../../http/send-request.ts'
import { serviceOptions } from '../../http/service-options.ts'
import { createTokenSource } from '../../http/token-source.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import type { VerifyProviderOptions } from './provider-options.ts'

export interface ServiceConnection extends Disposable {
  send(request: HttpRequest): Promise<Exchange>
  /** Sends the request of an interaction, with the token and the headers of the run. */
  ask(request: HttpRequest, isWrong: boolean): Promise<Exchange>
  /** Sends a request of the run itself, such as to the control API of a mock. */
  sendJson(method: string, path: string, value?: object): Promise<{ status: number; text: string }>
  /** The tokens so far, and other credentials. */
  secrets(): string[]
}

const nameOf = ({ name }: RequestHeader): string => name.toLowerCase()

/** Puts the headers of the run into a request. A credential that the pact leaves out, or that has to be wrong, stays so. */
function withHeaders(request: HttpRequest, { headers, curl }: Access, isWrong: boolean): HttpRequest {
  const sent = new Set(request.headers.map(nameOf))
  const own = headers.filter((one) => one.shell === undefined || (!isWrong && sent.has(nameOf(one))))
  const kept = request.headers.filter((one) => own.every((other) => nameOf(one) !== nameOf(other)))
  return { ...request, headers: [...kept, ...own], ...(curl !== '' && { curl }) }
}

/** Replaces bearer tokens; what can't be a token (RFC 6750 section 2.1) stays as it is. */
const withToken = (request: HttpRequest, token: string): HttpRequest => ({
  ...request,
  headers: request.headers.map((header) => {
    const [, scheme] = /^(bearer +)[\w.~+/-]+=*$/i.exec(header.value) ?? []
    return scheme === undefined || nameOf(header) !== 'authorization'
      ? header
      : { ...header, value: scheme + token, shell: `${scheme}$PLANT_STORE_TOKEN` }
  }),
})

export async function connectToService(
  base: URL,
  options: VerifyProviderOptions,
  signal: AbortSignal,
): Promise<ServiceConnection> {
  const { token, requestLimit: limit = serviceOptions.requestLimit.default } = options
  const access = openAccess(options)
  const agent = createAgent(base, access.tls)
  const tokens = token === undefined ? undefined : await createTokenSource(token, signal)
  async function send(request: HttpRequest): Promise<Exchange> {
    const start = performance.now()
    const startedAt = new Date().toISOString()
    const outcome = await sendRequest(request, { base, agent, limit, signal })
    return { request, outcome, startedAt, duration: performance.now() - start }
  }
  return {
    send,
    async ask(request, isWrong) {
      const own = withHeaders(request, access, isWrong)
      if (isWrong || tokens === undefined) return await send(own)
      const exchange = await send(withToken(own, tokens.current))
      // It may have expired.
      const isRenewed = readStatus(exchange) === 401 && tokens.isRenewable
      return isRenewed && (await tokens.renew(signal)) === undefined
        ? await send(withToken(own, tokens.current))
        : exchange
    },
    async sendJson(method, path, value) {
      const pieces = value === undefined ? [] : [Buffer.from(stringifyExactJson(value))]
      const headers = [
        { name: 'Host', value: base.host },
        { name: 'Content-Type', value: 'application/json' },
        { name: 'Content-Length', value: String(pieces[0]?.length ?? 0) },
        ...access.headers,
      ]
      const { outcome } = await send({ method, path, headers, pieces })
      if (outcome.kind !== 'answer') throw new Error(outcome.message)
      return { status: outcome.answer.status, text: String(outcome.answer.body) }
    },
    secrets() {
      const ofHeaders = access.headers.filter(({ shell }) => shell !== undefined).map(({ value }) => value)
      return [...(tokens?.all ?? []), ...ofHeaders]
    },
    [Symbol.dispose]: () => agent.destroy(),
  }
}
