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

/** A run of letters, an escape of a URL, of JSON or JavaScript, or of HTML, or the beginning of none. */
const parts =
  /[^%&\\]+|(?:%|\\x)([\da-f]{2})|\\u([\da-f]{4})|\\u\{([\da-f]{1,6})\}|&#x0*([\da-f]{1,6});|&#0*(\d{1,7});|&(\w{1,8});|\\(["'/\\bfnrt])|./gis

/** How often a text may have been escaped. */
const maxRounds = 10

function readEscape([, byte, unit, braced, hex, decimal, name, quoted]: RegExpExecArray): string | undefined {
  const digits = byte ?? unit ?? braced ?? hex
  const code = digits === undefined ? decimal && Number(decimal) : Number.parseInt(digits, 16)
  if (typeof code === 'number') return String.fromCharCode(code)
  return name === undefined ? quoted && (letters[quoted] ?? quoted) : entities[name]
}

/** Decodes each escape once. */
function decode({ text, toOriginal }: NormalForm, end: number): NormalForm {
  const starts: number[] = []
  let decoded = ''
  for (const part of text.matchAll(parts)) {
    const letter = readEscape(part)
    decoded += letter ?? part[0]
    if (letter === undefined)
      for (let at = 0; at < part[0].length; at++) starts.push(toOriginal(part.index + at))
    else starts.push(toOriginal(part.index))
  }
  return { text: decoded, toOriginal: (at) => starts[at] ?? end }
}

/** Decodes escapes until none is left, up to ten times; a `+` becomes a space, as in forms. */
export function toNormalForm(original: string): NormalForm {
  let form: NormalForm = { text: original, toOriginal: (at) => at }
  for (let round = 0, before = ''; round < maxRounds && form.text !== before; round++) {
    before = form.text
    form = /[%&\\]/.test(before) ? decode(form, original.length) : form
  }
  return { ...form, text: form.text.replaceAll('+', ' ') }
}
