import { type Exchange, isSuccess, readStatus } from '../../http/exchange.ts'
import { toMoot, toVerdict, type Verdict, withExchanges } from '../../judge/finding.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { isIn, toServerErrorRule } from '../../judge/rules.ts'
import { type Ask, chunked } from '../../probes/ask.ts'
import { judge } from '../judge.ts'
import type { Check, Trial } from '../trial.ts'
import { type Form, sendMessages, toMessage } from './messages-on-wire.ts'

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

/** Forms of a plain plant that HTTP allows, by the rule that is broken if the service doesn't read one. */
const acceptedForms: Partial<Record<RuleId, readonly (readonly [title: string, form: Form])[]>> = {
  'accepts-chunks-in-any-form': [
    ['chunks of one byte', toChunked(inChunks(1))],
    ['chunks with extensions', toChunked(inChunks(9, (size) => `${toHex(size)};a;b=c;d="e;\\"f"`))],
    ['chunks with sizes in upper case', toChunked(inChunks(30, (size) => toHex(size).toUpperCase()))],
    [
      'chunks with sizes that begin with zeros',
      toChunked(inChunks(30, (size) => toHex(size).padStart(8, '0'))),
    ],
    ['chunks, and two trailers', toChunked(inChunks(20, toHex, '0\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n'))],
    ['the coding Chunked', toChunked(inChunks(20), 'Chunked')],
  ],
  'headers-in-any-form': [
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
    ['a Content-Length that begins with zeros', { ask: withLength((length) => `00${length}`) }],
    [
      'an Upgrade to websocket, which needs more than the request has',
      { toHead: addFields('Upgrade: websocket', 'Connection: Upgrade') },
    ],
  ],
}

const isChunked = ({ ask }: Form): boolean =>
  typeof ask === 'object' && ask.headers?.['Transfer-Encoding'] !== undefined

/** The status by which a service may ask for a Content-Length (RFC 9112 section 6.3). */
const lengthRequired = 411

const tryAccepted = (rule: RuleId, title: string, form: Form): Trial => ({
  title,
  async run(session) {
    const message = toMessage(form, session)
    const [exchange] = await sendMessages(session, [message])
    if (exchange === undefined) return []
    return judge(session, exchange, {
      promise: 'plant',
      rule,
      ...(isChunked(form) && { legalStatus: lengthRequired }),
    })
  },
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

/** Forms that no server takes for a plain plant, by the rule that is broken if one does. */
const refusedForms: Partial<Record<RuleId, readonly Refused[]>> = {
  'refuses-malformed-head': [
    ['no Host', withHost(() => null)],
    ['a line that continues another header', { toHead: addFields('X-Other: 1', ' 2') }, 'take'],
    ['a space between Content-Length and its colon', { toHead: putSpace('Content-Length') }],
    ['a space between Authorization and its colon', { toHead: putSpace('Authorization') }],
    ['a space between another name and its colon', { toHead: addFields('X-Other : 1') }],
  ],
  // RFC 9110 section 8.6, RFC 9112 sections 6.1, 6.3, and 7.1
  'refuses-invalid-framing': [
    ...(
      [
        ['that is negative', (length) => `-${length}`],
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
function findProblem(exchange: Exchange, may: May | undefined): string | undefined {
  const status = readStatus(exchange) ?? 0
  const isWrong = (isSuccess(status) && may !== 'take') || (status >= 500 && status !== 501 && status !== 505)
  return isWrong ? `the service must refuse this request with a 4xx, got ${status}` : undefined
}

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
      const owed = isIn(rule, 'refuses') ? 'answers-every-request' : rule
      const problem =
        owed === rule ? `the service must answer this request: ${outcome.message}` : outcome.message
      return withExchanges([toVerdict(owed, '/response', problem)], exchange)
    }
    if (isIn(rule, 'refuses'))
      return judge(session, exchange, { promise: 'refusal', rule, isForHttpLayer: true })
    const actual = `${outcome.answer.status}`
    return withExchanges(
      [toVerdict(rule, '/response/status', findProblem(exchange, may), { actual })],
      exchange,
    )
  },
})

/** Makes a check of each rule in a table of forms; without chunks for a service that speaks HTTP/1.0. */
function toChecks<Row extends readonly [title: string, form: Form, ...unknown[]]>(
  table: Partial<Record<RuleId, readonly Row[]>>,
  toTrial: (rule: RuleId, row: Row) => Trial,
): Check[] {
  return (Object.entries(table) as [RuleId, readonly Row[]][]).map(([rule, rows]) => ({
    rule,
    also: isIn(rule, 'refuses') ? ['answers-every-request', toServerErrorRule(rule)] : [],
    trials: ({ memory }) =>
      rows.filter(([, form]) => !(memory.isHttp10 && isChunked(form))).map((row) => toTrial(rule, row)),
  }))
}

/** What RFC 9112 lets a client do, and what it forbids, one message at a time. */
export const wireForms: readonly Check[] = [
  ...toChecks(acceptedForms, (rule, [title, form]) => tryAccepted(rule, title, form)),
  ...toChecks(refusedForms, tryRefused),
]
