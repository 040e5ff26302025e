import type { Warning } from '../contract/contract.ts'

/** Shows a warning about a description in one line, with its place if it was read from a file. */
export const showWarning = ({ file, line, column, message }: Warning): string =>
  (file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}:${column}`}: `) + message
