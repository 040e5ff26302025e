import { setImmediate } from 'node:timers/promises'
import type { Plants } from '../store/plants.ts'
import type { StoredPlant } from '../store/storage/plant-storage.ts'

/** The most plants that one request looks at. */
const maxLooked = 100_000

/** The plants that are read at once. */
const pageSize = 2000

/** The characters of the plants in one answer, if it has more than one. */
const maxAnswered = 16 * 1024 * 1024

/** A part of the plants. */
interface Found {
  plants: StoredPlant[]
  /** The offset of the first plant that wasn't looked at; undefined at the end, and after a full page of a list. */
  next?: number
}

/** Lists the texts of a plant, such as its name and tag. */
const toTexts = (plant: StoredPlant): string[] =>
  Object.values(plant).filter((value) => typeof value === 'string')

/** Makes a function that says whether a plant has a text in one of its texts, in any case, or an id that begins with it. */
function createMatch(text: string): (plant: StoredPlant) => boolean {
  const wanted = text.toLowerCase()
  return (plant) =>
    String(plant.id).startsWith(text) || toTexts(plant).some((own) => own.toLowerCase().includes(wanted))
}

/** Counts the characters of a plant; the text of its id counts too. */
const countCharacters = (plant: StoredPlant): number =>
  toTexts(plant).reduce((sum, { length }) => sum + length, 40)

/** Lists a page of plants; a shorter one if they are too large for one answer. */
export async function listPlants(plants: Plants, offset: number, limit: number): Promise<Found> {
  const page = await plants.list({ offset, limit })
  let characters = 0
  const end = page.findIndex((plant, index) => {
    characters += countCharacters(plant)
    return characters > maxAnswered && index > 0
  })
  return end < 0 ? { plants: page } : { plants: page.slice(0, end), next: offset + end }
}

/** Searches plants from an offset until it has found `limit`, or has looked at `maxLooked`. */
export async function searchPlants(
  plants: Plants,
  text: string,
  offset: number,
  limit: number,
): Promise<Found> {
  const matches = createMatch(text)
  const found: StoredPlant[] = []
  let answered = 0
  for (let at = offset; at < offset + maxLooked; ) {
    const page = await plants.list({ offset: at, limit: pageSize })
    for (const plant of page) {
      at++
      if (matches(plant)) {
        found.push(plant)
        answered += countCharacters(plant)
      }
      if (found.length === limit || answered > maxAnswered) return { plants: found, next: at }
    }
    if (page.length < pageSize) return { plants: found }
    await setImmediate()
  }
  return { plants: found, next: offset + maxLooked }
}
