import { stringifyExactJson } from '../contract/exact-json.ts'
import type { Exchange } from '../http/exchange.ts'
import { type AnswersPreset, createRefuse, type Refusal } from '../store/answers.ts'
import type { FailureName } from '../store/failures.ts'
import { describe } from './notes.ts'
import { normalizeHeader, readAnswer, relevantHeaders, type SeenAnswer } from './read-answer.ts'

/** The answers of a real service and of a fake to one trigger. */
export interface Pair {
  title: string
  real: Exchange
  fake: Exchange
}

/** A member of a row and the request that showed it, or only what was noticed about it. */
export interface RowLesson {
  name: keyof Refusal
  value?: unknown
  by: string
}

interface Seen extends Pair {
  answer: SeenAnswer
  ours: SeenAnswer | undefined
}

const toForm = ({ answer: { status, isError, members, headers } }: Seen): string =>
  [
    status,
    isError ? members?.['error'] : 'own',
    normalizeHeader('content-type', headers['content-type']),
  ].join()

/** Finds the answers of the most frequent form, and of them the first. */
function findMajority(seen: readonly Seen[]): Seen[] {
  const forms = new Map<string, Seen[]>()
  for (const one of seen) forms.set(toForm(one), [...(forms.get(toForm(one)) ?? []), one])
  return [...forms.values()].toSorted((one, other) => other.length - one.length)[0] ?? []
}

/** Decides what a row of the table of answers has to say, so that a fake answers like the real service. */
export function decideRow(failure: FailureName, preset: AnswersPreset, pairs: readonly Pair[]): RowLesson[] {
  const all = pairs.flatMap((pair): Seen[] => {
    const answer = readAnswer(pair.real)
    return answer === undefined ? [] : [{ ...pair, answer, ours: readAnswer(pair.fake) }]
  })
  const alike = findMajority(all)
  const [first] = alike
  if (first === undefined) return []
  const { answer } = first
  const by = describe({ title: first.title, exchange: first.real })
  const usual = createRefuse(preset)(failure)
  const lessons: RowLesson[] = []
  if (answer.status !== usual.status) lessons.push({ name: 'status', value: answer.status, by })
  if (answer.isError) {
    const { error, message: _message, ...members } = answer.members ?? {}
    if (error !== JSON.parse(usual.body).error) lessons.push({ name: 'error', value: error, by })
    const messages = new Set(alike.map(({ answer: { members: own } }) => own?.['message']))
    const isSame = alike.every(
      ({ answer: { members: own }, ours }) => own?.['message'] === ours?.members?.['message'],
    )
    if (messages.size > 1)
      lessons.push({ name: 'message', by: 'varies with the request; the fake has its own' })
    else if (!isSame) lessons.push({ name: 'message', value: answer.members?.['message'], by })
    if (Object.keys(members).length > 0) lessons.push({ name: 'members', value: members, by })
  } else {
    const bodies = new Set(alike.map(({ answer: { body } }) => stringifyExactJson(body)))
    const varies = bodies.size > 1 ? '; it varies with the request' : ''
    lessons.push({ name: 'body', value: answer.body, by: by + varies })
  }
  const row = Object.fromEntries(
    lessons.filter(({ value }) => value !== undefined).map(({ name, value }) => [name, value]),
  )
  const expected = createRefuse({ preset, [failure]: row })(failure).headers
  const differs = (name: string): boolean =>
    normalizeHeader(name, expected[name]) !== normalizeHeader(name, answer.headers[name])
  if (relevantHeaders.some(differs)) {
    const { 'content-type': type = '', ...others } = answer.headers
    const value = { ...(differs('content-type') && { 'content-type': type }), ...others }
    lessons.push({ name: 'headers', value, by })
  }
  return lessons
}
