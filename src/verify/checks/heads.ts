import { isSuccess, readStatus } from '../../http/exchange.ts'
import { toMoot, toVerdict, withExchanges } from '../../judge/finding.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { isIn, toServerErrorRule } from '../../judge/rules.ts'
import { readPlant } from '../find-hiding.ts'
import { judgeCreated, judgeRefused } from '../judge-trial.ts'
import type { Check, Trial } from '../trial.ts'
import { type Form, sendMessages, toMessage } from './messages-on-wire.ts'

/*
 * What RFC 9112 (and RFC 9110, if it says so) asks of a server, in order, and where it is tried.
 *
 * 2.2, 5.2  white space before a field, continued lines: not taken for fields    hiddenCredentials
 * 2.3       the version of an answer                                             judge-head
 * 3         request lines of 8,000 bytes, an answer to longer ones               paths, answers-every-request
 * 3.2       one valid Host                                                       wrongHeads
 * 3.2.2     the absolute form                                                    accepts-whole-address
 * 5, 5.1    white space around values, none before colons                        fieldForms; wrongLengths in framing
 * 6.1       chunks before a length, none for HTTP/1.0, chunked as the last one   hiding and wrongLengths; judge-head
 * 6.3, 8    lengths that are no numbers, differ, or are longer than the body     wrongLengths
 * 7.1       sizes, extensions, and trailers of chunks; trailers are no headers   chunkForms; hiddenCredentials
 * 9.3, 9.6  connections stay open, or their last answer says so; close closes    connections, requests-in-a-row
 * 9.3.2     answers to a pipeline in its order                                   tryPipeline in framing
 * 9110 5.1, 5.3, 5.5, 8.3.1   names, lists, and values of fields                 header-fields; judge-head
 * 9110 6.6.1, 8.3, 8.6, 10.2  Date, media types, lengths, Allow, Retry-After     judge-head
 * 9110 9.1, 9.3.2, 15         methods, HEAD, statuses without bodies             otherMethods; judge-head
 * 9110 10.1.1, 15.2           100, and no 1xx for HTTP/1.0                       connections; client-headers
 * 9110 11.4, 11.6.1           schemes in any case, challenges                    credentials; judge-head
 *
 * Not tried, since no client of this service depends on it: 414, 417, and 501 by name, OPTIONS *, TRACE, CONNECT,
 * conditional and range requests, timeouts, and the name of the server. PUT and DELETE could change data.
 */

type Row = readonly [title: string, form: Form]

const withHost = (toHost: (host: string) => string | readonly string[] | null): Form => ({
  toHead: (head) =>
    head.replace(/^Host: (.*)\r\n/m, (_line, host: string) =>
      [toHost(host) ?? []]
        .flat()
        .map((one) => `Host: ${one}\r\n`)
        .join(''),
    ),
})

/** Heads that every server must refuse (RFC 9112 sections 2.2 and 3.2). */
const wrongHeads: readonly Row[] = [
  ['no Host', withHost(() => null)],
  ['two equal Hosts', withHost((host) => [host, host])],
  ['two different Hosts', withHost((host) => [host, 'plants.example'])],
  ['a Host with a space', withHost(() => 'plant store')],
  ['a Host with a path', withHost((host) => `${host}/plants`)],
  ['a Host with a port that is no number', withHost(() => 'plants.example:x')],
]

/** Methods are case-sensitive, and unknown ones do nothing (RFC 9110 section 9.1). */
const otherMethods: readonly Row[] = ['post', 'PLANT'].map((method) => [
  `the method ${method}`,
  { toHead: (head) => head.replace(/^POST/, method) },
])

/** Credentials that aren't in a header of the request: it only looks like it (RFC 9112 sections 2.2, 5.2, and 7.1.2). */
const hiddenCredentials: readonly Row[] = [
  [
    'credentials in a line that continues another header',
    { toHead: (head) => head.replace(/^(Authorization: )/m, 'X-Other: 1\r\n $1') },
  ],
  [
    'credentials in a trailer',
    {
      ask: { headers: { 'Content-Length': null, 'Transfer-Encoding': 'chunked' } },
      toHead: (head) => head.replace(/^Authorization: .*\r\n/m, ''),
      toBody: (body, { token }) =>
        `${body.length.toString(16)}\r\n${body}\r\n0\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    },
  ],
]

const mapFields = (change: (name: string, value: string) => string) => (head: string) =>
  head.replaceAll(/^([\w-]+): (.*)\r\n/gm, (_line, name, value) => `${change(name, value)}\r\n`)

/** White space that a field may have around its value (RFC 9112 section 5). */
const fieldForms: readonly Row[] = [
  ['headers without a space after the colon', { toHead: mapFields((name, value) => `${name}:${value}`) }],
  [
    'headers with tabs and spaces around their values',
    {
      // The parser of Node 20 refuses a tab after a length.
      toHead: mapFields((name, value) =>
        name === 'Content-Length' ? `${name}: ${value}` : `${name}: \t ${value} \t`,
      ),
    },
  ],
]

const unanswered = (rule: RuleId) => toMoot(rule, '/request', 'the service answers no such request')

const toRefused =
  (rule: RuleId) =>
  ([title, form]: Row): Trial => ({
    title,
    async run(session) {
      const message = toMessage(form, session)
      const [exchange] = await sendMessages(session, [message])
      const status = exchange && readStatus(exchange)
      if (exchange === undefined || status === undefined) return [unanswered(rule)]
      if (isIn(rule, 'credentials'))
        return judgeRefused(session, exchange, {
          rule,
          serverErrorRule: toServerErrorRule(rule),
          isForHttpLayer: true,
        })
      // Whatever else answers another method has not created the plant.
      const isTaken = rule !== 'creates-nothing-elsewhere' || readPlant(exchange).name === message.plant.name
      const isWrong = isSuccess(status) ? isTaken : status >= 500 && status !== 501 && status !== 505
      const problem = isWrong ? `the service must refuse this request with a 4xx, got ${status}` : undefined
      return withExchanges([toVerdict(rule, '/response/status', problem, { actual: `${status}` })], exchange)
    },
  })

/** What RFC 9112 lets a client do with the head of a request, and what it forbids. */
export const heads: readonly Check[] = [
  { rule: 'refuses-malformed-head', trials: () => wrongHeads.map(toRefused('refuses-malformed-head')) },
  {
    rule: 'creates-nothing-elsewhere',
    trials: () => otherMethods.map(toRefused('creates-nothing-elsewhere')),
  },
  {
    rule: 'refuses-missing-credentials',
    trials: ({ memory }) =>
      hiddenCredentials
        .slice(0, memory.isHttp10 ? 1 : undefined)
        .map(toRefused('refuses-missing-credentials')),
  },
  {
    rule: 'headers-in-any-form',
    trials: () =>
      fieldForms.map(([title, form]) => ({
        title,
        async run(session) {
          const message = toMessage(form, session)
          const [exchange] = await sendMessages(session, [message])
          const rule = 'headers-in-any-form'
          return exchange === undefined ? [] : judgeCreated(session, exchange, message.plant, { rule })
        },
      })),
  },
]
