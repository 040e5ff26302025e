import { readFileSync } from 'node:fs'
import { type Limits, LimitsError, parseLimits } from '../contract/limits.ts'
import { readDataFile } from './data-file.ts'
import { CommandFailure, exitCodes } from './failure.ts'

/** Finds where a key stands in a YAML or JSON text, as `:line:column`; nothing if it isn't there. */
async function findPosition(text: string, path: readonly string[]): Promise<string> {
  const { isMap, isScalar, LineCounter, parseDocument } = await import('yaml')
  const lineCounter = new LineCounter()
  let node: unknown = parseDocument(text, { lineCounter, logLevel: 'error' }).contents
  let offset: number | undefined
  for (const step of path) {
    if (!isMap(node)) break
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step)
    if (isScalar(pair?.key)) offset = pair.key.range?.[0]
    node = pair?.value
  }
  if (offset === undefined) return ''
  const { line, col } = lineCounter.linePos(offset)
  return `:${line}:${col}`
}

/**
 * Reads a file of limits.
 *
 * @throws {CommandFailure} if it can't be read, or a keyword is unknown or has a wrong value; names its line and column
 */
export async function readLimits(path: string): Promise<Limits> {
  const value = (await readDataFile(path, 'limits', {})) ?? {}
  try {
    return parseLimits(value)
  } catch (error) {
    if (!(error instanceof LimitsError)) throw error
    const position = await findPosition(readFileSync(path, 'utf8'), error.path)
    const reason = `Failed to read the limits ${path}${position}: ${error.message}.`
    throw new CommandFailure(reason, exitCodes.usage)
  }
}
