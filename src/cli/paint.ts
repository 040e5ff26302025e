import { styleText } from 'node:util'

/** Colours a text of standard error; `styleText` respects NO_COLOR, FORCE_COLOR and whether that is a terminal. */
export const paint = (color: 'red' | 'yellow' | 'green' | 'dim', text: string): string =>
  styleText(color, text, { stream: process.stderr })
