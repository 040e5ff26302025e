import * as fs from 'node:fs'
import { PactFileError } from './pact-document.ts'

const isPattern = (text: string): boolean => /[*?[{]/.test(text)

function findMatches(pattern: string): string[] {
  if (!isPattern(pattern) || fs.existsSync(pattern)) return [pattern]
  // Node 20 has no glob; there, the shell expands patterns.
  if (fs.globSync === undefined)
    throw new PactFileError(`${pattern} is a pattern, which needs Node 22; name the files`)
  const found = fs.globSync(pattern).sort()
  if (found.length === 0) throw new PactFileError(`no file matches ${pattern}`)
  return found
}

/**
 * Finds files by paths and patterns (`pacts/*.json`), and returns each file once.
 *
 * @throws {PactFileError} if no file matches a pattern
 */
export const findPactFiles = (patterns: readonly string[]): string[] => [
  ...new Set(patterns.flatMap(findMatches)),
]
