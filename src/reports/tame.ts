/** Writes control characters as escapes, as those of an answer must not steer the terminal. */
export const tame = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`)
