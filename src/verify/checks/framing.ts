import { addAccess } from '../../http/access.ts'
import {
  asksForFewer,
  type Exchange,
  type HttpRequest,
  isSuccess,
  joinPieces,
  readHeader,
  wasTaken,
} from '../../http/exchange.ts'
import { toMoot, toVerdict, type Verdict, withExchanges } from '../../judge/finding.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { type Ask, chunked, toHttpRequest } from '../../probes/ask.ts'
import { createPlainPlant } from '../../probes/plain-plant.ts'
import { judgeCreated, judgeRefused } from '../judge-trial.ts'
import type { Check, Session, Trial } from '../trial.ts'

/** Makes a request with all that the service wants of its clients. */
const toRequest = (ask: Ask, session: Session): HttpRequest =>
  addAccess(toHttpRequest(ask, session), session.access)

/** Writes a message as it stands on the wire, with a body that is written in its own way. */
function toBytes(
  { method, path, headers, ...request }: HttpRequest,
  toBody = (body: string) => body,
  version = '1.1',
): Buffer {
  const fields = headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('')
  const body = toBody(joinPieces({ method, path, headers, ...request }).toString('latin1'))
  return Buffer.from(`${method} ${path} HTTP/${version}\r\n${fields}\r\n${body}`, 'latin1')
}

/** Sends bytes; returns nothing if an answer asks for fewer requests, which says nothing about them. */
async function send(session: Session, ...message: Parameters<Session['sendBytes']>): Promise<Exchange[]> {
  const exchanges = await session.sendBytes(...message)
  const isLimited = exchanges.some(({ outcome }) => outcome.kind === 'answer' && asksForFewer(outcome.answer))
  return isLimited ? [] : exchanges
}

const toHex = (length: number): string => length.toString(16)
const last = '0\r\n\r\n'

/** Writes a body in chunks of so many bytes. */
const inChunks =
  (size: number, toSize = toHex, end = last) =>
  (body: string): string =>
    (body.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [])
      .map((one) => `${toSize(one.length)}\r\n${one}\r\n`)
      .join('') + end

/** Chunks that RFC 9112 section 7.1 allows. */
const chunkForms: readonly (readonly [title: string, toBody: (body: string) => string, coding?: string])[] = [
  ['chunks of one byte', inChunks(1)],
  [
    'chunks of 1, 2, 3, and more bytes',
    (body) =>
      inChunks(1)(body.slice(0, 1)).replace(last, '') +
      inChunks(2)(body.slice(1, 3)).replace(last, '') +
      inChunks(13)(body.slice(3)),
  ],
  ['chunks with extensions', inChunks(9, (size) => `${toHex(size)};a;b=c;d="e;\\"f"`)],
  ['chunks with sizes in upper case', inChunks(30, (size) => toHex(size).toUpperCase())],
  ['chunks with sizes that begin with zeros', inChunks(30, (size) => toHex(size).padStart(8, '0'))],
  ['a last chunk of several zeros', inChunks(20, toHex, '0000\r\n\r\n')],
  ['chunks and trailers', inChunks(20, toHex, '0\r\nX-Checksum: 1\r\nX-Other: 2\r\n\r\n')],
  ['the coding Chunked', inChunks(20), 'Chunked'],
]

const tryChunks = ([title, toBody, coding = 'chunked']: (typeof chunkForms)[number]): Trial => ({
  title,
  async run(session) {
    const plant = createPlainPlant(session)
    const headers = { ...chunked, 'Transfer-Encoding': coding }
    const request = toRequest({ plant, headers }, session)
    const [exchange] = await send(session, [request], { pieces: [toBytes(request, toBody)] })
    const rules = { rule: 'accepts-chunked-body', legalStatus: 411 } as const
    return exchange === undefined ? [] : judgeCreated(session, exchange, plant, rules)
  },
})

/** Several requests that are sent before the first answer, of which each must get its own. */
const tryPipeline = (
  title: string,
  toAsks: readonly ('plant' | 'chunks' | 'refused' | 'unauthorized')[],
): Trial => ({
  title,
  steps: toAsks.length,
  async run(session) {
    const sent = toAsks.map((kind) => {
      const plant = createPlainPlant(session)
      const ask: Ask = {
        plant,
        ...(kind === 'refused' && { body: '{"id":"one"}' }),
        ...(kind === 'chunks' && { headers: chunked }),
        ...(kind === 'unauthorized' && { headers: { Authorization: null } }),
      }
      return { kind, plant, request: toRequest(ask, session) }
    })
    const pieces = [
      Buffer.concat(
        sent.map(({ kind, request }) => toBytes(request, kind === 'chunks' ? inChunks(20) : undefined)),
      ),
    ]
    const exchanges = await send(
      session,
      sent.map(({ request }) => request),
      { pieces },
    )
    const verdicts: Verdict[] = []
    for (const [index, { kind, plant }] of sent.entries()) {
      const exchange = exchanges[index]
      // A server may close the connection after any answer (RFC 9112 section 9.3.2), so that the rest was not read.
      if (exchange === undefined || (index > 0 && exchange.outcome.kind === 'dropped')) break
      verdicts.push(...judgePipelined(session, exchange, kind, plant))
      if (
        exchange.outcome.kind !== 'answer' ||
        /close/i.test(readHeader(exchange.outcome.answer, 'connection') ?? '')
      )
        break
    }
    return verdicts.map((verdict) => ({
      ...verdict,
      exchanges: [...new Set([...exchanges.slice(0, 1), ...verdict.exchanges])],
    }))
  },
})

