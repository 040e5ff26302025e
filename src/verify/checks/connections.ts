import { readHeader, readStatus, wasTaken } from '../../http/exchange.ts'
import { toMoot, toVerdict, withExchanges } from '../../judge/finding.ts'
import { judgeCreated } from '../judge-trial.ts'
import type { Check } from '../trial.ts'
import { sendMessages, toMessage } from './messages-on-wire.ts'

const ofHttp = 'answer-follows-http'
const ofClose = 'announces-close'
const expectation = { headers: { Expect: '100-continue' } }

/** What RFC 9110 and RFC 9112 say about the end of connections, interim answers, and clients of HTTP/1.0. */
export const connections: readonly Check[] = [
  {
    rule: ofHttp,
    also: [ofClose],
    trials: () => [
      {
        title: 'a plain plant with Connection: close, and another one after it',
        steps: 2,
        async run(session) {
          const first = toMessage({ ask: { headers: { Connection: 'close' } } }, session)
          const exchanges = await sendMessages(session, [first, toMessage({}, session)])
          const [{ outcome } = {}, second] = exchanges
          if (outcome?.kind !== 'answer' || second === undefined) return []
          const isOpen = ['answer', 'timeout'].includes(second.outcome.kind)
          const isSaid =
            outcome.answer.version === '1.0' || /close/i.test(readHeader(outcome.answer, 'connection') ?? '')
          const place = '/response/headers/connection'
          const ignored = 'the service must close the connection after a request with Connection: close'
          const unsaid = 'the last answer of a connection must have the header Connection: close'
          return [
            ...withExchanges([toVerdict(ofHttp, place, isOpen ? ignored : undefined)], ...exchanges),
            // Some parsers refuse the second request before the first one is answered.
            ...exchanges
              .slice(0, 1)
              .filter(wasTaken)
              .flatMap((one) =>
                withExchanges([toVerdict(ofClose, place, isSaid || isOpen ? undefined : unsaid)], one),
              ),
          ]
        },
      },
    ],
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
  {
    // A server may refuse HTTP/1.0.
    rule: 'created-status',
    also: [ofHttp],
    trials: () =>
      [{}, expectation].map((ask) => ({
        title: `a plain plant over HTTP/1.0${'headers' in ask ? ' with Expect: 100-continue' : ''}`,
        async run(session) {
          const message = toMessage({ ask, version: '1.0' }, session)
          const [exchange] = await sendMessages(session, [message])
          return exchange !== undefined && wasTaken(exchange)
            ? judgeCreated(session, exchange, message.plant)
            : []
        },
      })),
  },
]
