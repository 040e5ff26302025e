import type { Awaitable } from '../../mock/awaitable.ts'

/** The characters of the records in one response, if it has more than one. */
const maxCharacters = 16 * 1024 * 1024

/** Counts the characters of the strings in a value, and something for all else. */
function countCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 20
  return Object.entries(value).reduce((sum, [name, inner]) => sum + name.length + countCharacters(inner), 12)
}

/** Lists a page of records; a shorter one if they are too large for one response. */
export async function listPage<Value>(
  { list }: { list(page: { offset: number; limit: number }): Awaitable<Value[]> },
  offset: number,
  limit: number,
): Promise<Value[]> {
  const page = await list({ offset, limit })
  let characters = 0
  const end = page.findIndex((record, index) => {
    characters += countCharacters(record)
    return characters > maxCharacters && index > 0
  })
  return end < 0 ? page : page.slice(0, end)
}
