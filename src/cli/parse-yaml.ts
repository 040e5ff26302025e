import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseAllDocuments,
  visit,
} from 'yaml'
import { toExactInteger } from '../json/exact-integer.ts'
import { TextError } from '../json/text-error.ts'
import type { Path } from '../options/problems.ts'

/** The most aliases that are followed in a file, counted again wherever they stand for one another. */
const maxAliasCount = 1_000_000

const lowerFirst = (text: string): string => text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

/** Reads a text of at most one document. */
function readDocument(text: string): Document.Parsed | undefined {
  const found = parseAllDocuments(text, {
    merge: true,
    prettyErrors: false,
    stringKeys: true,
    intAsBigInt: true,
  })
  const [document, second] = 'empty' in found ? [] : found
  const [error] = [...(document?.errors ?? []), ...(document?.warnings ?? [])]
  if (error?.code === 'RESOURCE_EXHAUSTION')
    throw new TextError('it is nested too deeply', text, error.pos[0])
  if (error) throw new TextError(lowerFirst(error.message), text, error.pos[0])
  if (second)
    throw new TextError(
      'it has more than one document. Remove the line --- between them',
      text,
      second.range?.[0],
    )
  return document
}

/**
 * Parses YAML, integers exactly; an empty text is null.
 *
 * @throws {TextError} if the text isn't YAML
 */
export function parseExactYaml(text: string): unknown {
  const document = readDocument(text)
  if (document === undefined) return null
  visit(document, {
    Scalar: (_key, node) => {
      if (typeof node.value === 'bigint') node.value = toExactInteger(node.value)
    },
    Alias: (_key, { source, range }, path) => {
      if (path.some((parent) => isCollection(parent) && parent.anchor === source))
        throw new TextError(`the alias *${source} refers to a value that contains it`, text, range?.[0])
    },
  })
  try {
    return document.toJS({ maxAliasCount })
  } catch (error) {
    throw error instanceof RangeError ? error : new TextError(lowerFirst((error as Error).message))
  }
}

/** Returns the position of the key or item at a path in a YAML or JSON text, or of the last part of the path that exists. */
export function findOffset(text: string, path: Path): number | undefined {
  let node: unknown = readDocument(text)?.contents
  let found: number | undefined
  for (const step of path) {
    const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === step) : undefined
    const place = pair?.key ?? (isSeq(node) && typeof step === 'number' ? node.items[step] : undefined)
    if (place === undefined) break
    found = (place as Node).range?.[0] ?? found
    node = pair === undefined ? place : pair.value
  }
  return found
}
