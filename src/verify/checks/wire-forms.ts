import { operation } from '../../contract/generated/operation.ts'
import { type Exchange, isSuccess, readStatus } from '../../http/exchange.ts'
import { toMoot, toVerdict, type Verdict, withExchanges } from '../../judge/finding.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { readPlant } from '../../judge/read-body.ts'
import { isIn, toServerErrorRule } from '../../judge/rules.ts'
import { type Ask, chunked } from '../../probes/ask.ts'
import { judgeCreated, judgeRefused } from '../judge-trial.ts'
import type { Check, Trial } from '../trial.ts'
import { type Form, type Message, sendMessages, toMessage } from './messages-on-wire.ts'

/*
 * What RFC 9112 (and RFC 9110, if it says so) asks of a server, in order, and where it is tried.
 *
 * 2.2, 5.2  white space before a field, continued lines: not taken for fields    refusedForms
 * 2.3       the version of an answer                                             judge-head
 * 3         request lines of 8,000 bytes, an answer to longer ones               paths, answers-every-request
 * 3.2       one valid Host                                                       refusedForms
 * 3.2.2     the absolute form                                                    accepts-whole-address
 * 5, 5.1    white space around values, none before colons                        acceptedForms, refusedForms
 * 6.1       chunks before a length, none for HTTP/1.0, chunked as the last one   hiding in framing; refusedForms; judge-head
 * 6.3, 8    lengths that are no numbers, differ, or are longer than the body     refusedForms, hiding in framing
 * 7.1       sizes, extensions, and trailers of chunks; trailers are no headers   acceptedForms, refusedForms
 * 9.3, 9.6  connections stay open, or their last answer says so; close closes    connections, requests-in-a-row
 * 9.3.2     answers to a pipeline in its order                                   tryPipeline in framing
 * 9110 5.1, 5.3, 5.5, 8.3.1   names, lists, and values of fields                 header-fields; judge-head
 * 9110 6.6.1, 8.3, 8.6, 10.2  Date, media types, lengths, Allow, Retry-After     judge-head
 * 9110 7.8                    an Upgrade that needs none                         acceptedForms
 * 9110 9.1, 9.3.2, 15         methods, HEAD, statuses without bodies             refusedForms; target; judge-head
 * 9110 10.1.1, 15.2           100, and no 1xx for HTTP/1.0                       connections; acceptedForms
 * 9110 11.4, 11.6.1           schemes in any case, challenges                    credentials; judge-head
 * 9110 13.1, 14.2             conditions and ranges that are only for GET        client-headers
 *
 * Not tried, since no client of this service depends on it: 414, 417, and 501 by name, TRACE, CONNECT, timeouts, and the
 * name of the server. With credentials, PUT, PATCH, and DELETE could change or remove what others have stored.
 */

export const toHex = (length: number): string => length.toString(16)
const last = '0\r\n\r\n'

/** Writes a body in chunks of so many bytes. */
export const inChunks =
  (size: number, toSize = toHex, end = last) =>
  (body: string): string =>
    (body.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [])
      .map((one) => `${toSize(one.length)}\r\n${one}\r\n`)
      .join('') + end

const toChunked = (toBody: Form['toBody'], coding = 'chunked'): Form => ({
  ask: { headers: { ...chunked, 'Transfer-Encoding': coding } },
  ...(toBody && { toBody }),
})

const mapFields = (change: (name: string, value: string) => string) => (head: string) =>
  head.replaceAll(/^([\w-]+): (.*)\r\n/gm, (_line, name, value) => `${change(name, value)}\r\n`)

/** Adds fields to a head. */
const addFields =
  (...fields: readonly string[]) =>
  (head: string): string =>
    `${head}${fields.map((one) => `${one}\r\n`).join('')}`

const withLength =
  (toLength: (length: number) => string | readonly string[]) =>
  (length: number): Ask => ({ headers: { 'Content-Length': toLength(length) } })

/** A form of a plain plant that every server must read. A status may let it refuse the form, or any status if it is optional; a late body comes a moment after its head. */
type Accepted = readonly [
  rule: RuleId,
  title: string,
  form: Form,
  own?: { legalStatus?: number; isOptional?: boolean; isLate?: boolean },
]

