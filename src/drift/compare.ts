import { isJsonContentType } from '../contract/content-type.ts'
import type { Exchange } from '../http/exchange.ts'
import { describeText } from '../judge/describe-text.ts'
import { isContainer } from '../options/is-object.ts'
import type { ShownFinding } from '../reports/report.ts'
import { hideMarks, matchesMarks, withoutMarks } from './marks.ts'
import { normalizeHeader, readAnswer, type SeenAnswer, toShape } from './read-answer.ts'
import { markId, readSentId, unifyTexts } from './varying.ts'

/** What a comparison needs to know. */
export interface ComparisonOptions {
  /** The messages that the configuration of the fake sets; they may have an `{id}`. */
  pinned: readonly string[]
  /** Masks the tokens in a text. */
  mask: (text: string) => string
}

const show = (value: unknown, other?: unknown): string => describeText(value ?? undefined, other)

/** A finding about how the answers of a fake and of a service differ, still without its exchanges. */
export type Difference = ShownFinding & { stable: string }

/** Makes a finding about a part of an answer: what the fake answers is expected. */
export const toDifference = (
  part: string,
  problem: string,
  values: Pick<ShownFinding, 'expected' | 'actual'> = {},
): Difference => ({
  kind: 'error',
  place: `/response${part}`,
  problem,
  ...values,
  stable: problem,
  exchanges: [],
})

const write = (part: string, what: string, actual: string, expected: string): Difference =>
  toDifference(part, `${what} is ${actual}, and ${expected} from the fake`, { expected, actual })

const describeBody = ({ body, members }: SeenAnswer): string =>
  body === '' ? 'empty' : members === undefined && typeof body === 'string' ? 'a text' : toShape(body)

/** Returns whether a value is what the fake answered; in a refusal, a text with a slash may be the path of the request. */
function matches(ours: unknown, theirs: unknown, isRefusal: boolean): boolean {
  if (isContainer(ours) && isContainer(theirs)) {
    const names = Object.keys(ours)
    const isSame = (name: string) => name in theirs && matches(ours[name], theirs[name], isRefusal)
    return names.length === Object.keys(theirs).length && names.every(isSame)
  }
  const areTexts = typeof ours === 'string' && typeof theirs === 'string'
  return (isRefusal && areTexts && ours.includes('/')) || matchesMarks(ours, theirs)
}

/** Says what keeps a JSON object with the status 400 from being an Error, as those of the fake always are; undefined if nothing does. */
function describeNoError({ status, members, headers }: SeenAnswer): Difference | undefined {
  if (status !== 400 || members === undefined) return undefined
  const { error, message } = members
  const type = headers['content-type']
  const toProblem = (shownError: string): string =>
    [
      ...(isJsonContentType(type) ? [] : [`content-type is ${show(type)}`]),
      ...(Number.isInteger(error) ? [] : [`error is ${shownError}`]),
      ...(typeof message === 'string' ? [] : [`message is ${show(message)}`]),
    ].join(', ')
  const toWhole = (problem: string): string => `the body isn't an Error: ${problem}`
  if (toProblem('') === '') return undefined
  const stable = toWhole(toProblem(typeof error === 'string' ? '…' : show(error)))
  return { ...toDifference('/body', toWhole(toProblem(show(error)))), stable }
}

const findNoError = (ours: SeenAnswer, theirs: SeenAnswer): Difference | undefined =>
  ours.isError && describeNoError(ours) === undefined ? describeNoError(theirs) : undefined

