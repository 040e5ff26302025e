import {
  CORE_SCHEMA,
  defineScalarTag,
  EVENT_ID,
  floatCoreTag,
  intCoreTag,
  load,
  mergeTag,
  parseEvents,
  type ScalarTagDefinition,
  YAMLException,
} from 'js-yaml'
import { parseNumberLiteral, toExactInteger } from '../contract/exact-integer.ts'

/** Keys that `<<` may copy from other objects in one file. */
const maxTotalMergeKeys = 1_000_000

/** Plain words for the errors of the YAML parser; the first match applies. */
const explanations: readonly [reason: RegExp, explanation: string][] = [
  [/within a flow collection/, 'a [ or { is not closed'],
  [/quoted scalar/, 'a quotation mark is not closed'],
  [/^deficient/, 'a line is indented too little, or a quotation mark or a bracket is not closed'],
  [/^tab char/, 'it is indented with a tab. Use spaces'],
  [
    /indentation|multiline key|separator within/,
    'the indentation or a ": " is wrong. Put texts with special characters in quotes',
  ],
  [/^duplicated mapping key/, 'a key appears twice in one object'],
  [/^merge keys exceeded/, `it copies more than ${maxTotalMergeKeys} keys with <<`],
  [/merge/, 'the value of << must be an object, or a list of at most 100 objects'],
  [/^unidentified alias/, 'an alias has no anchor before it'],
  [/^nesting exceeded/, 'it is nested too deeply'],
  [
    /document separator is expected/,
    'it does not continue the value before it. Indent with spaces, and put texts with special characters in quotes',
  ],
  [/found more$/, 'it has more than one document. Remove the line --- between them'],
  [/complex keys/, 'a key must be a text. Put texts with special characters in quotes'],
  [/^expected ':'/, 'a colon and a space are missing after a key'],
  [/node content/, 'a value is missing before the comma'],
  [/^cannot resolve/, "the value doesn't match the tag before it"],
  [/^unknown escape|hexadecimal/, 'a quoted text has an unknown escape'],
  [/null byte|non-printable|valid JSON character/, 'it has a control character'],
  [/line break|block scalar|chomping|indentation width/, 'a text after | or > must begin on the next line'],
  [/^missed comma/, 'a comma is missing'],
  [/\btag\b|verbatim/i, 'it has a tag like !name, which is not supported'],
  [/directive|YAML version/i, 'it has an invalid line that begins with %'],
  [/anchor|alias/, 'it has an invalid anchor or alias. Put texts that begin with & or * in quotes'],
]

/** A mistake in a text. */
export class TextError extends Error {
  override name = 'TextError'
  /** Its place, counted from 0. */
  readonly offset: number | undefined

  constructor(message: string, offset?: number) {
    super(message)
    this.offset = offset
  }
}

/** Makes a tag for numbers exact: an integer that a number can't hold is a bigint. */
const makeExact = (
  tag: ScalarTagDefinition<number>,
  pattern: RegExp,
  read: (source: string) => number | bigint,
): ScalarTagDefinition =>
  defineScalarTag<unknown>(tag.tagName, {
    ...tag,
    resolve: (source, isExplicit, tagName) =>
      pattern.test(source) ? read(source) : tag.resolve(source, isExplicit, tagName),
  })

const schema = CORE_SCHEMA.withTags(
  mergeTag,
  makeExact(intCoreTag, /^[-+]?(?:\d+|0o[0-7]+|0x[\da-fA-F]+)$/, (source) => {
    const [, sign = '', digits = ''] = /^([-+]?)(?:0+(?=\d))?(.+)$/.exec(source) ?? []
    // Such an integer is larger than every number, and with millions of digits a bigint takes seconds.
    if (digits.length > 400) return Number(`${sign}Infinity`)
    return toExactInteger(sign === '-' ? -BigInt(digits) : BigInt(digits))
  }),
  makeExact(floatCoreTag, /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/, parseNumberLiteral),
)

/** The most values that a file may have after its aliases are expanded. */
const maxValues = 10_000_000

/** Refuses a value that contains itself, and aliases that expand to too many values. */
function checkAliases(root: unknown): void {
  const sizes = new Map<object, number | undefined>()
  function measure(value: unknown): number {
    if (typeof value !== 'object' || value === null) return 1
    const known = sizes.get(value)
    if (known !== undefined) return known
    if (sizes.has(value)) throw new TextError('an alias refers to a value that contains it')
    sizes.set(value, undefined)
    let size = 1
    for (const member of Object.values(value)) size += measure(member)
    sizes.set(value, size)
    return size
  }
  if (measure(root) > maxValues) throw new TextError(`its aliases expand to more than ${maxValues} values`)
}

/**
 * Parses YAML, integers exactly; an empty text is null.
 *
 * @throws {TextError} if the text isn't YAML
 */
export function parseExactYaml(text: string): unknown {
  try {
    const value = load(text, { schema, maxTotalMergeKeys })
    if (text.includes('*')) checkAliases(value)
    return value
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const { reason, mark } = error
    if (reason.startsWith('expected a document')) return null
    const [, explanation = reason] = /[@`%]/.test(text[mark?.position ?? -1] ?? '')
      ? [reason, 'put texts that begin with @, %, or a backtick in quotes']
      : (explanations.find(([pattern]) => pattern.test(reason)) ?? [])
    throw new TextError(explanation, mark?.position)
  }
}

/** Returns the position of the key or item at a path in a YAML or JSON text, or of the last part of the path that exists. */
export function findOffset(text: string, path: readonly (string | number)[]): number | undefined {
  const events = parseEvents(text, {})
  // The first event opens the document.
  let at = 1
  let found: number | undefined
  /** Visits one value; if `steps` is empty, the path doesn't lead into it. */
  function visit(steps: readonly (string | number)[]): void {
    const collection = events[at++]
    if (collection?.type !== EVENT_ID.MAPPING && collection?.type !== EVENT_ID.SEQUENCE) return
    for (let index = 0; ; index++) {
      const event = events[at]
      if (event === undefined || event.type === EVENT_ID.POP) break
      const isScalar = event.type === EVENT_ID.SCALAR
      const offset = isScalar ? event.valueStart : 'start' in event ? event.start : undefined
      const name =
        collection.type === EVENT_ID.SEQUENCE
          ? index
          : isScalar && text.slice(event.valueStart, event.valueEnd)
      const isOnPath = steps[0] === name && offset !== undefined
      if (isOnPath) found = /['"]/.test(text[offset - 1] ?? '') ? offset - 1 : offset
      if (collection.type === EVENT_ID.MAPPING) visit([])
      visit(isOnPath ? steps.slice(1) : [])
    }
    at++
  }
  visit(path)
  return found
}
