import { isJsonContentType } from '../contract/content-type.ts'
import { operation } from '../contract/generated/operation.ts'
import { type HttpAnswer, type HttpRequest, isSuccess, readHeader } from '../http/exchange.ts'
import { cutQuery } from '../http/mask.ts'
import { describeValue } from '../options/problems.ts'
import { toVerdict, type Verdict } from './finding.ts'
import { readJson } from './read-body.ts'

/** What is wrong with an answer, and where. */
type Problem = readonly [place: string, problem: string, actual?: string | undefined]

/** Keeps the problems that an answer has. */
const pick = (...rows: readonly (readonly [isWrong: boolean, ...Problem])[]): Problem[] =>
  rows.flatMap(([isWrong, ...problem]) => (isWrong ? [problem] : []))

const rule = 'answer-follows-http'
const toPlace = (name: string): string => `/response/headers/${name}`

const token = "[!#$%&'*+.^_`|~\\w-]+"
const quoted = '"(?:[\\t\\x20\\x21\\x23-\\x5b\\x5d-\\x7e\\x80-\\xff]|\\\\[\\t\\x20-\\x7e\\x80-\\xff])*"'
const ows = '[ \\t]*'
const parameters = `${ows}(?:;${ows}(?:${token}=(?:${token}|${quoted})${ows})?)*`
const mediaType = new RegExp(`^${token}/${token}${parameters}$`)
const date =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/

const parameter = `${token}${ows}=${ows}(?:${token}|${quoted})`
const challenge = `${token}(?: +(?:[\\w.~+/-]+=*(?=${ows}(?:,|$))|${parameter}(?:${ows},[ \\t,]*${parameter})*))?`

const toList = (item: string): RegExp =>
  new RegExp(`^[ \\t,]*(?:${item}(?:${ows},[ \\t,]*${item})*[ \\t,]*)?$`)

const aDate = 'a date such as Tue, 15 Nov 1994 08:12:31 GMT'

