import { type ParsedPattern, type PatternNode, parsePattern } from './parse-pattern.ts'

/** Says whether a text matches a regular expression, anywhere in it. */
export interface Pattern extends ParsedPattern {
  test(text: string): boolean
}

/** The most steps that one text may take; about 80 ms. */
const maxSteps = 100_000

/** The most steps that an expression may take at worst to be left to the runtime, which can't be stopped. */
const maxNativeSteps = 10_000_000

/** Thrown if a text takes too many steps. */
class TooManyStepsError extends Error {}

type Next = (at: number) => boolean

/** Tries to match at an index of the text, and what follows with `next`. */
type Matches = (at: number, next: Next) => boolean

/** Says whether a part can repeat inside of a part that repeats, which takes exponential time at worst. */
function isNested(node: PatternNode, isInside = false): boolean {
  switch (node.kind) {
    case 'repeat': {
      const repeats = node.to > 1 && node.to !== node.from
      return (isInside && repeats) || isNested(node.item, isInside || repeats)
    }
    case 'choice':
      return isInside || node.options.some((option) => isNested(option, isInside))
    case 'sequence':
      return node.items.some((item) => isNested(item, isInside))
    case 'group':
    case 'look':
      return isNested(node.item, isInside)
    case 'reference':
      return true
    default:
      return false
  }
}

/** Counts the parts that repeat without a small limit, each of which multiplies the time by the length of the text. */
function countLoops(node: PatternNode): number {
  if (node.kind === 'repeat') return countLoops(node.item) + (node.to > 20 && node.to !== node.from ? 1 : 0)
  if (node.kind === 'choice') return Math.max(...node.options.map(countLoops))
  if (node.kind === 'sequence') return node.items.reduce((sum, item) => sum + countLoops(item), 0)
  return node.kind === 'group' || node.kind === 'look' ? countLoops(node.item) : 0
}

const isWord = (letter: string | undefined): boolean => letter !== undefined && /^\w$/.test(letter)

/** Matches with a limited number of steps. @throws {TooManyStepsError} */
function matchSlowly({ node, names, flags }: ParsedPattern, text: string): boolean {
  const letters = flags === 'u' ? [...text] : text.split('')
  const captured: (readonly [from: number, to: number] | undefined)[] = []
  let steps = 0
  const count = (): void => {
    if (++steps > maxSteps) throw new TooManyStepsError()
  }

  function toMatch(part: PatternNode): Matches {
    switch (part.kind) {
      case 'character':
        return (at, next) => {
          count()
          return letters[at] !== undefined && part.expression.test(letters[at]) && next(at + 1)
        }
      case 'sequence':
        return part.items.map(toMatch).reduceRight<Matches>(
          (rest, item) => (at, next) => item(at, (after) => rest(after, next)),
          (at, next) => next(at),
        )
      case 'choice': {
        const options = part.options.map(toMatch)
        return (at, next) => options.some((option) => option(at, next))
      }
      case 'group': {
        const item = toMatch(part.item)
        const { index } = part
        if (index === undefined) return item
        return (at, next) =>
          item(at, (to) => {
            const before = captured[index]
            captured[index] = [at, to]
            if (next(to)) return true
            captured[index] = before
            return false
          })
      }
      case 'look': {
        const item = toMatch(part.item)
        const found = part.isBehind
          ? (at: number) => letters.slice(0, at + 1).some((_letter, from) => item(from, (to) => to === at))
          : (at: number) => item(at, () => true)
        return (at, next) => found(at) !== part.isNegative && next(at)
      }
      case 'assertion':
        return (at, next) => {
          if (part.name === '^') return at === 0 && next(at)
          if (part.name === '$') return at === letters.length && next(at)
          return (isWord(letters[at - 1]) !== isWord(letters[at])) === (part.name === 'b') && next(at)
        }
      case 'reference':
        return (at, next) => {
          const index = typeof part.group === 'number' ? part.group : names.get(part.group)
          const [from, to] = captured[index ?? 0] ?? [0, 0]
          const length = to - from
          const isSame = letters.slice(from, to).every((letter, offset) => letters[at + offset] === letter)
          return isSame && next(at + length)
        }
      case 'repeat': {
        const item = toMatch(part.item)
        const { expression } = part.item as { expression?: RegExp }
        if (expression !== undefined && !part.isLazy)
          return (at, next) => {
            let to = at
            while (to - at < part.to && letters[to] !== undefined && expression.test(letters[to] ?? '')) to++
            for (; to >= at + part.from; to--) {
              count()
              if (next(to)) return true
            }
            return false
          }
        const again = (at: number, done: number, next: Next): boolean => {
          count()
          const more = (): boolean =>
            done < part.to && item(at, (to) => (to > at || done < part.from) && again(to, done + 1, next))
          if (done < part.from) return more()
          return part.isLazy ? next(at) || more() : more() || next(at)
        }
        return (at, next) => again(at, 0, next)
      }
    }
  }

  const match = toMatch(node)
  for (let at = 0; at <= letters.length; at++) if (match(at, () => true)) return true
  return false
}

/**
 * Makes a test for a regular expression of JSON Schema; undefined if it isn't one of JavaScript. No text takes it long: one
 * that would doesn't match.
 */
export function createPattern(source: string): Pattern | undefined {
  const parsed = parsePattern(source)
  if (parsed === undefined) return undefined
  const expression = new RegExp(source, parsed.flags)
  const nested = isNested(parsed.node)
  const loops = countLoops(parsed.node)
  const [first] = parsed.node.kind === 'sequence' ? parsed.node.items : []
  const isAnchored = first?.kind === 'assertion' && first.name === '^'
  const test = (text: string): boolean => {
    if (!nested && text.length ** (loops + 1) < maxNativeSteps) return expression.test(text)
    // An expression that begins with an anchor takes no loop over the places where it can begin.
    if (!nested && isAnchored && text.length ** loops < maxNativeSteps) return expression.test(text)
    try {
      return matchSlowly(parsed, text)
    } catch (error) {
      if (error instanceof TooManyStepsError || error instanceof RangeError) return false
      throw error
    }
  }
  return { ...parsed, test }
}
