import { styleText } from 'node:util'

/** Characters in a line of a terminal, or what COLUMNS says. */
export const findWidth = ({ columns }: { columns?: number } = process.stderr): number =>
  columns || Number(process.env['COLUMNS']) || Number.POSITIVE_INFINITY

/** Colors a text for standard error; `styleText` respects NO_COLOR, FORCE_COLOR and whether it is a terminal. */
export const paint = (color: 'red' | 'yellow' | 'green' | 'dim', text: string): string =>
  styleText(color, text, { stream: process.stderr })
