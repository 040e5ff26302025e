import { CORE_SCHEMA, intCoreTag, load, mergeTag, NOT_RESOLVED, YAMLException } from 'js-yaml'
import { toExactInteger } from '../../json/exact-integer.ts'
import { parseExactJson, parseJson } from '../../json/exact-json.ts'
import { JsonSyntaxError } from '../../json/json-parser.ts'
import { TextError } from '../../json/text-error.ts'

/** How deeply YAML may be nested. */
const maxDepth = 1000

/** Integers of YAML that a number can't hold are bigints. */
const exactIntegers: typeof intCoreTag = {
  ...intCoreTag,
  resolve(source, ...rest) {
    const value = intCoreTag.resolve(source, ...rest)
    const isRounded = value !== NOT_RESOLVED && !Number.isSafeInteger(value) && /^[-+]?\d+$/.test(source)
    return isRounded ? (toExactInteger(BigInt(source.replace('+', ''))) as number) : value
  },
}

const schema = CORE_SCHEMA.withTags(mergeTag, exactIntegers)

/** Options of the parser that concern what is read, not what it is read for. */
export const yamlOptions = { schema, maxDepth }

function parseYaml(text: string): unknown {
  checkTextSize(text, 'YAML')
  try {
    return load(text, { ...yamlOptions, maxTotalMergeKeys: 100_000 })
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    throw new TextError(error.reason, text, error.mark?.position)
  }
}

/** A number that may be rounded; also in a string, where it costs nothing but time. */
const inexact = /(?:"\s*:|[[,])\s*-?(?:[\d.]{16,}(?:[eE][-+]?\d+)?|[\d.]+[eE][-+]?\d+)\s*[,}\]]/

export const isJsonText = (text: string): boolean => /^\s*[{[]/.test(text)

/** About how many values a text may have, and what begins one: brackets, commas, and in YAML items and other lines. */
const limits = {
  JSON: { values: 1_000_000, beginning: /[,{[]/g },
  YAML: { values: 500_000, beginning: /[,{[]|- |\n *(?![ \r\n-])/g },
}

/** Counts the values of a text without parsing it, which takes much memory. */
function checkTextSize(text: string, format: keyof typeof limits): void {
  const { values, beginning } = limits[format]
  let count = 0
  beginning.lastIndex = 0
  while (beginning.test(text))
    if (++count > values)
      throw new TextError(`it has more than ${values.toLocaleString('en')} values, too many for ${format}`)
}

/**
 * Parses a description, or a part of one: JSON, or else YAML; integers exactly.
 *
 * @throws {TextError} if it is neither, or too large
 */
export function parseDescription(text: string): unknown {
  if (!isJsonText(text)) return parseYaml(text)
  checkTextSize(text, 'JSON')
  try {
    return inexact.test(text) ? parseExactJson(text) : parseJson(text)
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    const json = new TextError(`expected ${error.expected}, found ${error.found}`, text, error.at)
    try {
      // Braces are YAML, too.
      return parseYaml(text)
    } catch {
      throw json
    }
  }
}
