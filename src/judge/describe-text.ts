import { describeValue } from '../options/problems.ts'

/** How many characters of a long text are shown, and how many of them are before its first difference. */
const maxShown = 40
const before = 10

/** Shows a text; a long one from a little before its first difference to another text, unless its start shows that. */
function describeFrom(text: string, other: string): string {
  let at = 0
  while (at < text.length && text[at] === other[at]) at++
  if (text.length <= maxShown || at < maxShown - before) return describeValue(text)
  const end = at - before + maxShown
  const part = text.slice(at - before, end)
  return `${JSON.stringify(`…${part}${end < text.length ? '…' : ''}`)} (${text.length} characters)`
}

/** Shows a value so that two texts that look the same, or begin with the same characters, can be distinguished. */
export function describeText(value: unknown, other: unknown): string {
  if (typeof value !== 'string' || typeof other !== 'string') return describeValue(value)
  const shown = describeFrom(value, other)
  const looksSame = value.normalize() === other.normalize() || value.trim() === other.trim()
  if (!looksSame) return shown
  // The ellipsis shows that a long text is cut.
  return shown.replaceAll(/[^\x20-\x7e…]/gu, (letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`)
}