const expectation = { headers: { Expect: '100-continue' } }
const needsLength = { legalStatus: 411 }

const acceptedForms: readonly Accepted[] = [
  ...(
    [
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
      ['chunks, and two trailers', inChunks(20, toHex, '0\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n')],
      ['the coding Chunked', inChunks(20), 'Chunked'],
    ] as const satisfies readonly (readonly [string, Form['toBody'], string?])[]
  ).map(
    ([title, toBody, coding]): Accepted => [
      'accepts-chunked-body',
      title,
      toChunked(toBody, coding),
      needsLength,
    ],
  ),
  [
    'headers-in-any-form',
    'headers without a space after the colon',
    { toHead: mapFields((name, value) => `${name}:${value}`) },
  ],
  [
    'headers-in-any-form',
    'headers with tabs and spaces around their values',
    {
      // The parser of Node 20 refuses a tab after a length.
      toHead: mapFields((name, value) =>
        name === 'Content-Length' ? `${name}: ${value}` : `${name}: \t ${value} \t`,
      ),
    },
  ],
  [
    'headers-in-any-form',
    'a Content-Length that begins with zeros',
    { ask: withLength((length) => `00${length}`) },
  ],
  ...['h2c', 'websocket', 'plants/1'].map(
    (protocol): Accepted => [
      'ignores-other-headers',
      `an Upgrade to ${protocol}, which needs more than the request has`,
      { toHead: addFields(`Upgrade: ${protocol}`, 'Connection: Upgrade') },
    ],
  ),
  ['created-status', 'a plain plant over HTTP/1.0', { version: '1.0' }, { isOptional: true }],
  [
    'created-status',
    'a plain plant over HTTP/1.0 with Expect: 100-continue',
    { version: '1.0', ask: expectation },
    { isOptional: true, isLate: true },
  ],
]

const isChunked = ({ ask }: Form): boolean =>
  typeof ask === 'object' && ask.headers?.['Transfer-Encoding'] !== undefined

const tryAccepted = ([
  rule,
  title,
  form,
  { legalStatus, isOptional = false, isLate = false } = {},
]: Accepted): Trial => ({
  title,
  async run(session) {
    const message = toMessage(form, session)
    const { bytes } = message
    const body = bytes.indexOf('\r\n\r\n') + 4
    const how = isLate ? { pieces: [bytes.subarray(0, body), bytes.subarray(body)], pause: 10 } : {}
    const [exchange] = await sendMessages(session, [message], how)
    if (exchange === undefined || (isOptional && !isSuccess(readStatus(exchange) ?? 0))) return []
    return judgeCreated(session, exchange, message.plant, {
      rule,
      ...(legalStatus !== undefined && { legalStatus }),
    })
  },
})

/** Removes the credentials from a form. */
const withoutCredentials = ({ toHead = (head) => head, ...form }: Form): Form => ({
  ...form,
  toHead: (head) => toHead(head.replace(/^Authorization: .*\r\n/m, '')),
})

/** What a server may do with a form besides refusing it: `close` the connection without an answer, or wait for more; or `take` it. */
type May = 'close' | 'take'

type Refused = readonly [title: string, form: Form, may?: May | undefined]

const withHost = (toHost: (host: string) => string | readonly string[] | null): Form => ({
  toHead: (head) =>
    head.replace(/^Host: (.*)\r\n/m, (_line, host: string) =>
      [toHost(host) ?? []]
        .flat()
        .map((one) => `Host: ${one}\r\n`)
        .join(''),
    ),
})

/** Puts a space before the colon of a field, which every server must refuse (RFC 9112 section 5.1). */
const putSpace = (name: string) => (head: string) => head.replace(`${name}:`, `${name} :`)

const none = { headers: { Authorization: null } }
const big = 2n ** 64n

