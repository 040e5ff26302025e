import type { Exchange } from '../http/exchange.ts'
import { describeText } from '../judge/describe-text.ts'
import type { ShownFinding } from '../reports/report.ts'
import { normalizeHeader, readAnswer, relevantHeaders, type SeenAnswer, toShape } from './read-answer.ts'
import { readSentId } from './varying.ts'

/** What a comparison needs to know. */
export interface ComparisonOptions {
  /** The messages that the configuration of the fake sets; they may have an `{id}`. */
  pinned: readonly string[]
  /** Masks the tokens in a text. */
  mask: (text: string) => string
}

/** The headers whose values don't vary between runs. */
const stableHeaders: ReadonlySet<string> = new Set(['content-type', 'allow', 'accept-encoding'])

const show = (value: unknown, other?: unknown): string => describeText(value ?? undefined, other)

/** Shows a value, but not a text, which may vary between runs. */
const showStable = (value: unknown): string => (typeof value === 'string' ? '…' : show(value))

/** A finding about how the answers of a fake and of a service differ, still without its exchanges. */
export type Difference = ShownFinding & { stable: string }

/** Makes a finding about a part of an answer. */
export const toDifference = (part: string, problem: string, stable = problem): Difference => ({
  kind: 'error',
  place: `/response${part}`,
  problem,
  stable,
  exchanges: [],
})

const write = (what: string, theirs: string, ours: string): string =>
  `${what} is ${theirs}, and ${ours} from the fake`

const toValueDifference = (part: string, what: string, theirs: unknown, ours: unknown): Difference =>
  toDifference(
    part,
    write(what, show(theirs, ours), show(ours, theirs)),
    write(what, showStable(theirs), showStable(ours)),
  )

const describeBody = ({ body, members }: SeenAnswer): string =>
  body === '' ? 'empty' : members === undefined && typeof body === 'string' ? 'a text' : toShape(body)

function compareBodies(ours: SeenAnswer, theirs: SeenAnswer, pinned: ReadonlySet<string>): Difference[] {
  const [own, real] = [ours.members, theirs.members]
  if (own === undefined || real === undefined) {
    const [ownKind, realKind] = [describeBody(ours), describeBody(theirs)]
    if (ownKind === realKind) return []
    return [toDifference('/body', `the body is ${realKind}, and that of the fake is ${ownKind}`)]
  }
  const isExact = (name: string): boolean =>
    theirs.status < 300
      ? name === 'name' || name === 'tag'
      : name === 'error' || (name === 'message' && pinned.has(String(own[name])))
  const names = new Set([...Object.keys(own), ...Object.keys(real)])
  return [...names].flatMap((name) => {
    if (name in own !== name in real) {
      const has = name in real ? 'a' : 'no'
      return [toDifference(`/body/${name}`, `the body has ${has} member ${name}, unlike that of the fake`)]
    }
    if (isExact(name))
      return own[name] === real[name] ? [] : [toValueDifference(`/body/${name}`, name, real[name], own[name])]
    const [ownShape, realShape] = [toShape(own[name]), toShape(real[name])]
    return ownShape === realShape ? [] : [toDifference(`/body/${name}`, write(name, realShape, ownShape))]
  })
}

function findDifferences(fake: Exchange, real: Exchange, pinned: readonly string[]): Difference[] {
  const [ours, theirs] = [readAnswer(fake), readAnswer(real)]
  if (ours === undefined || theirs === undefined) {
    if (ours === theirs) return []
    if (real.outcome.kind === 'answer') return [toDifference('', 'there is no answer from the fake')]
    return [toDifference('', `there is no answer: ${real.outcome.message}`, 'there is no answer')]
  }
  if (ours.status !== theirs.status)
    return [toDifference('/status', write('the status', `${theirs.status}`, `${ours.status}`))]
  const headers = relevantHeaders.flatMap((name) => {
    const [a, b] = [theirs.headers[name], ours.headers[name]]
    if (normalizeHeader(name, a) === normalizeHeader(name, b)) return []
    const difference = toValueDifference(`/headers/${name}`, `the header ${name}`, a, b)
    return [stableHeaders.has(name) ? { ...difference, stable: difference.problem } : difference]
  })
  // The fake puts the id into a message for `{id}`, but only if it knows one.
  const id = readSentId(fake) ?? '{id}'
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
    problem: mask(one.problem),
    stable: mask(one.stable),
  }))
