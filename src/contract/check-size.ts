import { isContainer } from '../options/is-object.ts'
import { ContractError } from './contract.ts'

/** How deeply a description may be nested; real ones have a tenth of it. */
const maxDepth = 500

/** How many values a description may have; those that aliases or references of Swagger 2.0 repeat count each time. */
const maxValues = 1_000_000

/**
 * Measures a document, without recursion, and each part once, however often aliases repeat it.
 *
 * @throws {ContractError} if it is too large or too deep
 */
export function checkDocumentSize(document: unknown): void {
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
      throw new ContractError(
        `it has more than ${maxValues.toLocaleString('en')} values, with those that are repeated`,
      )
  }
}
