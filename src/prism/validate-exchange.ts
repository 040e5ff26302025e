import { fileURLToPath } from 'node:url'
import { operation } from '../contract/generated/operation.ts'
import { decodeBody } from '../http/decode-body.ts'
import { loadPrism, type PrismRequest, type PrismResponse, silentLogger } from './load-prism.ts'
import { type Message, type ReceivedAnswer, type SentRequest, toHeaders } from './message.ts'
import { type JsonBody, readJson, standIn } from './stand-in.ts'
import { type ExchangeFacts, toViolations, type Violation } from './violation.ts'

/** Judges a request and, where there is one, its answer. */
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

const toPath = (target: string): string => target.replace(/\?.*/s, '')

/** Reads the body of a message as it is meant: without its coding (RFC 9110 section 8.4). */
function readBody({ rawHeaders, body }: Message): JsonBody {
  const coding = toHeaders(rawHeaders)['content-encoding']
  const bytes = Buffer.from(body)
  return readJson(decodeBody(bytes, coding) ?? bytes)
}

/** Prism hangs on a body that is not JSON, so it never sees one. */
function toPrismBody(body: JsonBody): unknown {
  if (body.kind === 'json') return standIn(body.value)
  return body.kind === 'broken' ? {} : undefined
}

function toPrismRequest({ method, target, rawHeaders }: SentRequest, body: JsonBody): PrismRequest {
  const headers = toHeaders(rawHeaders)
  // Prism knows the scheme in one spelling alone (RFC 9110 section 11.1).
  const authorization = headers['authorization']?.replace(/^bearer(?= )/i, 'Bearer')
  return {
    method: method.toLowerCase(),
    url: { path: toPath(target), query: {} },
    headers: { ...headers, ...(authorization !== undefined && { authorization }) },
    body: toPrismBody(body),
  }
}

/** What Prism is not asked: bodies that are not JSON. Where there is such a body, nothing else is said of it. */
function findBrokenJson(
  { method, target }: SentRequest,
  body: JsonBody,
  answer: { status: number; body: JsonBody } | undefined,
): Violation[] {
  if (method !== operation.method || toPath(target) !== operation.path) return []
  const found: Violation[] = []
  if (body.kind === 'broken') {
    const message = 'Request body is not JSON'
    found.push({ side: 'request', severity: 'error', rule: 'refuses-malformed-json', message })
  }
  if (
    answer !== undefined &&
    Object.hasOwn(operation.answers, answer.status) &&
    answer.body.kind !== 'json'
  ) {
    const rule = answer.status === 200 ? 'created-is-json' : 'error-is-json'
    found.push({ side: 'response', severity: 'error', rule, message: 'Response body is not JSON' })
  }
  return found
}

const readMembers = (body: JsonBody): ExchangeFacts['sent'] =>
  body.kind === 'json' && typeof body.value === 'object' ? (body.value ?? {}) : {}

const isAboutBody = ({ path, message }: { path?: string[]; message: string }): boolean =>
  path?.[0] === 'body' || message.startsWith('Body')

/**
 * Makes the judge of exchanges: Prism with `openapi.yaml`, spared what it cannot judge.
 *
 * @throws {Error} where Prism is not installed
 */
export async function createValidateExchange(): Promise<ValidateExchange> {
  const prism = loadPrism()
  const description = fileURLToPath(new URL('../../openapi.yaml', import.meta.url))
  const operations = await prism.getHttpOperationsFromSpec(description)
  return async (sent, received) => {
    const body = readBody(sent)
    const answer = received && { ...received, body: readBody(received) }
    // Without an answer there is one that Prism has nothing against.
    const right: PrismResponse = answer
      ? { statusCode: answer.status, headers: toHeaders(answer.rawHeaders), body: toPrismBody(answer.body) }
      : { statusCode: 200, headers: {}, body: {} }
    const instance = prism.createInstance(config, {
      logger: silentLogger,
      forward: () => () => async () => ({ _tag: 'Right', right }),
    })
    const outcome = await instance.request(toPrismRequest(sent, body), operations)()
    const { input, output } = outcome._tag === 'Right' ? outcome.right.validations : { input: [], output: [] }
    const broken = findBrokenJson(sent, body, answer)
    const isKept = (side: Violation['side']) => (diagnostic: Parameters<typeof isAboutBody>[0]) =>
      !broken.some((violation) => violation.side === side) || !isAboutBody(diagnostic)
    const found = {
      input: input.filter(isKept('request')),
      output: answer === undefined ? [] : output.filter(isKept('response')),
    }
    const headers = toHeaders(sent.rawHeaders)
    const facts = {
      hasCredentials: headers['authorization'] !== undefined,
      isKnownPath: toPath(sent.target) === operation.path,
      isRequestRight: found.input.length === 0 && !broken.some(({ side }) => side === 'request'),
      sent: readMembers(body),
      status: answer?.status ?? 0,
    }
    return [...broken, ...toViolations(found, facts)]
  }
}