/** The forms of fields that clients read (RFC 9110 section 5.6). */
const forms: Readonly<Record<string, readonly [form: string, pattern: RegExp]>> = {
  'content-type': ['a media type', mediaType],
  date: [aDate, date],
  'last-modified': [aDate, date],
  'retry-after': ['a number of seconds or a date', new RegExp(`^\\d+$|${date.source}`)],
  etag: ['a tag in quotes', /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/],
  location: ['an address', /^(?:[\w!$&'()*+,./:;=?@~#[\]-]|%[\da-f]{2})*$/i],
  allow: ['a list of methods', toList(token)],
  'www-authenticate': ['a list of challenges such as Bearer realm="plants"', toList(challenge)],
}

/** The statuses whose answers have no body (RFC 9110 sections 15.3.5 and 15.4.5). */
const bodiless = [204, 304]

/** Writes the name of a field as documents do. */
const toName = (name: string): string =>
  name.replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase()).replace('Www', 'WWW')

function findBadFields(answer: HttpAnswer): Problem[] {
  const { headers, status } = answer
  // Whether it is JSON is for the rules about these bodies.
  const isForOthers =
    (isSuccess(status) || status === 400) && !isJsonContentType(readHeader(answer, 'content-type'))
  return headers.flatMap(([name, value]): Problem[] => {
    const [form, pattern] = forms[name] ?? []
    const isWrong = pattern !== undefined && !pattern.test(value) && !(isForOthers && name === 'content-type')
    // Horizontal tabs and bytes outside ASCII are allowed (RFC 9110 section 5.5).
    if (/(?![\t\x80-\x9f])\p{Cc}/u.test(value))
      return [[toPlace(name), `the header ${toName(name)} must not have control characters`]]
    return isWrong
      ? [[toPlace(name), `the header ${toName(name)} must be ${form}, got ${describeValue(value)}`, value]]
      : []
  })
}

function findBadFraming({ method }: HttpRequest, answer: HttpAnswer): Problem[] {
  const { status, excess = 0, body, isMiscoded = false } = answer
  const length = readHeader(answer, 'content-length')
  const isCoded = readHeader(answer, 'transfer-encoding') !== undefined
  const isBodiless = method === 'HEAD' || bodiless.includes(status)
  const what = method === 'HEAD' ? 'an answer to HEAD' : `a ${status}`
  const more = `the answer has ${excess} ${excess === 1 ? 'byte' : 'bytes'} after the end of its body`
  const [atLength, atCoding] = [toPlace('content-length'), toPlace('transfer-encoding')]
  return pick(
    [excess > 0, '/response/body', isBodiless ? `${what} must not have a body` : more],
    [status === 204 && length !== undefined, atLength, 'a 204 must not have a Content-Length', length],
    [status === 204 && isCoded, atCoding, 'a 204 must not have a Transfer-Encoding'],
    [
      length !== undefined && isCoded,
      atLength,
      'the answer must not have both a Content-Length and a Transfer-Encoding',
    ],
    // What a 2xx or a 400 has in its body is for the rules about these bodies.
    [
      isMiscoded && body.length > 0 && status !== 400 && !isSuccess(status),
      '/response/body',
      'the body is not encoded as its Content-Encoding says',
    ],
  )
}

/** Finds what the Allow of a 405 leaves out, or names although the 405 says the opposite (RFC 9110 section 15.5.6). */
function findWrongMethods({ method, path }: HttpRequest, answer: HttpAnswer): Problem[] {
  const allow = readHeader(answer, 'allow')
  if (answer.status !== 405 || allow === undefined) return []
  const listed = allow.split(',').map((one) => one.trim())
  const isOurs = cutQuery(path).endsWith(operation.path) && method !== operation.method
  const contradiction = `the header Allow of a 405 must not name ${method}, which it refuses`
  const gap = `the header Allow must name ${operation.method}`
  return pick(
    [listed.includes(method), toPlace('allow'), contradiction, allow],
    [isOurs && !listed.includes(operation.method), toPlace('allow'), gap, allow],
  )
}

/** Finds a body that isn't the JSON that its type says it is (RFC 8259 section 8.1). What a 2xx or a 400 has in its body is for the rules about these bodies. */
function findBadJson({ method }: HttpRequest, answer: HttpAnswer): Problem[] {
  const { status, body, isCut, isMiscoded } = answer
  const isForOthers = method === operation.method && (isSuccess(status) || status === 400)
  if (isForOthers || isCut || isMiscoded || body.length === 0) return []
  if (!isJsonContentType(readHeader(answer, 'content-type'))) return []
  const read = readJson(body)
  return 'problem' in read ? [['/response/body', `${read.problem}, although its type is JSON`]] : []
}

function findBadStatus(answer: HttpAnswer): Problem[] {
  const { status, version } = answer
  const isLacking = status === 405 && readHeader(answer, 'allow') === undefined
  const range = `the status must be from 100 to 599, got ${status}`
  return pick(
    [status < 100 || status > 599, '/response/status', range, `${status}`],
    [!/^1\.[01]$/.test(version), '/response', `the answer must be HTTP/1.1 or HTTP/1.0, got HTTP/${version}`],
    [isLacking, toPlace('allow'), 'a 405 must have the header Allow'],
  )
}

/** Judges the status, the header fields, and the framing of any answer (RFC 9110 and RFC 9112). */
function judgeForm(request: HttpRequest, answer: HttpAnswer): Verdict[] {
  const problems = [
    ...findBadStatus(answer),
    ...findBadFields(answer),
    ...findWrongMethods(request, answer),
    ...findBadFraming(request, answer),
    ...findBadJson(request, answer),
  ]
  if (problems.length === 0) return [toVerdict(rule, '/response')]
  return problems.map(([place, problem, actual]) =>
    toVerdict(rule, place, problem, actual === undefined ? {} : { actual }),
  )
}

/** How many minutes the clock of a service may differ from that of this machine. */
const tolerance = 15

/** Judges the time of an answer that was received at a time in milliseconds (RFC 9110 section 6.6.1). */
function judgeDate(answer: HttpAnswer, at: number): Verdict[] {
  const value = readHeader(answer, 'date')
  if (answer.status >= 500 || (value !== undefined && !date.test(value))) return []
  const minutes = value === undefined ? 0 : Math.round((Date.parse(value) - at) / 60_000)
  const problem =
    value === undefined
      ? 'the answer must have the header Date'
      : `the header Date must be the time of the answer, which is ${Math.abs(minutes)} minutes ${minutes < 0 ? 'later' : 'earlier'}`
  const isWrong = value === undefined || Math.abs(minutes) > tolerance
  return [toVerdict('answer-has-date', toPlace('date'), isWrong ? problem : undefined)]
}

/** Judges the status, the headers, and the framing of any answer that was received at a time in milliseconds. */
export const judgeHead = (request: HttpRequest, answer: HttpAnswer, at: number): Verdict[] => [
  ...judgeForm(request, answer),
  // What refuses bytes that are no request may have no clock.
  ...(request.isRaw ? [] : judgeDate(answer, at)),
]
