import { fileURLToPath } from 'node:url'
import { cutQuery, type HttpAnswer, type HttpRequest, readSentBody } from '../http/exchange.ts'
import { judgeExchange } from '../judge/judge-exchange.ts'
import { loadPrism, type PrismResponse, silentLogger } from './load-prism.ts'
import { toViolations, type Violation } from './violation.ts'

export type ValidateExchange = (
  request: HttpRequest,
  target: string,
  answer?: HttpAnswer,
) => Promise<Violation[]>

const config = {
  isProxy: true,
  upstream: new URL('http://upstream.invalid'),
  upstreamProxy: undefined,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  mock: { dynamic: false },
}

/** Returns a body in the form that Prism takes. Prism hangs on a body that isn't JSON, so it never gets one. */
function toPrismBody(body: Uint8Array | undefined): unknown {
  if (body === undefined || body.length === 0) return undefined
  try {
    return JSON.parse(Buffer.from(body).toString())
  } catch {
    return {}
  }
}

/** Makes a function that judges exchanges: with the judge of the kit, and with Prism's messages for the same places. */
export async function createValidateExchange(): Promise<ValidateExchange> {
  const prism = loadPrism()
  const description = fileURLToPath(new URL('../../openapi.yaml', import.meta.url))
  const operations = await prism.getHttpOperationsFromSpec(description)
  return async (sent, target, answer) => {
    const path = cutQuery(target)
    const { method } = sent
    const headers = [...new Map(sent.headers.map((header) => [header.name.toLowerCase(), header])).values()]
    const named = Object.fromEntries(sent.headers.map(({ name, value }) => [name.toLowerCase(), value]))
    // If there is no answer, Prism gets a correct one.
    const right: PrismResponse = {
      statusCode: answer?.status ?? 200,
      headers: Object.fromEntries(answer?.headers ?? []),
      body: toPrismBody(answer?.body) ?? (answer === undefined ? {} : undefined),
    }
    const instance = prism.createInstance(config, {
      logger: silentLogger,
      forward: () => () => async () => ({ _tag: 'Right', right }),
    })
    const asked = {
      method: method.toLowerCase(),
      url: { path, query: {} },
      headers: named,
      body: toPrismBody(readSentBody(sent)),
    }
    const outcome = await instance.request(asked, operations)()
    const { input, output } = outcome._tag === 'Right' ? outcome.right.validations : { input: [], output: [] }
    return toViolations(judgeExchange({ ...sent, path, headers }, answer), {
      request: input,
      response: output,
    })
  }
}
