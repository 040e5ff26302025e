import { describeValue } from '../contract/problems.ts'
import type { Exchange } from '../http/exchange.ts'
import { normalizeHeader, readAnswer, relevantHeaders, type SeenAnswer, toShape } from './read-answer.ts'

/** What a comparison looks at. */
export interface ComparisonOptions {
  /** The messages that the configuration of the fake sets. */
  pinned: ReadonlySet<string>
  /** Masks the tokens in a text. */
  mask: (text: string) => string
  /** Leaves out texts that may vary between runs. */
  isStable?: boolean
}

const show = (value: unknown, { isStable = false }: ComparisonOptions): string =>
  isStable && typeof value === 'string' ? '…' : describeValue(value ?? undefined)

/** The headers whose values don't vary between runs. */
const stableHeaders: ReadonlySet<string> = new Set(['content-type', 'allow', 'accept-encoding'])

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
          ? `${name} is ${show(b, options)}, and ${show(a, options)} from the fake`
          : `${name} is ${toShape(b)}, and ${toShape(a)} from the fake`,
      )
  }
  return problems
}

function findDifferences(fake: Exchange, real: Exchange, options: ComparisonOptions): string[] {
  const [ours, theirs] = [readAnswer(fake), readAnswer(real)]
  if (ours === undefined || theirs === undefined) {
    if (ours === theirs) return []
    if (real.outcome.kind === 'answer') return ['there is no answer from the fake']
    return [options.isStable ? 'there is no answer' : `there is no answer: ${real.outcome.message}`]
  }
  const headers = relevantHeaders.flatMap((name) => {
    const [a, b] = [ours.headers[name], theirs.headers[name]]
    if (normalizeHeader(name, a) === normalizeHeader(name, b)) return []
    const own = { ...options, isStable: options.isStable === true && !stableHeaders.has(name) }
    return [`the header ${name} is ${show(b, own)}, and ${show(a, own)} from the fake`]
  })
  if (ours.status === theirs.status) return [...headers, ...compareBodies(ours, theirs, options)]
  return [`the status is ${theirs.status}, and ${ours.status} from the fake`]
}

/** Lists how the answers of a fake and of a real service differ. */
export const compareAnswers = (fake: Exchange, real: Exchange, options: ComparisonOptions): string[] =>
  findDifferences(fake, real, options).map(options.mask)
