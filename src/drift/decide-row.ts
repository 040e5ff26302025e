import { isJsonContentType } from '../contract/content-type.ts'
import type { Exchange } from '../http/exchange.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import { type AnswersPreset, createRefuse, jsonHeaders, type Refusal } from '../store/answers.ts'
import type { FailureName } from '../store/failures.ts'
import { findLargest } from './group-by.ts'
import { matchesMarks, withMarks } from './marks.ts'
import { normalizeHeader, readAnswer, type SeenAnswer } from './read-answer.ts'
import type { Trigger } from './triggers.ts'
import { describeVarying, findVarying, markId, readSentId, withPlaceholders } from './varying.ts'

/** The answers of a real service and of a fake to one trigger. */
export interface Pair {
  trigger: Trigger
  real: Exchange
  /** The answer to the same request a second time. */
  again?: Exchange
  fake: Exchange
}

/** A member of a row and the request that showed it, or only what was noticed about it. */
export interface RowLesson {
  name: keyof Refusal
  value?: unknown
  by: string
  /** The values that it had, if there were several answers. */
  values?: readonly unknown[]
}

interface Seen {
  title: string
  answer: SeenAnswer
  again: SeenAnswer | undefined
  /** The message of the fake. */
  usualMessage: unknown
}

/** Reads a 400 as the fake can answer it: as an Error (docs/specification.md, section 4, Responses). */
function asError(answer: SeenAnswer, usualError: unknown, usualMessage: unknown): SeenAnswer {
  const { status, isError, members, headers } = answer
  if (status !== 400 || isError || members === undefined) return answer
  const { error, message } = members
  return {
    ...answer,
    isError: true,
    members: {
      ...members,
      error: Number.isInteger(error) ? error : usualError,
      message: typeof message === 'string' ? message : usualMessage,
    },
    headers: { ...headers, ...(!isJsonContentType(headers['content-type']) && jsonHeaders) },
  }
}

/** Reads an answer, with `{id}` for the id if the fake can put it there. */
function readWithMark(exchange: Exchange, failure: FailureName): SeenAnswer | undefined {
  const answer = readAnswer(exchange)
  if (answer === undefined || failure !== 'duplicate-key') return answer
  const id = readSentId(exchange)
  const members = answer.members && (markId(answer.members, id) as Record<string, unknown>)
  return { ...answer, ...(members && { members }), body: markId(answer.body, id) }
}

const toKind = ({ status, isError, members, headers }: SeenAnswer): string =>
  [
    status,
    isError ? members?.['error'] : 'own',
    normalizeHeader('content-type', headers['content-type']),
  ].join()

/** Finds the items whose answers are of the most frequent kind. */
export const findMajority = <Item>(items: readonly Item[], toAnswer: (item: Item) => SeenAnswer): Item[] =>
  findLargest(items, (item) => toKind(toAnswer(item)))

/** The answers to a request that was sent once or twice. */
const readBoth = ({ answer, again }: Seen): SeenAnswer[] => (again === undefined ? [answer] : [answer, again])

/** Decides which message, members, or body a row has to set. */
function decideBody([first, ...others]: readonly [Seen, ...Seen[]], usualError: unknown): RowLesson[] {
  const { answer, title } = first
  const all = [first, ...others]
  const learnEach = (name: keyof Refusal, toValue: (answer: SeenAnswer) => unknown): RowLesson => {
    const values = all.flatMap((seen) => readBoth(seen).map(toValue))
    const value = withPlaceholders(readBoth(first).map(toValue))
    return { name, value, values, by: title + describeVarying(findVarying(values), value) }
  }
  if (!answer.isError) return [learnEach('body', ({ body }) => body)]
  const lessons: RowLesson[] = []
  const error = answer.members?.['error']
  if (error !== usualError) lessons.push({ name: 'error', value: error, by: title })
  const messages = all.map((seen) => seen.answer.members?.['message'])
  const isUsual = all.every(({ usualMessage }, index) => usualMessage === messages[index])
  const message = withPlaceholders(readBoth(first).map(({ members }) => members?.['message']))
  const isFixed = messages.every((one) => matchesMarks(withMarks(message), one))
  if (!isUsual && !isFixed)
    lessons.push({ name: 'message', by: 'varies with the request; the fake has its own' })
  // Another number says that the message is the service's own, even if the fake has the same.
  else if (!isUsual || (isFixed && lessons.length > 0))
    lessons.push({ name: 'message', value: message, by: title })
  const toMore = ({ members = {} }: SeenAnswer): object => {
    const { error: _error, message: _message, ...more } = members
    return more
  }
  if (Object.keys(toMore(answer)).length > 0) lessons.push(learnEach('members', toMore))
  return lessons
}

/** Decides what a row of the table of answers has to say, so that a fake answers like the real service. */
export function decideRow(failure: FailureName, preset: AnswersPreset, pairs: readonly Pair[]): RowLesson[] {
  const usual = createRefuse(preset)(failure)
  const usualError: unknown = JSON.parse(usual.body).error
  const seen = pairs.flatMap(({ trigger: { title }, real, again: second, fake }): Seen[] => {
    const usualMessage = readWithMark(fake, failure)?.members?.['message']
    const read = (exchange: Exchange | undefined): SeenAnswer | undefined => {
      const answer = exchange && readWithMark(exchange, failure)
      return answer && asError(answer, usualError, usualMessage)
    }
    const [answer, again] = [read(real), read(second)]
    if (answer === undefined) return []
    return [{ title, answer, again: again?.status === answer.status ? again : undefined, usualMessage }]
  })
  const [first, ...others] = findMajority(seen, ({ answer }) => answer)
  if (first === undefined) return []
  const { answer, title } = first
  const lessons: RowLesson[] = []
  if (answer.status !== usual.status) lessons.push({ name: 'status', value: answer.status, by: title })
  lessons.push(...decideBody([first, ...others], usualError))
  const expected = createRefuse({ preset, [failure]: toRow(lessons) })(failure).headers
  const differs = (name: string): boolean =>
    normalizeHeader(name, expected[name]) !== normalizeHeader(name, answer.headers[name])
  if (Object.keys({ ...expected, ...answer.headers }).some(differs)) {
    const { 'content-type': type = '', ...rest } = withPlaceholders(
      readBoth(first).map(({ headers }) => headers),
    ) as Record<string, string>
    const value = { ...(differs('content-type') && { 'content-type': type }), ...rest }
    lessons.push({ name: 'headers', value, by: title })
  }
  return lessons
}

const toRow = (lessons: readonly RowLesson[]): Partial<Refusal> =>
  Object.fromEntries(lessons.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])))

/**
 * Returns whether a row says what another one does, so that the other one is enough: values that vary may differ.
 */
export function isCovered(lessons: readonly RowLesson[], by: readonly RowLesson[]): boolean {
  const read = (from: readonly RowLesson[]) => from.find(({ name }) => name === 'message')?.value
  if (read(lessons) !== read(by)) return false
  return (['status', 'error', 'members', 'body', 'headers'] as const).every((name) => {
    const { value, values = [value] } = lessons.find((lesson) => lesson.name === name) ?? {}
    const other = by.find((lesson) => lesson.name === name)?.value
    if (value === undefined || other === undefined) return value === other
    return stringifyExactJson(findVarying([...values, other])) === stringifyExactJson(findVarying(values))
  })
}
