export type PatternNode =
  /** One character: the expression of one, and the character itself if it can only be that. */
  | { kind: 'character'; expression: RegExp; literal?: string }
  | { kind: 'sequence'; items: PatternNode[] }
  | { kind: 'choice'; options: PatternNode[] }
  | { kind: 'repeat'; item: PatternNode; from: number; to: number; isLazy: boolean }
  /** `index` is undefined for a group that captures nothing. */
  | { kind: 'group'; item: PatternNode; index: number | undefined }
  | { kind: 'look'; item: PatternNode; isBehind: boolean; isNegative: boolean }
  | { kind: 'assertion'; name: '^' | '$' | 'b' | 'B' }
  | { kind: 'reference'; group: number | string }

export interface ParsedPattern {
  node: PatternNode
  /** The index of each named group. */
  names: ReadonlyMap<string, number>
  /** `u`, unless the expression is only valid without. */
  flags: string
}

// What JavaScript reads as something else, or not at all: anchors and classes of other languages, inline flags, possessive quantifiers.
const foreign = /\\[AzZGhHQERXK]|\(\?(?![:=!<])|\(\?<(?![=!A-Za-z_$])|(?:[*+?]|\{\d+(?:,\d*)?\})\+/

const maxLength = 5000

function findFlags(source: string): string | undefined {
  if (source.length > maxLength) return undefined
  // Neither an escaped backslash nor the characters of a class begin one of them.
  const rest = source.replaceAll(/\\\\|\[(?:\\[\s\S]|[^\]\\])*\]/g, '_')
  if (foreign.test(rest) || source.includes('[[:')) return undefined
  for (const flags of ['u', '']) {
    // Without `u`, a property is only its letters.
    if (flags === '' && /\\[pP]\{/.test(source)) continue
    try {
      new RegExp(source, flags)
      return flags
    } catch {}
  }
  return undefined
}

const token =
  /\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|k<[^>]*>|[1-9]\d*|[\s\S])|\[\^?(?:\\[\s\S]|[^\]\\])*\]|\(\?(?:[:=!]|<[=!]|<[^>]*>)|[*+?]\??|\{\d+(?:,\d*)?\}\??|[\s\S]/uy

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' }

/** Returns the character that a token always means. */
function readLiteral(text: string): string | undefined {
  if (!text.startsWith('\\')) return text === '.' || text.startsWith('[') ? undefined : text
  const hex = /^\\(?:u\{?|x)([\da-fA-F]+)\}?$/.exec(text)?.[1]
  if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
  const letter = text.slice(1)
  return /^[dDwWsSpPc]/.test(letter) ? undefined : (escapes[letter] ?? letter)
}

/** Takes a regular expression apart; undefined if it isn't one of JavaScript. */
export function parsePattern(source: string): ParsedPattern | undefined {
  const flags = findFlags(source)
  if (flags === undefined) return undefined
  const names = new Map<string, number>()
  let at = 0
  let groups = 0
  const peek = (): string => {
    token.lastIndex = at
    return token.exec(source)?.[0] ?? ''
  }
  const take = (): string => {
    const text = peek()
    at += text.length
    return text
  }

  function parseGroup(opening: string): PatternNode {
    const isLook = /^\(\?<?[=!]$/.test(opening)
    const index = opening === '(?:' || isLook ? undefined : ++groups
    if (index !== undefined && opening !== '(') names.set(opening.slice(3, -1), index)
    const item = parseChoice()
    take()
    if (!isLook) return { kind: 'group', item, index }
    return { kind: 'look', item, isBehind: opening.includes('<'), isNegative: opening.endsWith('!') }
  }

  function parseAtom(): PatternNode {
    const text = take()
    if (text === '^' || text === '$') return { kind: 'assertion', name: text }
    if (text === '\\b' || text === '\\B') return { kind: 'assertion', name: text === '\\b' ? 'b' : 'B' }
    if (/^\\[1-9]/.test(text)) return { kind: 'reference', group: Number(text.slice(1)) }
    if (/^\\k<./.test(text)) return { kind: 'reference', group: text.slice(3, -1) }
    if (text.startsWith('(')) return parseGroup(text)
    const literal = readLiteral(text)
    const single = /^[*+?{}\]]/.test(text) ? `\\${text}` : text
    return {
      kind: 'character',
      expression: new RegExp(`^${single}$`, flags),
      ...(literal !== undefined && { literal }),
    }
  }

  function parseRepeat(): PatternNode {
    const item = parseAtom()
    const text = peek()
    if (!/^(?:[*+?]|\{\d)/.test(text)) return item
    take()
    const [from = 0, to = Infinity] = toRange(text)
    return { kind: 'repeat', item, from, to, isLazy: /.\?$/.test(text) }
  }

  function parseChoice(): PatternNode {
    const options: PatternNode[][] = [[]]
    while (at < source.length && peek() !== ')') {
      if (peek() === '|') {
        take()
        options.push([])
      } else options.at(-1)?.push(parseRepeat())
    }
    const sequences = options.map((items): PatternNode => ({ kind: 'sequence', items }))
    return sequences.length === 1 && sequences[0] !== undefined
      ? sequences[0]
      : { kind: 'choice', options: sequences }
  }

  return { node: parseChoice(), names, flags }
}

function toRange(quantifier: string): number[] {
  if (quantifier.startsWith('?')) return [0, 1]
  if (quantifier.startsWith('*')) return [0]
  if (quantifier.startsWith('+')) return [1]
  const [, from, comma, to] = /^\{(\d+)(,)?(\d*)/.exec(quantifier) ?? []
  return comma === undefined ? [Number(from), Number(from)] : to ? [Number(from), Number(to)] : [Number(from)]
}
