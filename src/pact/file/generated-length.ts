import { isObject } from '../../options/is-object.ts'

/** The most characters that a generator of a pact may make; more take the verifier of Pact gigabytes. */
const maxLength = 1_000_000

/** How often Pact's verifier repeats at most what a pattern doesn't limit. */
const openRepeats = 20

const parts = /\\.|\[(?:\\.|[^\]\\])*\]?|\{(\d+)(?:(,)(\d*))?\}|./gs

/** Returns how many characters at most a text has that is made for a pattern; alternatives count together. */
function measurePattern(pattern: string): number {
  const groups = [0]
  let last = 0
  for (const [part, from, comma, to] of pattern.matchAll(parts)) {
    const isOpen = part === '*' || part === '+' || (comma === ',' && to === '')
    const times = isOpen ? Number(from ?? 0) + openRepeats : Number(to || from || 1)
    const isRepeat = isOpen || part === '?' || from !== undefined
    if (part === '(') groups.push(0)
    else {
      const size = isRepeat ? last * (times - 1) : part === ')' && groups.length > 1 ? (groups.pop() ?? 0) : 1
      last = isRepeat ? last * times : size
      groups.push((groups.pop() ?? 0) + size)
    }
  }
  return groups.reduce((sum, size) => sum + size)
}

const listPatterns = (generators: unknown): string[] => {
  if (!isObject(generators)) return []
  const { type, regex } = generators
  return type === 'Regex' && typeof regex === 'string'
    ? [regex]
    : Object.values(generators).flatMap(listPatterns)
}

/** Finds a pattern among the generators of a request for which Pact's verifier would make too long a text. */
export const findLongPattern = (generators: unknown): string | undefined =>
  listPatterns(generators).find((pattern) => measurePattern(pattern) > maxLength)