function judgePipelined(
  session: Session,
  exchange: Exchange,
  kind: string,
  plant: ReturnType<typeof createPlainPlant>,
): Verdict[] {
  const rule = 'requests-in-a-row'
  if (kind === 'refused')
    return judgeRefused(session, exchange, {
      rule: 'refuses-missing-name',
      serverErrorRule: 'refused-body-no-5xx',
    })
  if (kind === 'unauthorized')
    return judgeRefused(session, exchange, {
      rule: 'refuses-missing-credentials',
      serverErrorRule: 'refused-credentials-no-5xx',
    })
  return judgeCreated(session, exchange, plant, {
    rule,
    textRule: rule,
    deliveryRule: rule,
    ...(kind === 'chunks' && { legalStatus: 411 }),
  })
}

const big = 2n ** 64n

/** Lengths that no body has, or that contradict each other (RFC 9110 section 8.6, RFC 9112 sections 6.3 and 7.1). */
const wrongLengths: readonly (readonly [
  title: string,
  toFields: (length: number) => Ask['headers'],
  toBody?: (body: string) => string,
])[] = [
  ['a Content-Length beyond 2^64', (length) => ({ 'Content-Length': String(big + BigInt(length)) })],
  ['a Content-Length beyond 2^32', (length) => ({ 'Content-Length': String(2n ** 32n + BigInt(length)) })],
  ['a negative Content-Length', (length) => ({ 'Content-Length': `-${length}` })],
  ['a Content-Length with a sign', (length) => ({ 'Content-Length': `+${length}` })],
  ['a hexadecimal Content-Length', (length) => ({ 'Content-Length': `0x${toHex(length)}` })],
  ['two different Content-Lengths', (length) => ({ 'Content-Length': [`${length}`, `${length - 1}`] })],
  ['a list of different Content-Lengths', (length) => ({ 'Content-Length': `${length}, ${length - 1}` })],
  [
    'a chunk size beyond 2^64',
    () => chunked,
    (body) => `1${toHex(body.length).padStart(16, '0')}\r\n${body}\r\n${last}`,
  ],
  ['a chunk size that is no number', () => chunked, (body) => `x${toHex(body.length)}\r\n${body}\r\n${last}`],
  ['a negative chunk size', () => chunked, (body) => `-${toHex(body.length)}\r\n${body}\r\n${last}`],
  [
    'a chunk without a line break after it',
    () => chunked,
    (body) => `${toHex(body.length)}\r\n${body}${last}`,
  ],
]

const tryLength = ([title, toFields, toBody]: (typeof wrongLengths)[number]): Trial => ({
  title,
  async run(session) {
    const plant = createPlainPlant(session)
    const { length } = joinPieces(toRequest({ plant }, session))
    const request = toRequest({ plant, headers: toFields(length) ?? {} }, session)
    const [exchange] = await send(session, [request], {
      pieces: [toBytes(request, toBody)],
      isLast: true,
    })
    const rule: RuleId = 'refuses-invalid-framing'
    // A server may wait for the rest of such a body, or close the connection.
    if (exchange?.outcome.kind !== 'answer')
      return [toMoot(rule, '/request', 'the service answers no request with an invalid length')]
    const { status } = exchange.outcome.answer
    const isWrong = isSuccess(status) || (status >= 500 && status !== 501)
    const problem = isWrong ? `the service must refuse this request with a 4xx, got ${status}` : undefined
    return withExchanges([toVerdict(rule, '/response/status', problem, { actual: `${status}` })], exchange)
  },
})

/** A request in HTTP/1.0, which a server may refuse, and one whose head comes in pieces. */
const others: readonly Check[] = [
  {
    rule: 'accepts-body-in-pieces',
    trials: () => [
      {
        title: 'a request whose head and body come in pieces',
        async run(session) {
          const plant = createPlainPlant(session)
          const request = toRequest({ plant }, session)
          const bytes = toBytes(request)
          const cuts = [0, 3, 20, bytes.indexOf('\r\n\r\n') + 3, bytes.length - 5, bytes.length]
          const pieces = cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end))
          const [exchange] = await send(session, [request], { pieces, pause: 15 })
          const rule = 'accepts-body-in-pieces'
          return exchange === undefined
            ? []
            : judgeCreated(session, exchange, plant, { rule, textRule: rule, deliveryRule: rule })
        },
      },
    ],
  },
  {
    rule: 'created-status',
    trials: () => [
      {
        title: 'a plain plant over HTTP/1.0',
        async run(session) {
          const plant = createPlainPlant(session)
          const request = toRequest({ plant }, session)
          const [exchange] = await send(session, [request], {
            pieces: [toBytes(request, undefined, '1.0')],
          })
          return exchange !== undefined && wasTaken(exchange) ? judgeCreated(session, exchange, plant) : []
        },
      },
    ],
  },
]

/** What RFC 9112 lets a client do with the framing of messages, and what it forbids. */
export const framing: readonly Check[] = [
  {
    rule: 'accepts-chunked-body',
    trials: ({ memory }) => (memory.isHttp10 ? [] : chunkForms.map(tryChunks)),
  },
  {
    rule: 'requests-in-a-row',
    trials: ({ memory }) =>
      memory.isHttp10
        ? []
        : [
            tryPipeline('four plain plants before the first answer', ['plant', 'plant', 'plant', 'plant']),
            tryPipeline('plants before and after a refused one, before the first answer', [
              'plant',
              'refused',
              'chunks',
              'plant',
            ]),
            tryPipeline('a plant without credentials after one with them, before the first answer', [
              'plant',
              'unauthorized',
              'plant',
            ]),
          ],
  },
  {
    rule: 'refuses-invalid-framing',
    trials: () => wrongLengths.map(tryLength),
  },
  ...others,
]
