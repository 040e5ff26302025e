import { parseExactPlant } from '../contract/exact-plant.ts'
import { describeMistake, findMistake, JsonSyntaxError } from '../contract/json-parser.ts'
import { letOthersRun } from '../store/let-others-run.ts'
import type { StoredPlant } from '../store/storage/plant-storage.ts'
import { createPlantsCheck } from '../store/stored-plant.ts'
import { ControlError } from './control-error.ts'
import { charactersAtOnce } from './in-slices.ts'

/** The most plants in one request: storing them is atomic, so that it has no slices. */
const maxPlants = 100_000

/** The most characters of one plant, because reading it has no slices either. */
const maxCharacters = 256 * 1024

const space = /[ \n\r\t]*/y

/** Skips white space. */
function skipSpace(text: string, at: number): number {
  space.lastIndex = at
  space.test(text)
  return space.lastIndex
}

/**
 * Finds the end of the next item of an array.
 *
 * @returns the index of the comma or bracket after it; undefined if there is none, or the item is too long
 */
function findEnd(text: string, from: number): number | undefined {
  let depth = 0
  let isInString = false
  for (let at = from; at < text.length && at - from <= maxCharacters; at++) {
    const letter = text.charCodeAt(at)
    if (isInString) {
      if (letter === 0x5c) at++
      else if (letter === 0x22) isInString = false
    } else if (letter === 0x22) isInString = true
    else if (letter === 0x7b || letter === 0x5b) depth++
    else if (letter === 0x7d || (letter === 0x5d && depth > 0)) depth--
    else if (letter === 0x5d || (letter === 0x2c && depth === 0)) return at
  }
  return undefined
}

/** Reads an item; undefined if it is not JSON. */
function parseItem(text: string): unknown {
  try {
    return parseExactPlant(text)
  } catch {
    return undefined
  }
}

/**
 * Reads and checks the plants of a JSON array in slices, so that many don't block other requests.
 *
 * @returns undefined if the text doesn't begin like an array
 *
 * @throws {JsonSyntaxError} if the text is not JSON
 * @throws {OptionsError} if a plant is invalid, or an id occurs twice
 * @throws {ControlError} if there are too many plants, or one is too large
 */
export async function readPlants(text: string): Promise<readonly StoredPlant[] | undefined> {
  const start = skipSpace(text, 0)
  if (text[start] !== '[') return undefined
  const plants: StoredPlant[] = []
  const check = createPlantsCheck('plants', plants)
  async function fail(from: number, to: number): Promise<void> {
    await letOthersRun()
    const mistake = findMistake(text.slice(0, to), from, [']'])
    if (mistake !== undefined && (mistake.at < to || to === text.length))
      throw new JsonSyntaxError(describeMistake(text, mistake))
  }
  await letOthersRun()
  let items: unknown[] = []
  /** The index at which the slice begins. */
  let first = start + 1
  for (let from = first; ; ) {
    const to = findEnd(text, from)
    if (to === undefined) {
      await fail(from, Math.min(text.length, from + maxCharacters))
      throw new ControlError(413, `a plant must have at most ${maxCharacters} characters`)
    }
    const item = parseItem(text.slice(from, to))
    const isEmpty = plants.length + items.length === 0 && skipSpace(text, from) === to && text[to] === ']'
    if (item === undefined && !isEmpty) await fail(from, text.length)
    if (item !== undefined) items.push(item)
    if (plants.length + items.length > maxPlants)
      throw new ControlError(
        413,
        `a request can add at most ${maxPlants} plants; send the others in more requests`,
      )
    from = to + 1
    const isLast = text[to] === ']'
    if (!isLast && from - first < charactersAtOnce) continue
    check(items)
    items = []
    first = from
    await letOthersRun()
    if (!isLast) continue
    const end = skipSpace(text, from)
    if (end === text.length) return plants
    throw new JsonSyntaxError(describeMistake(text, { at: end, expected: 'the end' }))
  }
}
