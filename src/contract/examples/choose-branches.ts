import { isObject } from '../../options/is-object.ts'
import { type Description, listItems, type ObjectPlace, type Place, placeIn } from '../description.ts'
import { listBranches, listChildren, readProperty } from '../discriminator.ts'
import { listParts, toPlaceKey } from '../schema-parts.ts'
import type { ExampleRandom } from './random.ts'

/** The most parts of a value. */
const maxParts = 200

/**
 * Adds one branch of each `oneOf` and `anyOf` to the parts of a value, and gives the values of the properties that choose them.
 *
 * @param branch added to the branch that is chosen
 */
export function chooseBranches(
  description: Description,
  parts: readonly ObjectPlace[],
  { random, branch }: { random: ExampleRandom; branch: number },
): { parts: ObjectPlace[]; fixed: Record<string, unknown> } {
  const all = [...parts]
  const keys = new Set(all.map(toPlaceKey))
  const fixed: Record<string, unknown> = {}
  const addParts = (place: Place): void => {
    const added = listParts(description, place).filter((one) => !keys.has(toPlaceKey(one)))
    all.push(...added)
    for (const one of added) keys.add(toPlaceKey(one))
  }
  for (const part of all) {
    const children = listChildren(description, part)
    const child =
      children.find(({ place }) => keys.has(toPlaceKey(place))) ?? children[random.below(children.length)]
    if (child !== undefined) {
      fixed[readProperty(part)] = child.names[0]
      addParts(child.place)
    }
    for (const keyword of ['oneOf', 'anyOf']) {
      const branches = listItems(placeIn(part, keyword)).filter(
        ({ json }) => !isObject(json) || json['type'] !== 'null',
      )
      const chosen = branches[(random.below(branches.length) + branch) % branches.length]
      if (chosen === undefined) continue
      const named = listBranches(description, part, branches)?.find(
        ({ place }) => place === chosen || toPlaceKey(place) === toPlaceKey(chosen),
      )
      if (named !== undefined) fixed[readProperty(part)] = named.names[0]
      addParts(chosen)
    }
    if (all.length > maxParts) break
  }
  return { parts: all, fixed }
}
