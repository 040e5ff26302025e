import { fileURLToPath } from 'node:url'
import { decodeBody } from '../http/decode-body.ts'
import type { JudgedAnswer, JudgedRequest } from '../judge/exchange.ts'
import { judgeExchange } from '../judge/judge-exchange.ts'
import { loadPrism, type PrismResponse, silentLogger } from './load-prism.ts'
import { type Message, type ReceivedAnswer, type SentRequest, toHeaders } from './message.ts'
import { toViolations, type Violation } from './violation.ts'

export type ValidateExchange = (sent: SentRequest, answer?: ReceivedAnswer) => Promise<Violation[]>

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

/** Decodes the body of a message (RFC 9110 section 8.4). */
function toMessage({
  rawHeaders,
  body,
}: Message): Pick<JudgedRequest, 'headers' | 'body'> & { isMiscoded: boolean } {
  const named = toHeaders(rawHeaders)
  const bytes = Buffer.from(body)
  const decoded = decodeBody(bytes, named['content-encoding'])
  return { headers: Object.entries(named), body: decoded ?? bytes, isMiscoded: decoded === undefined }
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

/**
 * Makes the judge of exchanges: the judge of the kit, with Prism's messages for the same places.
 *
 * @throws {Error} if Prism is not installed
 */
export async function createValidateExchange(): Promise<ValidateExchange> {
  const prism = loadPrism()
  const description = fileURLToPath(new URL('../../openapi.yaml', import.meta.url))
  const operations = await prism.getHttpOperationsFromSpec(description)
  return async (sent, received) => {
    const path = sent.target.replace(/\?.*/s, '')
    const request = { method: sent.method, path, ...toMessage(sent) }
    const answer: JudgedAnswer | undefined = received && { status: received.status, ...toMessage(received) }
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
      method: sent.method.toLowerCase(),
      url: { path, query: {} },
      headers: Object.fromEntries(request.headers),
      body: toPrismBody(request.body),
    }
    const outcome = await instance.request(asked, operations)()
    const { input, output } = outcome._tag === 'Right' ? outcome.right.validations : { input: [], output: [] }
    return toViolations(judgeExchange(request, answer), { request: input, response: output })
  }
}
