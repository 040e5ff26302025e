import { describeValue } from '../contract/problems.ts'
import type { Exchange } from '../http/exchange.ts'
import { normalizeHeader, readAnswer, relevantHeaders, type SeenAnswer, toShape } from './read-answer.ts'

/** What a comparison looks at. */
export interface ComparisonOptions {
  /** The messages that the configuration of the fake sets. */
  pinned: ReadonlySet<string>
  /** Masks the tokens in a text. */
  mask: (text: string) => string
}

const show = (value: unknown): string => describeValue(value ?? undefined)

function compareBodies(fake: SeenAnswer, real: SeenAnswer, options: ComparisonOptions): string[] {
  const [ours, theirs] = [fake.members, real.members]
  if (ours === undefined || theirs === undefined) {
    const kind = ({ body, members }: SeenAnswer): string =>
      body === '' ? 'empty' : members === undefined && typeof body === 'string' ? 'a text' : toShape(body)
    return kind(fake) === kind(real)
      ? []
      : [`the body is ${kind(real)}, and that of the fake is ${kind(fake)}`]
  }
  const problems: string[] = []
  for (const name of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const [a, b] = [ours[name], theirs[name]]
    const isExact =
      real.status < 300
        ? name === 'name' || name === 'tag'
        : name === 'error' || (name === 'message' && options.pinned.has(String(a)))
    const isMissing = name in ours !== name in theirs
    if (isMissing)
      problems.push(`the body has ${name in theirs ? 'a' : 'no'} member ${name}, unlike that of the fake`)
    else if (isExact ? a !== b : toShape(a) !== toShape(b))
      problems.push(
        isExact
          ? `${name} is ${show(b)}, and ${show(a)} from the fake`
          : `${name} is ${toShape(b)}, and ${toShape(a)} from the fake`,
      )
  }
  return problems
}

/** Lists how the answers of a fake and of a real service differ. */
export function compareAnswers(fake: Exchange, real: Exchange, options: ComparisonOptions): string[] {
  return findDifferences(fake, real, options).map(options.mask)
}

function findDifferences(fake: Exchange, real: Exchange, options: ComparisonOptions): string[] {
  const [ours, theirs] = [readAnswer(fake), readAnswer(real)]
  if (ours === undefined || theirs === undefined) {
    const message =
      theirs === undefined && real.outcome.kind !== 'answer' ? real.outcome.message : 'the fake gave none'
    return ours === theirs ? [] : [`there is no answer: ${message}`]
  }
  const headers = relevantHeaders.flatMap((name) => {
    const [a, b] = [ours.headers[name], theirs.headers[name]]
    if (normalizeHeader(name, a) === normalizeHeader(name, b)) return []
    return [`the header ${name} is ${show(b)}, and ${show(a)} from the fake`]
  })
  if (ours.status === theirs.status) return [...headers, ...compareBodies(ours, theirs, options)]
  return [`the status is ${theirs.status}, and ${ours.status} from the fake`]
}
