/** A text without escapes. */
export interface NormalForm {
  text: string
  /** Returns where a code unit of it begins in the original. */
  toOriginal: (at: number) => number
}

/** Named entities of the characters that credentials have, and of those that begin an escape. */
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  bsol: '\\',
  colon: ':',
  equals: '=',
  lowbar: '_',
  num: '#',
  percnt: '%',
  period: '.',
  plus: '+',
  quot: '"',
  sol: '/',
  UnderBar: '_',
}

const letters: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** An escape of a URL, of JSON or JavaScript, or of HTML, with the most zeros that it may begin with. */
const escapeForm =
  /^(?:(?:%|\\x)([\da-f]{2})|\\u([\da-f]{4})|\\u\{([\da-f]{1,6})\}|&#x0{0,8}([\da-f]{1,6});|&#0{0,8}(\d{1,7});|&(\w{1,8});|\\(["'/\\bfnrt]))$/i

/** The characters with which an escape begins and ends, and the most code units that it has. */
const openers = '%\\&'
const closer = /[\da-f;}"'/\\nrt]/i
const longest = 18

function readEscape(text: string): string | undefined {
  const [, byte, unit, braced, hex, decimal, name, quoted] = escapeForm.exec(text) ?? []
  const digits = byte ?? unit ?? braced ?? hex
  const code = digits === undefined ? decimal && Number(decimal) : Number.parseInt(digits, 16)
  if (typeof code === 'number') return String.fromCharCode(code)
  return name === undefined ? quoted && (letters[quoted] ?? quoted) : entities[name]
}

/**
 * Decodes escapes until none is left, however often a text was escaped; a `+` becomes a space, as in forms. The time is
 * linear, since each escape that is read makes the text shorter.
 */
export function toNormalForm(original: string): NormalForm {
  if (!/[%&\\]/.test(original)) return { text: original.replaceAll('+', ' '), toOriginal: (at) => at }
  const units: string[] = []
  const starts: number[] = []
  let lastOpener = -longest
  function push(unit: string, start: number): void {
    if (openers.includes(unit)) lastOpener = units.length
    units.push(unit === '+' ? ' ' : unit)
    starts.push(start)
  }
  /** Finds where an escape begins that may end with the last code unit. */
  function findOpener(): number {
    let at = units.length - 2
    while (at > units.length - longest && !openers.includes(units[at] ?? '%')) at--
    return at
  }
  for (let at = 0; at < original.length; at++) {
    push(original.charAt(at), at)
    while (units.length - lastOpener <= longest && closer.test(units.at(-1) ?? '')) {
      const from = findOpener()
      const letter = readEscape(units.slice(Math.max(0, from)).join(''))
      if (letter === undefined) break
      const start = starts[from] ?? 0
      units.length = from
      starts.length = from
      push(letter, start)
      // An opener before it may be the last one now.
      lastOpener = units.length - 1
    }
  }
  return { text: units.join(''), toOriginal: (at) => starts[at] ?? original.length }
}
