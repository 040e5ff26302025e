import type { Path } from '../options/problems.ts'

/** Writes one step of a JSON pointer (RFC 6901). */
const escapeStep = (step: string | number): string | number =>
  typeof step === 'string' && /[~/]/.test(step) ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step

/** Writes the names and indexes that lead to a value as a JSON pointer (RFC 6901). */
export function toPointer(...steps: Path): string {
  let pointer = ''
  for (const step of steps) pointer += `/${escapeStep(step)}`
  return pointer
}

/** Names a place in a body for people. */
export const describePath = (path: Path): string => toPointer(...path) || 'the body'

/** Reads a JSON pointer (RFC 6901). */
export const readPointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
