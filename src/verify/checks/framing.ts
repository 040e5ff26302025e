import { type Exchange, isSuccess, readHeader, readStatus } from '../../http/exchange.ts'
import { toMoot, toVerdict, type Verdict, withExchanges } from '../../judge/finding.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { type Ask, chunked } from '../../probes/ask.ts'
import type { SentPlant } from '../../probes/source.ts'
import { readPlant } from '../find-hiding.ts'
import { judgeCreated, judgeRefused } from '../judge-trial.ts'
import type { Check, Session, Trial } from '../trial.ts'
import { type Form, sendMessages, toMessage } from './messages-on-wire.ts'

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
  ['the coding Chunked', inChunks(20), 'Chunked'],
]

const tryChunks = ([title, toBody, coding = 'chunked']: (typeof chunkForms)[number]): Trial => ({
  title,
  async run(session) {
    const ask = { headers: { ...chunked, 'Transfer-Encoding': coding } }
    const message = toMessage({ ask, toBody }, session)
    const [exchange] = await sendMessages(session, [message])
    const rules = { rule: 'accepts-chunked-body', legalStatus: 411 } as const
    return exchange === undefined ? [] : judgeCreated(session, exchange, message.plant, rules)
  },
})

/** Requests of a series. */
const series = {
  plant: {},
  chunks: { ask: { headers: chunked }, toBody: inChunks(20) },
  trailers: {
    ask: { headers: chunked },
    toBody: inChunks(20, toHex, '0\r\nX-Checksum: 1\r\nX-Other: 2\r\n\r\n'),
  },
  refused: { ask: { body: '{"id":"one"}' } },
  unauthorized: { ask: { headers: { Authorization: null } } },
} satisfies Record<string, Form>

