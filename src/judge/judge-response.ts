import type { MediaType, Operation, Response, SchemaProblem } from '../contract/contract.ts'
import { describePath } from '../contract/pointer.ts'
import { type HttpAnswer, isSuccess, readAnswerHeader } from '../http/exchange.ts'
import { describeValue } from '../options/problems.ts'
import { type Expectation, isBeforeOperation } from './expectation.ts'
import type { BareFinding } from './finding.ts'

/** Formats of strings that services pass on as they got them, and don't make themselves. */
const unchecked = new Set(['email', 'uri', 'uri-reference', 'hostname', 'uri-template', 'regex', 'duration'])

/** The byte order mark in UTF-8. */
const mark = Buffer.from([0xef, 0xbb, 0xbf])

function isUncheckedFormat({ keyword, expected = '' }: SchemaProblem): boolean {
  const [, format = ''] = /in the format (\S+)/.exec(expected) ?? []
  return keyword === 'format' && unchecked.has(format)
}

/** Reads a body with the media type that is documented for it; a problem if it hasn't its syntax. */
export function readResponse(
  answer: Pick<HttpAnswer, 'body' | 'headers'>,
  media: MediaType,
): { value: unknown } | { problem: string } {
  try {
    return { value: media.parse(answer.body, readAnswerHeader(answer, 'content-type')) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

const opaque: readonly MediaType['kind'][] = ['xml', 'events', 'binary']

function judgeBody(answer: HttpAnswer, media: MediaType, rule: BareFinding['rule']): BareFinding[] {
  if (answer.isCut === true || opaque.includes(media.kind)) return []
  if (media.kind === 'json' && answer.body.subarray(0, 3).equals(mark))
    return [
      {
        rule,
        place: media.pointer,
        message: 'the body begins with a byte order mark (RFC 8259 section 8.1)',
      },
    ]
  if (answer.isMiscoded === true)
    return [
      {
        rule,
        place: media.pointer,
        message: `the body is not in the coding ${readAnswerHeader(answer, 'content-encoding')}`,
      },
    ]
  const read = readResponse(answer, media)
  const type = media.name
  if ('problem' in read)
    return [{ rule, place: media.pointer, message: `the body is not ${type}: ${read.problem}` }]
  const problems = media.schema
    .check(read.value)
    .filter(({ matches }) => matches === undefined || matches === 0)
  // No value may match, such as a tree that requires parents without end.
  if (problems.length > 0 && media.schema.check(media.schema.example()).length > 0) return []
  return problems.map((problem) => {
    const { path, pointer, expected, got, known } = problem
    const isLenient = rule === 'response-body-schema' && isUncheckedFormat(problem)
    const where = describePath(path)
    const message =
      known !== undefined
        ? `${where} is not described`
        : got === undefined
          ? `${where} is missing`
          : `${where} must be ${expected}, got ${describeValue(got)}`
    return {
      rule: isLenient ? 'response-format' : rule,
      place: pointer,
      message,
      ...(expected !== undefined && { expected }),
      ...(got !== undefined && { actual: describeValue(got) }),
    }
  })
}

function judgeContent(answer: HttpAnswer, response: Response, rule: BareFinding['rule']): BareFinding[] {
  const { media } = response
  const contentType = readAnswerHeader(answer, 'content-type')
  const { length } = answer.body
  if (media.length === 0 || (length === 0 && answer.status === 204)) return []
  const isLenient = rule === 'error-body-schema'
  const typeRule = isLenient ? rule : 'response-content-type'
  const known = media.map(({ name }) => name).join(' or ')
  if (length === 0)
    return [{ rule, place: response.pointer, message: `the response has no body, but must be ${known}` }]
  const picked = response.pick(contentType)
  if (picked === undefined)
    return [
      {
        rule: typeRule,
        place: `${response.pointer}/content`,
        message: `the content type must be ${known}, got ${contentType ?? 'none'}`,
        expected: known,
        actual: contentType ?? 'none',
      },
    ]
  return judgeBody(answer, picked, rule)
}

function judgeHeaders(answer: HttpAnswer, response: Response): BareFinding[] {
  return response.headers.flatMap((header): BareFinding[] => {
    const { name, isRequired, pointer, schema } = header
    const value = readAnswerHeader(answer, name.toLowerCase())
    if (value === undefined)
      return [
        {
          rule: isRequired ? 'response-headers' : 'optional-response-headers',
          place: pointer,
          message: `the header ${name} is missing`,
        },
      ]
    const read = header.read({ headers: { [name.toLowerCase()]: value } })
    // Addresses in headers may be relative (RFC 9110 section 10.2.2).
    const problems = schema.check(read?.value).filter((problem) => !isUncheckedFormat(problem))
    return problems.map(
      ({ expected = 'another value', pointer: at }): BareFinding => ({
        rule: 'response-headers',
        place: at,
        message: `the header ${name} must be ${expected}, got ${describeValue(value)}`,
      }),
    )
  })
}

/** Picks what documents a status; `default` documents errors if there is a success besides it. */
export function pickResponse({ responses }: Operation, status: number): Response | undefined {
  const response = responses.pick(status)
  const isOther = response?.name === 'default' && responses.errors.includes(response)
  return isOther && isSuccess(status) ? undefined : response
}

export function judgeResponse(
  operation: Operation,
  answer: HttpAnswer,
  { reason }: Pick<Expectation, 'reason'>,
  isOfHead: boolean,
): BareFinding[] {
  const { status } = answer
  const response = pickResponse(operation, status)
  if (response === undefined)
    // A description without any success says nothing about it.
    return isSuccess(status) && operation.responses.success !== undefined
      ? [
          {
            rule: 'documented-status',
            place: `${operation.pointer}/responses`,
            message: `the status ${status} is not documented`,
            expected: operation.responses.successes.map(({ name }) => name).join(' or '),
            actual: `${status}`,
          },
        ]
      : []
  if (status >= 500 || status === 304 || isOfHead) return []
  const isOwn = isSuccess(status) || (response.name === `${status}` && !isBeforeOperation(reason))
  const rule = isOwn ? 'response-body-schema' : 'error-body-schema'
  return [...judgeContent(answer, response, rule), ...(isOwn ? judgeHeaders(answer, response) : [])]
}