function compareBodies(ours: SeenAnswer, theirs: SeenAnswer, pinned: ReadonlySet<string>): Difference[] {
  const [own, real] = [ours.members, theirs.members]
  if (own === undefined || real === undefined) {
    const [ownKind, realKind] = [describeBody(ours), describeBody(theirs)]
    return ownKind === realKind ? [] : [write('/body', 'the body', realKind, ownKind)]
  }
  const noError = findNoError(ours, theirs)
  // Another number has another message. The fake's own messages are not compared.
  const hasMessage =
    (noError !== undefined || own['error'] === real['error']) && pinned.has(String(own['message']))
  const isRefusal = theirs.status >= 300
  const isExact = (name: string): boolean => !isRefusal || name !== 'message' || !ours.isError || hasMessage
  const names = new Set([...Object.keys(own), ...Object.keys(real)])
  if (noError !== undefined && !Number.isInteger(real['error'])) names.delete('error')
  if (noError !== undefined && typeof real['message'] !== 'string') names.delete('message')
  const differences = [...names].flatMap((name) => {
    const part = `/body/${name}`
    if (name in own !== name in real) {
      const [actual, expected] = name in real ? ['present', 'missing'] : ['missing', 'present']
      return [write(part, `the member ${name}`, actual, expected)]
    }
    const [a, b] = [real[name], own[name]]
    if (isExact(name) && matches(b, a, isRefusal)) return []
    const [realShape, ownShape] = [toShape(a), toShape(withoutMarks(b))]
    const isSameShape = ownShape === realShape
    if (isSameShape && !isExact(name)) return []
    if (!isContainer(a) && !isContainer(b) && (isSameShape || isExact(name))) {
      const found = write(part, name, show(a, b), show(b, a))
      // Texts differ between requests of one cause.
      return [typeof a === 'string' ? { ...found, stable: write(part, name, '…', show(b, a)).stable } : found]
    }
    const found = write(part, name, realShape, ownShape)
    // Which members are in a list of mistakes depends on the request.
    const what = isSameShape ? 'values' : 'members'
    return [isContainer(a) && isContainer(b) ? { ...found, stable: `${name} has other ${what}` } : found]
  })
  return noError === undefined ? differences : [noError, ...differences]
}

function findDifferences(fake: Exchange, real: Exchange, pinned: readonly string[]): Difference[] {
  const [ours, theirs] = [readAnswer(fake), readAnswer(real)]
  if (ours === undefined || theirs === undefined) {
    if (ours === theirs) return []
    if (real.outcome.kind === 'answer') return [toDifference('', 'there is no answer from the fake')]
    return [toDifference('', 'there is no answer')]
  }
  if (ours.status !== theirs.status)
    return [write('/status', 'the status', `${theirs.status}`, `${ours.status}`)]
  const sentId = readSentId(real)
  const names = new Set([...Object.keys(ours.headers), ...Object.keys(theirs.headers)])
  if (findNoError(ours, theirs) !== undefined) names.delete('content-type')
  const headers = [...names].flatMap((name) => {
    const [a, b] = [theirs.headers[name], ours.headers[name]]
    if (matchesMarks(b, a) || matchesMarks(normalizeHeader(name, b), normalizeHeader(name, a))) return []
    const [actual, expected] = [markId(a, sentId), markId(b, sentId)]
    return [write(`/headers/${name}`, `the header ${name}`, show(actual, expected), show(expected, actual))]
  })
  // The fake puts the id into a message for `{id}`, but only if it knows one.
  const id = sentId ?? '{id}'
  const messages = new Set(pinned.flatMap((text) => [text, text.replaceAll('{id}', id)]))
  return [...headers, ...compareBodies(ours, theirs, messages)]
}

/** Lists how the answers of a fake and of a real service to the same request differ. */
export const compareAnswers = (
  fake: Exchange,
  real: Exchange,
  { pinned, mask }: ComparisonOptions,
): Difference[] =>
  findDifferences(fake, real, pinned).map((one) => ({
    ...one,
    place: mask(one.place),
    problem: hideMarks(mask(one.problem)),
    stable: hideMarks(mask(one.stable)),
    ...(one.expected !== undefined && { expected: hideMarks(mask(one.expected)) }),
    ...(one.actual !== undefined && { actual: mask(one.actual) }),
  }))

/** Keeps the differences that two tries share, with `…` for what isn't the same in both. */
export const keepShared = (first: readonly Difference[], second: readonly Difference[]): Difference[] =>
  second.flatMap((one) => {
    const other = first.find(({ place }) => place === one.place)
    return other === undefined ? [] : [{ ...one, stable: unifyTexts([other.stable, one.stable]) }]
  })
