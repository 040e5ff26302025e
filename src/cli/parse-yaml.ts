import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseAllDocuments,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml'
import { parseNumberLiteral, toExactInteger } from '../json/exact-integer.ts'
import { TextError } from '../json/text-error.ts'
import { describeValue } from '../options/problems.ts'

/** The most aliases that are followed in a file, counted again wherever they stand for one another. */
const maxAliasCount = 1_000_000

/** Makes a number exact: an integer that a number can't hold is a bigint. */
function toExact({ source = '', value }: Scalar): unknown {
  if (typeof value !== 'number') return value
  const [, sign = '', digits = ''] = /^([-+]?)0*(?!0\d)(\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)$/.exec(source) ?? []
  // With millions of digits, a bigint takes seconds.
  if (digits.length > 400) return Number(`${sign}Infinity`)
  if (digits !== '') return parseNumberLiteral(sign.replace('+', '') + digits)
  return /^0[ox]/.test(source) ? toExactInteger(BigInt(source)) : value
}

// YAML has no other control characters (YAML 1.2.2 section 5.1).
const controlCharacter = /[^\t\n\r\x20-\x7e\x85\xa0-\uffff]/

const lowerFirst = (text: string): string => text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

/** Reads a text of at most one document. */
function readDocument(text: string): Document.Parsed | undefined {
  const wrong = text.search(controlCharacter)
  if (wrong >= 0) throw new TextError('it has a control character', text, wrong)
  const found = parseAllDocuments(text, {
    merge: true,
    prettyErrors: false,
    stringKeys: true,
    // It takes quadratic time.
    uniqueKeys: false,
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

function checkKeys({ items }: YAMLMap, text: string): void {
  const keys = new Set<unknown>()
  for (const { key } of items) {
    if (!isScalar(key)) continue
    if (keys.has(key.value))
      throw new TextError(`it repeats the key ${describeValue(key.value)}`, text, key.range?.[0])
    keys.add(key.value)
  }
}

/**
 * Parses YAML, integers exactly; an empty text is null.
 *
 * @throws {TextError} if the text isn't YAML
 */
export function parseExactYaml(text: string): unknown {
  const document = readDocument(text)
  if (document === undefined) return null
  const anchors = new Set<string | undefined>()
  visit(document, {
    Value: (_key, node) => {
      anchors.add(node.anchor)
      if (isScalar(node)) node.value = toExact(node)
      if (isMap(node)) checkKeys(node, text)
    },
    Alias: (_key, { source, range }, path) => {
      if (!anchors.has(source))
        throw new TextError(`the alias *${source} has no anchor before it`, text, range?.[0])
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
export function findOffset(text: string, path: readonly (string | number)[]): number | undefined {
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
