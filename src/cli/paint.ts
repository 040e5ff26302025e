import { styleText } from 'node:util'

/** Colors a text for standard error; `styleText` respects NO_COLOR, FORCE_COLOR and whether it is a terminal. */
export const paint = (color: 'red' | 'yellow' | 'green' | 'dim', text: string): string =>
  styleText(color, text, { stream: process.stderr })