/** Several requests that are sent before the first answer, of which each must get its own. */
const tryPipeline = (title: string, kinds: readonly (keyof typeof series)[], rule: RuleId): Trial => ({
  title,
  steps: kinds.length,
  async run(session) {
    const sent = kinds.map((kind) => ({ kind, ...toMessage(series[kind], session) }))
    const exchanges = await sendMessages(session, sent)
    const verdicts: Verdict[] = []
    for (const [index, { kind, plant }] of sent.entries()) {
      const exchange = exchanges[index]
      // A server may close the connection after any answer (RFC 9112 section 9.3.2), so that the rest was not read.
      if (exchange === undefined || (index > 0 && exchange.outcome.kind === 'dropped')) break
      verdicts.push(...judgePipelined(session, exchange, { kind, plant, rule }))
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
  { kind, plant, rule }: { kind: keyof typeof series; plant: SentPlant; rule: RuleId },
): Verdict[] {
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
    deliveryRule: rule,
    // The rule about chunks doesn't rest on those about texts.
    ...(rule === 'requests-in-a-row' && { textRule: rule }),
    ...((kind === 'chunks' || kind === 'trailers') && { legalStatus: 411 }),
  })
}

const big = 2n ** 64n
const withLength =
  (toLength: (length: number) => string | readonly string[]) =>
  (length: number): Ask => ({ headers: { 'Content-Length': toLength(length) } })

/** Puts a space before the colon of a field, which every server must refuse (RFC 9112 section 5.1). */
const putSpace = (name: string) => (head: string) => head.replace(`${name}:`, `${name} :`)

/** Lengths that no body has, that contradict each other, or that servers read in two ways (RFC 9110 section 8.6, RFC 9112 sections 5.1, 6.1, 6.3, 7.1, and 8). */
const wrongLengths: readonly (readonly [title: string, form: Form])[] = [
  ['a Content-Length beyond 2^64', { ask: withLength((length) => String(big + BigInt(length))) }],
  ['a Content-Length beyond 2^32', { ask: withLength((length) => String(2n ** 32n + BigInt(length))) }],
  ['a negative Content-Length', { ask: withLength((length) => `-${length}`) }],
  ['a Content-Length with a sign', { ask: withLength((length) => `+${length}`) }],
  ['a Content-Length with a letter after it', { ask: withLength((length) => `${length}x`) }],
  ['a hexadecimal Content-Length', { ask: withLength((length) => `0x${toHex(length)}`) }],
  ['two different Content-Lengths', { ask: withLength((length) => [`${length}`, `${length - 1}`]) }],
  ['a list of different Content-Lengths', { ask: withLength((length) => `${length}, ${length - 1}`) }],
  ['a body that ends before its Content-Length', { ask: withLength((length) => `${length + 9}`) }],
  ['a space between Content-Length and its colon', { toHead: putSpace('Content-Length') }],
  ['a space between Authorization and its colon', { toHead: putSpace('Authorization') }],
  [
    'a chunk size beyond 2^64',
    {
      ask: { headers: chunked },
      toBody: (body) => `1${toHex(body.length).padStart(16, '0')}\r\n${body}\r\n${last}`,
    },
  ],
  [
    'a chunk size that is no number',
    { ask: { headers: chunked }, toBody: (body) => `x${toHex(body.length)}\r\n${body}\r\n${last}` },
  ],
  [
    'a negative chunk size',
    { ask: { headers: chunked }, toBody: (body) => `-${toHex(body.length)}\r\n${body}\r\n${last}` },
  ],
  [
    'a chunk without a line break after it',
    { ask: { headers: chunked }, toBody: (body) => `${toHex(body.length)}\r\n${body}${last}` },
  ],
  ['chunks without a last one', { ask: { headers: chunked }, toBody: inChunks(40, toHex, '') }],
  [
    'a transfer coding after chunked',
    { ask: { headers: { ...chunked, 'Transfer-Encoding': 'chunked, gzip' } }, toBody: inChunks(40) },
  ],
]

const rule: RuleId = 'refuses-invalid-framing'
const unanswered = toMoot(rule, '/request', 'the service answers no request with an invalid length')

const tryLength = ([title, form]: (typeof wrongLengths)[number]): Trial => ({
  title,
  async run(session) {
    const [exchange] = await sendMessages(session, [toMessage(form, session)], { isLast: true })
    const status = exchange && readStatus(exchange)
    // A server may wait for the rest of such a body, or close the connection.
    if (exchange === undefined || status === undefined) return [unanswered]
    const isWrong = isSuccess(status) || (status >= 500 && status !== 501)
    const problem = isWrong ? `the service must refuse this request with a 4xx, got ${status}` : undefined
    return withExchanges([toVerdict(rule, '/response/status', problem, { actual: `${status}` })], exchange)
  },
})

/** Requests with another request as their body, which nobody must take for one (RFC 9112 sections 6.1 and 6.3). */
const hiding: readonly (readonly [title: string, toForm: (hidden: string) => Form])[] = [
  ['a body without credentials', (body) => ({ ask: { headers: { Authorization: null }, body } })],
  [
    'a body with the content type text/plain',
    (body) => ({ ask: { headers: { 'Content-Type': 'text/plain' }, body } }),
  ],
  ['a body for an unknown path', (body) => ({ ask: { path: '/plants-of-nowhere', body } })],
  ['a body of GET', (body) => ({ ask: { method: 'GET', body } })],
  ['a malformed body', (body) => ({ ask: { body } })],
  [
    'a chunk after a Content-Length that ends before it',
    (hidden) => ({
      ask: {
        headers: { 'Content-Length': `${toHex(hidden.length).length + 2}`, 'Transfer-Encoding': 'chunked' },
        body: hidden,
      },
      toBody: inChunks(1e6),
    }),
  ],
]

const tryHiding = ([title, toForm]: (typeof hiding)[number]): Trial => ({
  title: `a request that is ${title}`,
  steps: 2,
  async run(session) {
    const hidden = toMessage({}, session)
    const outer = toMessage(toForm(hidden.bytes.toString('latin1')), session)
    // The next request shows where the service found the end of the body.
    const exchanges = await sendMessages(session, [outer, toMessage({}, session)])
    const [first, second] = exchanges
    if (first?.outcome.kind !== 'answer' || second === undefined) return [unanswered]
    const isTaken = readPlant(second).name === hidden.plant.name
    const problem = isTaken ? 'the service took the body of a request for the next request' : undefined
    return withExchanges([toVerdict(rule, '/response', problem)], ...exchanges)
  },
})

/** What RFC 9112 lets a client do with the framing of messages, and what it forbids. */
export const framing: readonly Check[] = [
  {
    rule: 'accepts-chunked-body',
    trials: ({ memory }) =>
      memory.isHttp10
        ? []
        : [
            ...chunkForms.map(tryChunks),
            tryPipeline(
              'chunks and trailers, then a plain plant',
              ['trailers', 'plant'],
              'accepts-chunked-body',
            ),
          ],
  },
  {
    rule: 'requests-in-a-row',
    trials: ({ memory }) =>
      memory.isHttp10
        ? []
        : (
            [
              ['four plain plants before the first answer', ['plant', 'plant', 'plant', 'plant']],
              [
                'plants before and after a refused one, before the first answer',
                ['plant', 'refused', 'chunks', 'plant'],
              ],
              [
                'a plant without credentials after one with them, before the first answer',
                ['plant', 'unauthorized', 'plant'],
              ],
            ] as const
          ).map(([title, kinds]) => tryPipeline(title, kinds, 'requests-in-a-row')),
  },
  { rule, trials: () => [...wrongLengths.map(tryLength), ...hiding.map(tryHiding)] },
  {
    rule: 'accepts-body-in-pieces',
    trials: () => [
      {
        title: 'a request whose head and body come in pieces',
        async run(session) {
          const { plant, request, bytes } = toMessage({}, session)
          const cuts = [0, 3, 20, bytes.indexOf('\r\n\r\n') + 3, bytes.length - 5, bytes.length]
          const pieces = cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end))
          const [exchange] = await sendMessages(session, [{ plant, request, bytes }], { pieces, pause: 10 })
          return exchange === undefined
            ? []
            : judgeCreated(session, exchange, plant, {
                rule: 'accepts-body-in-pieces',
                textRule: 'accepts-body-in-pieces',
              })
        },
      },
    ],
  },
]
