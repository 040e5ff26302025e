import { fileURLToPath } from 'node:url'
import { operation } from '../contract/generated/operation.ts'
import { decodeBody } from '../verify/http/decode-body.ts'
import { loadPrism, type PrismRequest, type PrismResponse, silentLogger } from './load-prism.ts'
import { type Message, type ReceivedAnswer, type SentRequest, toHeaders } from './message.ts'
import { readJson, standIn } from './stand-in.ts'
import { toViolations, type Violation } from './violation.ts'

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

/** Reads a message as it is meant: without the coding of its body (RFC 9110 section 8.4). */
function decode<Kind extends Message>(message: Kind): Kind {
  const coding = toHeaders(message.rawHeaders)['content-encoding']
  return { ...message, body: decodeBody(Buffer.from(message.body), coding) }
}

function toPrismRequest({ method, target, rawHeaders, body }: SentRequest): PrismRequest {
  const headers = toHeaders(rawHeaders)
  const json = readJson(body)
  // Prism knows the scheme in one spelling alone (RFC 9110 section 11.1).
  const authorization = headers['authorization']?.replace(/^bearer(?= )/i, 'Bearer')
  return {
    method: method.toLowerCase(),
    url: { path: toPath(target), query: {} },
    headers: { ...headers, ...(authorization !== undefined && { authorization }) },
    // Prism hangs on a body that is not JSON, so it never sees one.
    body: json.isJson ? standIn(json.value) : body.length > 0 ? {} : undefined,
  }
}

function toPrismResponse({ status, rawHeaders, body }: ReceivedAnswer): PrismResponse {
  const json = readJson(body)
  const value = json.isJson ? standIn(json.value) : body.length > 0 ? {} : undefined
  return { statusCode: status, headers: toHeaders(rawHeaders), body: value }
}

/** What Prism is not asked: bodies that are not JSON. Where there is such a body, nothing else is said of it. */
function findBrokenJson(sent: SentRequest, answer: ReceivedAnswer | undefined): Violation[] {
  const isBroken = (body: Uint8Array): boolean => body.length > 0 && !readJson(body).isJson
  const found: Violation[] = []
  const { path, method, answers } = operation
  const isOfOperation = sent.method === method && toPath(sent.target) === path
  if (isOfOperation && isBroken(sent.body)) {
    const message = 'Request body is not JSON'
    found.push({ side: 'request', severity: 'error', rule: 'refuses-malformed-json', message })
  }
  if (
    isOfOperation &&
    answer !== undefined &&
    Object.hasOwn(answers, answer.status) &&
    !readJson(answer.body).isJson
  ) {
    const rule = answer.status === 200 ? 'created-is-json' : 'error-is-json'
    found.push({ side: 'response', severity: 'error', rule, message: 'Response body is not JSON' })
  }
  return found
}

function readId(body: Uint8Array): unknown {
  const json = readJson(body)
  return json.isJson && typeof json.value === 'object'
    ? (json.value as { id?: unknown } | null)?.id
    : undefined
}

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
  return async (encoded, encodedAnswer) => {
    const sent = decode(encoded)
    const answer = encodedAnswer && decode(encodedAnswer)
    // Without an answer there is one that Prism has nothing against.
    const response = answer ? toPrismResponse(answer) : undefined
    const right = response ?? { statusCode: 200, headers: {}, body: {} }
    const instance = prism.createInstance(config, {
      logger: silentLogger,
      forward: () => () => async () => ({ _tag: 'Right', right }),
    })
    const outcome = await instance.request(toPrismRequest(sent), operations)()
    const { input, output } = outcome._tag === 'Right' ? outcome.right.validations : { input: [], output: [] }
    const broken = findBrokenJson(sent, answer)
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
      id: readId(sent.body),
      status: answer?.status ?? 0,
    }
    return [...broken, ...toViolations(found, facts)]
  }
}
