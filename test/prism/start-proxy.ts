import { startValidationProxy, type ValidatedExchange } from '../../src/prism/start-validation-proxy.ts'

/** Headers of a correct request. */
export const headers = { authorization: 'Bearer local-token', 'content-type': 'application/json' }

/** The body of a correct request. */
export const right = '{"id":1,"name":"Fern"}'

/** Starts a proxy in front of a backend; `send` posts through it, and `rules` lists the violations. */
export async function startProxy(upstream: string, errors = false) {
  const exchanges: ValidatedExchange[] = []
  const proxy = await startValidationProxy(upstream, {
    port: 0,
    errors,
    onExchange: (exchange) => exchanges.push(exchange),
  })
  const send = (body: string | undefined, more: Record<string, string> = headers, init: RequestInit = {}) =>
    fetch(`${proxy.url}/plants`, {
      method: 'POST',
      headers: more,
      ...(body !== undefined && { body }),
      ...init,
    })
  const rules = () =>
    exchanges.flatMap(({ violations }) =>
      violations.map(({ side, severity, rule }) => `${severity} ${side} ${rule}`),
    )
  return { proxy, exchanges, send, rules, [Symbol.asyncDispose]: proxy.close }
}
