import { operation } from '../../contract/generated/operation.ts'
import { type HttpRequest, joinPieces } from '../../http/exchange.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { withToken } from '../provider/ask-service.ts'

/** What a service may refuse or read in another way, although the variants take it; `steps` lead to its place in the request. */
interface Doubt {
  problem: string
  steps: readonly string[]
  rule?: RuleId
}

/** A request as the judge and the variants read it. */
export interface Sent {
  request: HttpRequest
  doubts: readonly Doubt[]
  /** Whether a service may refuse the request for one of the doubts. */
  isRefusable: boolean
}

/**
 * Headers that clients, browsers, proxies, and tracers send to any service, so that none may mind them. Another one, such
 * as `X-Api-Key`, means something only to a service that describes it.
 */
const usualHeaders =
  /^(?:accept|authorization|baggage|b3|cache-control|cdn-loop|cf|connection|content|cookie|date|device-memory|dnt|dpr|early-data|expect|forwarded|from|host|idempotency-key|if|keep-alive|max-forwards|origin|pragma|prefer|priority|proxy|purpose|range|referer|request-id|save-data|sec|sentry-trace|te|trace(?:parent|state)|trailer|transfer-encoding|true-client-ip|uber-trace-id|upgrade|user-agent|via|viewport-width|want|width|x-(?:amz|amzn|b3|client-ip|cloud-trace-context|correlation-id|csrf-token|datadog|envoy|forwarded|idempotency-key|original|real-ip|request-id|request-start|requested-with|trace-id|xsrf-token))(?:-.*)?$/

/** Matches what accepts JSON. */
const acceptsJson = /\*\/\*|application\/(?:json|\*)/i

const byteOrderMark = Buffer.of(0xef, 0xbb, 0xbf)

/** Returns whether an object in JSON has a member twice. */
function hasRepeatedMember(text: string): boolean {
  const names = [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined)
  // The reviver visits what is left of the members, and the whole as a member.
  let count = -1
  try {
    JSON.parse(text, function (this: unknown) {
      if (!Array.isArray(this)) count++
      return this
    })
  } catch {
    return false
  }
  return names.length > count
}

/** Reads a request of Pact's verifier, with this token in the place of another one. */
export function readSent(incoming: HttpRequest, token: string | undefined): Sent {
  const bytes = joinPieces(incoming)
  const isMarked = bytes.subarray(0, 3).equals(byteOrderMark)
  const body = isMarked ? bytes.subarray(3) : bytes
  const headers = incoming.headers.map(({ name, value }) => ({ name: name.toLowerCase(), value }))
  const list = (wanted: string): string[] =>
    headers.filter(({ name }) => name === wanted).map(({ value }) => value)
  const isUntyped = body.length > 0 && list('content-type').length === 0
  const accept = list('accept').join()
  const [, charset = 'utf-8'] = /;\s*charset="?([\w-]+)/i.exec(list('content-type').join()) ?? []
  const rows: readonly [isDoubtful: boolean, problem: string, place: string, rule?: RuleId][] = [
    [isUntyped, 'a service may refuse a body without a content type', 'headers'],
    [!/^utf-?8$/i.test(charset), 'a service may refuse other charsets than utf-8', 'headers/content-type'],
    [isMarked, 'a service may refuse a body with a byte order mark', 'body', 'byte-order-mark'],
    [
      hasRepeatedMember(body.toString()),
      'no standard says what a repeated member means',
      'body',
      'repeated-members',
    ],
    [
      accept !== '' && !acceptsJson.test(accept),
      `a service may answer only with ${operation.contentType}`,
      'headers/accept',
    ],
    [list('authorization').length > 1, 'a service may refuse several credentials', 'headers/authorization'],
  ]
  const refusable = rows
    .filter(([isDoubtful]) => isDoubtful)
    .map(([, problem, place, rule]) => ({ problem, steps: place.split('/'), ...(rule && { rule }) }))
  const unusual = headers
    .filter(({ name }) => !usualHeaders.test(name))
    .map(({ name }) => ({
      problem: `the specification has no request header ${name}`,
      steps: ['headers', name],
    }))
  const type = isUntyped ? [{ name: 'content-type', value: operation.contentType }] : []
  const request = { ...incoming, headers: [...headers, ...type], pieces: [body] }
  return {
    request: token === undefined ? request : withToken(request, token),
    doubts: [...refusable, ...unusual],
    isRefusable: refusable.length > 0,
  }
}
