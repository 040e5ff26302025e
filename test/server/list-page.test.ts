import { describe, expect, test } from 'vitest'
import { listPage } from '../../src/adapters/server/list-page.ts'

const mebibyte = 'x'.repeat(1024 * 1024)

/** Holds these records; large ones cost no memory. */
const hold = (all: readonly object[]) => ({
  list: async ({ offset, limit }: { offset: number; limit: number }) => all.slice(offset, offset + limit),
})
const repeat = (count: number, more: object = {}): object[] =>
  Array.from({ length: count }, (_, id) => ({ id, name: 'Fern', ...more }))

describe('a response has 16 MiB of records at most', () => {
  const large = repeat(20, { name: mebibyte })
  // Each of the 16 records counts 40 characters more than its name.
  const fitting = [...repeat(15, { name: mebibyte }), { id: 15, name: mebibyte.slice(640) }, ...large]
  test.each<[title: string, all: object[], count: number]>([
    ['many large ones', large, 15],
    ['those that just fit', fitting, 16],
    ['with long strings inside', repeat(20, { tags: [{ name: mebibyte }] }), 15],
    ['one if it is larger', repeat(2, { name: mebibyte.repeat(17) }), 1],
    ['all of a short list', large.slice(0, 5), 5],
  ])('%s', async (_title, all, count) => {
    expect(await listPage(hold(all), 0, 100)).toHaveLength(count)
    expect(await listPage(hold([...repeat(3), ...all]), 3, 100)).toHaveLength(count)
  })
})
