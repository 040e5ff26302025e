import type { Plants } from '../store/plants.ts'
import type { StoredPlant } from '../store/stored-plant.ts'

/** The characters of the plants in one answer, if it has more than one. */
const maxAnswered = 16 * 1024 * 1024

/** Counts the characters of a plant; the text of its id counts too. */
const countCharacters = (plant: StoredPlant): number =>
  Object.values(plant).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    40,
  )

/** Lists a page of plants; a shorter one if they are too large for one answer. */
export async function listPlants(plants: Plants, offset: number, limit: number): Promise<StoredPlant[]> {
  const page = await plants.list({ offset, limit })
  let characters = 0
  const end = page.findIndex((plant, index) => {
    characters += countCharacters(plant)
    return characters > maxAnswered && index > 0
  })
  return end < 0 ? page : page.slice(0, end)
}