/** Forms that no server takes for a plain plant, by the rule that is broken if one does. */
const refusedForms: Partial<Record<RuleId, readonly Refused[]>> = {
  'refuses-malformed-head': [
    ['no Host', withHost(() => null)],
    ['a line that continues another header', { toHead: addFields('X-Other: 1', ' 2') }, 'take'],
    ['a space between Content-Length and its colon', { toHead: putSpace('Content-Length') }],
    ['a space between Authorization and its colon', { toHead: putSpace('Authorization') }],
    ['a space between another name and its colon', { toHead: addFields('X-Other : 1') }],
    ['a NUL in a header', { toHead: addFields('X-Other: a\0b') }, 'take'],
  ],
  'refuses-odd-head': [
    ['two equal Hosts', withHost((host) => [host, host])],
    ['two different Hosts', withHost((host) => [host, 'plants.example'])],
    ['a Host with a space', withHost(() => 'plant store')],
    ['a Host with a path', withHost((host) => `${host}/plants`)],
    ['a Host with a port that is no number', withHost(() => 'plants.example:x')],
    ['a space in the path', { toHead: (head) => head.replace(' HTTP/', '?a b HTTP/') }],
  ],
  'creates-nothing-elsewhere': [
    ...['post', 'PLANT', 'QUERY'].map((method): Refused => [`the method ${method}`, { ask: { method } }]),
    ['OPTIONS *', { ask: { method: 'OPTIONS', body: '' }, toHead: (head) => head.replace(/ \S+/, ' *') }],
  ],
  'refuses-missing-credentials': [
    [
      'credentials in a line that continues another header',
      { toHead: (head) => head.replace(/^(Authorization: )/m, 'X-Other: 1\r\n $1') },
    ],
    [
      'credentials in a trailer',
      {
        ask: { headers: { ...chunked, Authorization: null } },
        toBody: (body, { token }) =>
          `${toHex(body.length)}\r\n${body}\r\n0\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      },
    ],
    [
      'no credentials, and a body of 70,000 bytes',
      {
        ask: { ...none, headers: { ...none.headers, 'Content-Length': '70000' } },
        toBody: (body) => body.padEnd(70_000),
      },
    ],
    [
      'no credentials, but Expect: 100-continue',
      { ask: { headers: { ...none.headers, ...expectation.headers } } },
    ],
  ],
  // RFC 9110 section 8.6, RFC 9112 sections 6.1, 6.3, and 7.1
  'refuses-invalid-framing': [
    ...(
      [
        ['beyond 2^64', (length) => String(big + BigInt(length))],
        ['beyond 2^32', (length) => String(2n ** 32n + BigInt(length)), 'close'],
        ['that is negative', (length) => `-${length}`],
        ['with a sign', (length) => `+${length}`],
        ['with a letter after it', (length) => `${length}x`],
        ['of letters', () => 'x'],
        ['that is empty', () => ''],
        ['with a fraction', (length) => `${length}.0`],
        ['that is hexadecimal', (length) => `0x${toHex(length)}`],
        ['that is a list of different ones', (length) => `${length}, ${length - 1}`],
        ['that is longer than the body', (length) => `${length + 9}`, 'close'],
      ] as const satisfies readonly (readonly [string, (length: number) => string, May?])[]
    ).map(
      ([what, toLength, may]): Refused => [`a Content-Length ${what}`, { ask: withLength(toLength) }, may],
    ),
    ['two different Content-Lengths', { ask: withLength((length) => [`${length}`, `${length - 1}`]) }],
    [
      'two different Content-Lengths, the short one first',
      { ask: withLength((length) => ['3', `${length}`]) },
    ],
    [
      'a chunk size beyond 2^64',
      toChunked(inChunks(1000, (size) => `1${toHex(size).padStart(16, '0')}`)),
      'close',
    ],
    ['a chunk size that is no number', toChunked(inChunks(1000, (size) => `x${toHex(size)}`)), 'close'],
    ['a chunk size with letters after it', toChunked(inChunks(1000, (size) => `${toHex(size)}zz`)), 'close'],
    ['a negative chunk size', toChunked(inChunks(1000, (size) => `-${toHex(size)}`)), 'close'],
    [
      'a chunk without a line break after it',
      toChunked((body) => `${toHex(body.length)}\r\n${body}${last}`),
      'close',
    ],
    ['a last chunk whose size is no number', toChunked(inChunks(40, toHex, 'zz\r\n\r\n')), 'close'],
    ['chunks without a last one', toChunked(inChunks(40, toHex, '')), 'close'],
    ['a transfer coding after chunked', toChunked(inChunks(40), 'chunked, gzip')],
    ['an unknown transfer coding', toChunked(inChunks(40), 'xchunked')],
    ['another transfer coding, and a Content-Length', { ask: { headers: { 'Transfer-Encoding': 'gzip' } } }],
  ],
  'refuses-empty-body': [
    ['neither a body nor its length', { ask: { body: '', headers: { 'Content-Length': null } } }],
  ],
}

/** Says that a service answers no request of a kind, so that nothing is known about it. */
export const unanswered = (rule: RuleId): Verdict =>
  toMoot(rule, '/request', 'the service answers no such request')

/** Finds what is wrong with the answer to a form that no server takes. */
function findProblem(
  rule: RuleId,
  exchange: Exchange,
  { plant }: Message,
  may: May | undefined,
): string | undefined {
  const status = readStatus(exchange) ?? 0
  // Whatever else answers another method has not created the plant.
  const isElsewhere = rule === 'creates-nothing-elsewhere'
  const isTaken = isSuccess(status) && (!isElsewhere || readPlant(exchange).name === plant.name)
  const isWrong =
    (isTaken && may !== 'take') || (status >= 500 && status !== 501 && status !== 505 && !isElsewhere)
  return isWrong ? `the service must refuse this request with a 4xx, got ${status}` : undefined
}

/** Whether a rule is about what the service decides, so that an answer that is missing breaks another one. */
const owesAnswer = (rule: RuleId): boolean => rule === 'creates-nothing-elsewhere' || isIn(rule, 'refuses')

const tryRefused = (rule: RuleId, [title, form, may]: Refused): Trial => ({
  title,
  async run(session) {
    const message = toMessage(form, session)
    const [exchange] = await sendMessages(session, [message], { isLast: may === 'close' })
    if (exchange === undefined) return [unanswered(rule)]
    const { outcome } = exchange
    if (outcome.kind !== 'answer') {
      // A server may wait for the rest of a body, or close the connection.
      if (may === 'close' || !['dropped', 'timeout'].includes(outcome.kind)) return [unanswered(rule)]
      const owed = owesAnswer(rule) ? 'answers-every-request' : rule
      const problem =
        owed === rule ? `the service must answer this request: ${outcome.message}` : outcome.message
      return withExchanges([toVerdict(owed, '/response', problem)], exchange)
    }
    // Whatever is at another method may have other statuses.
    if (isIn(rule, 'refuses') && message.request.method === operation.method)
      return judgeRefused(session, exchange, {
        rule,
        serverErrorRule: toServerErrorRule(rule),
        isForHttpLayer: true,
      })
    const problem = findProblem(rule, exchange, message, may)
    const actual = `${outcome.answer.status}`
    return withExchanges([toVerdict(rule, '/response/status', problem, { actual })], exchange)
  },
})

/** The forms that every server must read, all of them with credentials, and one of each kind without. */
const accepted = [...new Set(acceptedForms.map(([rule]) => rule))].map(
  (rule): Check => ({
    rule,
    also: ['answer-follows-http'],
    trials: ({ memory }) =>
      acceptedForms
        .filter(([own, , form]) => own === rule && !(memory.isHttp10 && isChunked(form)))
        .map(tryAccepted),
  }),
)

/** What RFC 9112 lets a client do, and what it forbids, one message at a time. */
export const wireForms: readonly Check[] = [
  ...accepted,
  {
    rule: 'refuses-missing-credentials',
    also: ['answers-every-request'],
    trials: ({ memory }) =>
      acceptedForms
        .filter(([rule], at) => rule !== 'accepts-chunked-body' || (at === 0 && !memory.isHttp10))
        .map(([, title, form, { isOptional } = {}]) =>
          tryRefused('refuses-missing-credentials', [
            `no Authorization, and ${title}`,
            withoutCredentials(form),
            isOptional ? 'close' : undefined,
          ]),
        ),
  },
  ...(Object.entries(refusedForms) as [RuleId, readonly Refused[]][]).map(
    ([rule, forms]): Check => ({
      rule,
      also: [
        ...(owesAnswer(rule) ? (['answers-every-request'] as const) : []),
        ...(isIn(rule, 'refuses') ? [toServerErrorRule(rule)] : []),
      ],
      trials: ({ memory }) =>
        forms
          .filter(([, form]) => !(memory.isHttp10 && isChunked(form)))
          .map((form) => tryRefused(rule, form)),
    }),
  ),
]
