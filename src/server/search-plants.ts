import { setImmediate as pause } from 'node:timers/promises'
import type { Plants } from '../store/plants.ts'
import type { StoredPlant } from '../store/storage/plant-storage.ts'

/** The most plants that one request looks at. */
const maxLooked = 100_000

/** The plants that are read at once. */
const pageSize = 2000

/** The characters that are compared before other requests get a turn. */
const maxCharacters = 300_000

/** A part of the plants that match. */
interface Found {
  plants: StoredPlant[]
  /** The offset of the first plant that wasn't looked at; undefined at the end. */
  next?: number
}

/** Makes a function that says whether a plant has a text in its name or tag, in any case, or an id that begins with it. */
function createMatch(text: string): (plant: StoredPlant) => boolean {
  const wanted = text.toLowerCase()
  return ({ id, name, tag = '' }) =>
    String(id).startsWith(text) || name.toLowerCase().includes(wanted) || tag.toLowerCase().includes(wanted)
}

/** Searches plants from an offset, up to a number of matches or a number of plants. It doesn't hold up other requests. */
export async function searchPlants(
  plants: Plants,
  text: string,
  offset: number,
  limit: number,
): Promise<Found> {
  const matches = createMatch(text)
  const found: StoredPlant[] = []
  let characters = 0
  for (let at = offset; at < offset + maxLooked; ) {
    const page = await plants.list({ offset: at, limit: pageSize })
    for (const plant of page) {
      at++
      if (matches(plant)) found.push(plant)
      if (found.length === limit) return { plants: found, next: at }
      // The text of an id counts too.
      characters += plant.name.length + (plant.tag?.length ?? 0) + 40
      if (characters > maxCharacters) {
        characters = 0
        await pause()
      }
    }
    if (page.length < pageSize) return { plants: found }
    await pause()
  }
  return { plants: found, next: offset + maxLooked }
}
