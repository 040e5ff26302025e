const toHex = (code: number, width = 0): string => code.toString(16).padStart(width, '0')

/** Escapes what could steer a terminal or reorder a line: control characters, line separators and marks of direction; and what is no character, such as U+FFFE. So it does with what begins a command to a CI service in its log, as in `##[group]` and `::group::`. The result is one line. */
export const escapeControls = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|#(?=#\w*\[)|(?<=^|\s):(?=:[a-z])/giu,
    (letter) => `\\u{${toHex(letter.codePointAt(0) ?? 0)}}`,
  )

/** Escapes the same characters in a text of several lines, which stay. */
export const escapeControlsOfLines = (text: string): string => text.split('\n').map(escapeControls).join('\n')

/** Escapes the same characters in JSON text, whose value stays the same. */
export const escapeControlsOfJson = (json: string): string =>
  json.replaceAll(/[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|#(?=#\w*\[)/gu, (letter) =>
    letter
      .split('')
      .map((unit) => `\\u${toHex(unit.charCodeAt(0), 4)}`)
      .join(''),
  )
