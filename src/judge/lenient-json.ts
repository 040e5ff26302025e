/** Parts that only lenient parsers read: strings in single quotes or with any characters, comments, white space of JavaScript, and values and names without quotes. */
const parts =
  /"(?:[^"\\]|\\.)*(?:"|\\?$)|'(?:[^'\\]|\\.)*(?:'|\\?$)|(?:\/\/|#)[^\n]*|\/\*.*?(?:\*\/|$)|[\f\v\p{Zs}\u2028\u2029]|[-+]?[\w$.]+(\s*:)?/gsu

/** Values that JSON has no spelling for, and other spellings of those that it has. */
const value =
  /^(?:[-+]?(?:NaN|Infinity|0x[\da-f]+|0b[01]+|0o?[0-7]+|\d[\d_]*n|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:e[-+]?\d+)?)|undefined|True|False|None)$/i

function toStrict(part: string, colon: string | undefined): string {
  const [first] = part
  // What never ends goes to the end of the text, so that long texts take no longer.
  if (first === '"' || first === "'")
    return part.length > 1 && part.endsWith(first) ? JSON.stringify(part.slice(1, -1)) : part
  if (/^(?:[\s\u2028\u2029#]|\/[/*])/.test(part)) return ' '
  if (colon !== undefined) return /^[A-Za-z_$][\w$]*\s*:$/.test(part) ? '"":' : part
  return value.test(part) ? '0' : part
}

/** Returns whether a text that isn't JSON is what lenient parsers accept (RFC 8259 section 9), and not just broken. */
export function isLenientJson(text: string): boolean {
  try {
    JSON.parse(text.replaceAll(parts, toStrict).replaceAll(/,(?=\s*[}\]])/g, ''))
    return true
  } catch {
    return false
  }
}
