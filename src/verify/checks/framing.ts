import { readStatus } from '../../http/exchange.ts'
import { toMoot, toVerdict, withExchanges } from '../../judge/finding.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { readPlant } from '../../judge/read-body.ts'
import { judge } from '../judge.ts'
import type { Check, Trial } from '../trial.ts'
import { type Form, sendMessages, toMessage } from './messages-on-wire.ts'
import { inChunks, toHex, unanswered } from './wire-forms.ts'

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
  ['a body with the Content-Length x', (body) => ({ ask: { headers: { 'Content-Length': 'x' }, body } })],
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

/** Sends a body only after a 100, or after another answer, however long that takes. */
const awaitContinue: Trial = {
  title: 'a body that waits for a 100 however long it takes',
  async run(session) {
    const message = toMessage({ ask: { headers: { Expect: '100-continue' } } }, session)
    const end = message.bytes.indexOf('\r\n\r\n') + 4
    const pieces = [message.bytes.subarray(0, end), message.bytes.subarray(end)]
    const [exchange] = await sendMessages(session, [message], { pieces, waitsFor100: true })
    if (exchange === undefined) return []
    const rule = 'ignores-other-headers'
    const problem =
      'neither a 100 nor another answer came before the body, which waits for it (Expect: 100-continue)'
    if (exchange.outcome.kind === 'timeout')
      return withExchanges([toVerdict(rule, '/response', problem)], exchange)
    // Whoever refuses the head needs no body.
    if ((readStatus(exchange) ?? 0) >= 400)
      return [toMoot(rule, '/request', 'the service refuses requests that expect a 100')]
    return judge(session, exchange, { promise: 'plant', rule })
  },
}

/** What RFC 9112 lets a client do with the framing of messages, and what it forbids. */
export const framing: readonly Check[] = [
  { rule: 'ignores-other-headers', trials: ({ memory }) => (memory.isHttp10 ? [] : [awaitContinue]) },
  { rule, trials: () => hiding.map(tryHiding) },
  {
    rule: 'accepts-body-in-pieces',
    trials: () => [
      {
        title: 'a request whose head and body come in pieces',
        async run(session) {
          const message = toMessage({}, session)
          const { bytes } = message
          const cuts = [0, 3, 20, bytes.indexOf('\r\n\r\n') + 3, bytes.length - 5, bytes.length]
          const pieces = cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end))
          const [exchange] = await sendMessages(session, [message], { pieces, pause: 10 })
          return exchange === undefined
            ? []
            : judge(session, exchange, {
                promise: 'plant',
                rule: 'accepts-body-in-pieces',
                textRule: 'accepts-body-in-pieces',
              })
        },
      },
    ],
  },
]
