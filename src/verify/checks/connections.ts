import { announcesClose, readStatus, wasTaken } from '../../http/exchange.ts'
import { toMoot, toVerdict, withExchanges } from '../../judge/finding.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { judgeCreated } from '../judge-trial.ts'
import type { Check, Trial } from '../trial.ts'
import { type Form, findSwapped, sendMessages, toMessage } from './messages-on-wire.ts'
import { inChunks, unanswered } from './wire-forms.ts'

const ofHttp = 'answer-follows-http'
const ofClose = 'announces-close'
const ofLengths = 'closes-after-two-lengths'
const expectation = { headers: { Expect: '100-continue' } }

/** Requests after which a connection ends, with the rule that is broken if it doesn't, or may end. */
const closings: readonly (readonly [title: string, form: Form, rule: RuleId | undefined])[] = [
  ...[['close'], ['te, close'], ['Close, te'], ['te', 'close']].map(
    (values) =>
      [
        `a plain plant with Connection: ${values.join(' and ')}, and another one after it`,
        { ask: { headers: { Connection: values } } },
        ofHttp,
      ] as const,
  ),
  [
    'a plain plant in chunks and with a Content-Length, and another one after it',
    {
      ask: (length) => ({ headers: { 'Content-Length': `${length}`, 'Transfer-Encoding': 'chunked' } }),
      toBody: inChunks(1000),
    },
    ofLengths,
  ],
  ...(
    [
      ['a plain plant', {}],
      ['a body cut short', { body: '{' }],
      ['a request without credentials', { headers: { Authorization: null } }],
      ['a request for another path', { path: '/plants-of-nowhere' }],
    ] as const
  ).map(([what, ask]) => [`${what}, and a plain plant on the same connection`, { ask }, undefined] as const),
]

/** Sends a request and another one after it: a connection ends if the request or its answer says so, and no other ends without a word (RFC 9112 sections 9.3 and 9.6). */
const tryClosing = ([title, form, rule]: (typeof closings)[number]): Trial => ({
  title,
  steps: 2,
  async run(session) {
    const sent = [toMessage(form, session), toMessage({}, session)]
    const exchanges = await sendMessages(session, sent)
    const swapped = findSwapped(sent, exchanges)
    if (swapped.length > 0) return swapped
    const [first, second] = exchanges
    const isOfLengths = rule === ofLengths
    if (first?.outcome.kind !== 'answer' || second === undefined) return isOfLengths ? [unanswered(rule)] : []
    const { answer } = first.outcome
    const isAsked = rule !== undefined
    // Some parsers refuse the second request before the first one is answered.
    if (isAsked && !isOfLengths && !wasTaken(first)) return []
    const isRefused = isOfLengths && !wasTaken(first)
    const isOpen = isRefused ? wasTaken(second) : ['answer', 'timeout'].includes(second.outcome.kind)
    const isSaid = answer.version === '1.0' || announcesClose(answer)
    const place = '/response/headers/connection'
    const ignored = isAsked
      ? `the service must close the connection after ${isOfLengths ? 'a body with both a Content-Length and chunks' : 'this request'}`
      : 'the service must close the connection after an answer with Connection: close'
    const unsaid = 'the last answer of a connection must have the header Connection: close'
    const isIgnored = isOpen && (isAsked || (isSaid && answer.version !== '1.0'))
    return [
      ...withExchanges([toVerdict(rule ?? ofHttp, place, isIgnored ? ignored : undefined)], ...exchanges),
      ...withExchanges(
        [toVerdict(ofClose, place, isSaid || isOpen || isRefused ? undefined : unsaid)],
        first,
      ),
    ]
  },
})

/** What RFC 9110 and RFC 9112 say about the end of connections, and interim answers. */
export const connections: readonly Check[] = [
  {
    rule: ofHttp,
    also: [ofClose, ofLengths],
    trials: () => closings.map(tryClosing),
  },
  {
    rule: 'ignores-other-headers',
    trials: ({ memory }) =>
      memory.isHttp10
        ? []
        : [
            {
              title: 'a body that waits for a 100 however long it takes',
              async run(session) {
                const message = toMessage({ ask: expectation }, session)
                const { plant, bytes } = message
                const end = bytes.indexOf('\r\n\r\n') + 4
                const pieces = [bytes.subarray(0, end), bytes.subarray(end)]
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
                return judgeCreated(session, exchange, plant, { rule })
              },
            },
          ],
  },
]
