import { isContainer, isObject } from '../options/is-object.ts'
import { removeWrongKeywords } from './check-keywords.ts'
import { ContractError, type Warning } from './contract.ts'
import { createDescription, type Description } from './description.ts'
import { toPointer } from './pointer.ts'
import { upgradeDocument, upgradeSchema } from './upgrade.ts'
import { walk } from './walk.ts'

/** How deeply a description may be nested; real ones have a tenth of it. */
const maxDepth = 500

/** How many values a description may have, those that are repeated by aliases counted each time. */
const maxValues = 20_000_000

/** Measures a document, without recursion, and each part once, however often aliases repeat it. */
function checkSize(document: unknown): void {
  /** The number of values in each container. */
  const sizes = new Map<object, number>()
  const open: { json: Record<string, unknown>; names: string[]; size: number }[] = []
  const enter = (json: unknown): number => {
    if (!isContainer(json)) return 1
    const size = sizes.get(json)
    if (size !== undefined) return size
    if (open.length > maxDepth) throw new ContractError(`it is nested deeper than ${maxDepth} levels`)
    if (open.some((parent) => parent.json === json)) throw new ContractError('a part of it contains itself')
    open.push({ json, names: Object.keys(json), size: 1 })
    return 0
  }
  enter(document)
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const name = top.names.pop()
    if (name !== undefined) top.size += enter(top.json[name])
    else {
      open.pop()
      sizes.set(top.json, top.size)
      const parent = open.at(-1)
      if (parent !== undefined) parent.size += top.size
    }
    if (top.size > maxValues)
      throw new ContractError(`it has more than ${maxValues} values, with those that aliases repeat`)
  }
}

/** Reads which version of OpenAPI a document is. @throws {ContractError} if it is none */
function readVersion(document: unknown): '2.0' | '3.0' | '3.1' {
  if (!isObject(document)) throw new ContractError('it is not an OpenAPI description: it must be an object')
  const { swagger, openapi } = document
  if (String(swagger).startsWith('2')) return '2.0'
  const version = String(openapi)
  if (openapi === undefined)
    throw new ContractError(
      'it is not an OpenAPI description: it has neither openapi nor swagger with a version',
    )
  if (!/^3(?:\.|$)/.test(version))
    throw new ContractError(`OpenAPI ${version} isn't supported; the versions are 2.0, 3.0, and 3.1`)
  return /^3(?:\.0|$)/.test(version) ? '3.0' : '3.1'
}

/**
 * Upgrades a document to OpenAPI 3.1, and removes from its schemas what means nothing. The document is changed.
 *
 * @throws {ContractError} if it isn't an OpenAPI description
 */
export function normalize(document: unknown, warn: (warning: Warning) => void): Description {
  checkSize(document)
  const version = readVersion(document)
  const description = createDescription(upgradeDocument(document as Record<string, unknown>, version))
  walk(description, {
    schema(place) {
      // The document is a copy of its own.
      const schema = place.json as Record<string, unknown>
      if (version !== '3.1') upgradeSchema(schema)
      for (const { keyword, message } of removeWrongKeywords(schema))
        warn({ message, pointer: place.pointer + toPointer(keyword) })
      description.addSchema(place)
    },
    lost({ json, pointer }) {
      const reference = String(json['$ref'] ?? json['$dynamicRef'])
      const message = `The reference ${reference} leads nowhere. Whatever it stands for is ignored.`
      warn({ message, pointer: `${pointer}/$ref` })
    },
  })
  return description
}
