import { parseExactJson } from '../contract/exact-json.ts'
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
 * Finds the end of the next items of an array: about so many that fit in a slice, but at least one.
 *
 * @returns the index of the comma or bracket behind them; undefined if there is none, or an item is too long
 */
function findEnd(text: string, from: number): number | undefined {
  let depth = 0
  let isInString = false
  let start = from
  for (let at = from; at < text.length && at - start <= maxCharacters; at++) {
    const letter = text.charCodeAt(at)
    if (isInString) {
      if (letter === 0x5c) at++
      else if (letter === 0x22) isInString = false
    } else if (letter === 0x22) isInString = true
    else if (letter === 0x7b || letter === 0x5b) depth++
    else if (letter === 0x7d || (letter === 0x5d && depth > 0)) depth--
    else if (letter === 0x5d) return at
    else if (letter === 0x2c && depth === 0) {
      start = at + 1
      if (at - from >= charactersAtOnce) return at
    }
  }
  return undefined
}

/** Reads the items of an array from one index to another; undefined if they are not JSON. */
function parseItems(text: string, from: number, to: number): unknown[] | undefined {
  try {
    return parseExactJson(`[${text.slice(from, to)}]`) as unknown[]
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
  for (let from = start + 1; ; ) {
    const to = findEnd(text, from)
    if (to === undefined) {
      await fail(from, Math.min(text.length, from + charactersAtOnce + maxCharacters))
      throw new ControlError(413, `a plant must have at most ${maxCharacters} characters`)
    }
    const items = parseItems(text, from, to)
    // The text between two commas is empty, and so is an empty array.
    if (items === undefined || (items.length === 0 && plants.length > 0)) await fail(from, text.length)
    if (items !== undefined) {
      if (plants.length + items.length > maxPlants)
        throw new ControlError(
          413,
          `a request can add at most ${maxPlants} plants; send the others in more requests`,
        )
      check(items)
    }
    await letOthersRun()
    from = to + 1
    if (text[to] === ',') continue
    const end = skipSpace(text, from)
    if (end === text.length) return plants
    throw new JsonSyntaxError(describeMistake(text, { at: end, expected: 'the end' }))
  }
}
