import { announcesClose, type Exchange } from '../../http/exchange.ts'
import { toVerdict, type Verdict, withExchanges } from '../../judge/finding.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { chunked } from '../../probes/ask.ts'
import type { SentPlant } from '../../probes/source.ts'
import { readPlant } from '../find-hiding.ts'
import { judgeCreated, judgeRefused } from '../judge-trial.ts'
import type { Check, Session, Trial } from '../trial.ts'
import { type Form, findSwapped, sendMessages, toMessage } from './messages-on-wire.ts'
import { inChunks, toHex, unanswered } from './wire-forms.ts'

/** Requests of a series. */
const series = {
  plant: {},
  chunks: { ask: { headers: chunked }, toBody: inChunks(20) },
  refused: { ask: { body: '{"id":"one"}' } },
  unauthorized: { ask: { headers: { Authorization: null } } },
} satisfies Record<string, Form>

const pipelined: RuleId = 'answers-pipelined-requests'

/** Several requests that are sent before the first answer, of which each must get its own. */
const tryPipeline = (title: string, kinds: readonly (keyof typeof series)[]): Trial => ({
  title,
  steps: kinds.length,
  async run(session) {
    const sent = kinds.map((kind) => ({ kind, ...toMessage(series[kind], session) }))
    const exchanges = await sendMessages(session, sent)
    const swapped = findSwapped(sent, exchanges)
    if (swapped.length > 0) return swapped
    const verdicts: Verdict[] = []
    for (const [index, { kind, plant }] of sent.entries()) {
      const exchange = exchanges[index]
      // A server may close the connection after any answer (RFC 9112 section 9.3.2), so that the rest was not read.
      if (exchange === undefined || (index > 0 && exchange.outcome.kind === 'dropped')) break
      verdicts.push(...judgePipelined(session, exchange, kind, plant))
      if (exchange.outcome.kind !== 'answer' || announcesClose(exchange.outcome.answer)) break
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
  kind: keyof typeof series,
  plant: SentPlant,
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
    rule: pipelined,
    deliveryRule: pipelined,
    textRule: pipelined,
    ...(kind === 'chunks' && { legalStatus: 411 }),
  })
}

const rule: RuleId = 'refuses-invalid-framing'

/** Requests with another request as their body, which nobody must take for one (RFC 9112 sections 6.1 and 6.3). */
const hiding: readonly (readonly [title: string, toForm: (hidden: string) => Form, isLast?: boolean])[] = [
  ['a body without credentials', (body) => ({ ask: { headers: { Authorization: null }, body } })],
  [
    'a body with the content type text/plain',
    (body) => ({ ask: { headers: { 'Content-Type': 'text/plain' }, body } }),
  ],
  ['a body for an unknown path', (body) => ({ ask: { path: '/plants-of-nowhere', body } })],
  ['a body of GET', (body) => ({ ask: { method: 'GET', body } })],
  ['a malformed body', (body) => ({ ask: { body } })],
  ...['x', '-1'].map(
    (length) =>
      [
        `a body with the Content-Length ${length}`,
        (body: string): Form => ({ ask: { headers: { 'Content-Length': length }, body } }),
      ] as const,
  ),
  [
    'a body with the transfer coding gzip',
    (body) => ({ ask: { headers: { 'Content-Length': null, 'Transfer-Encoding': 'gzip' }, body } }),
  ],
  // Whoever refuses so much before it has come must not read on (RFC 9112 section 9.3).
  [
    'a body with a Content-Length of 1 GB',
    (body) => ({ ask: { headers: { 'Content-Length': '1000000000' }, body } }),
    true,
  ],
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

const tryHiding = ([title, toForm, isLast = false]: (typeof hiding)[number]): Trial => ({
  title: `a request that is ${title}`,
  steps: 2,
  async run(session) {
    const hidden = toMessage({}, session)
    const outer = toMessage(toForm(hidden.bytes.toString('latin1')), session)
    // The next request shows where the service found the end of the body.
    // A service that waits for the rest of a body must see that nothing more comes.
    const exchanges = await sendMessages(session, [outer, toMessage({}, session)], { isLast })
    const [first, second] = exchanges
    if (first?.outcome.kind !== 'answer' || second === undefined) return [unanswered(rule)]
    const isTaken = readPlant(second).name === hidden.plant.name
    const problem = isTaken ? 'the service took the body of a request for the next request' : undefined
    return withExchanges([toVerdict(rule, '/response', problem)], ...exchanges)
  },
})

/** What RFC 9112 lets a client do with the framing of messages, and what it forbids. */
export const framing: readonly Check[] = [
  {
    rule: pipelined,
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
  { rule, trials: () => hiding.map(tryHiding) },
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
