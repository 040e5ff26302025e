import { describe, expect, test, vi } from 'vitest'
import { writeInSlices } from '../../src/server/in-slices.ts'
import { queryJournal } from '../../src/server/query-journal.ts'
import { createPlantStore } from '../../src/store/plant-store.ts'
import { countTurns } from './count-turns.ts'

describe('writeInSlices', () => {
  const write = (items: readonly string[], frame?: [string, string]) =>
    writeInSlices(items, (text) => text, ',', frame)
  const read = async (slices: Promise<Buffer[]>) => (await slices).map(String)

  test('writes items between the texts of a frame', async () => {
    expect(await read(write(['a', 'b'], ['[', ']']))).toEqual(['[a,b]'])
    expect(await read(write(['a', 'b']))).toEqual(['a,b'])
    expect(await read(write([], ['[', ']']))).toEqual(['[]'])
  })

  test('begins a slice after 100,000 characters, and lets others run', async () => {
    const items = ['x'.repeat(99_999), 'y', 'z'.repeat(100_000), 'end']
    const slices = await read(write(items))
    expect(slices.map(({ length }) => length)).toEqual([100_001, 100_001, 4])
    expect(slices.join('')).toBe(items.join())
    expect(await countTurns(() => write(items))).toBeGreaterThanOrEqual(2)
  })

  test('begins a slice after 10 ms, however short it is', async () => {
    const now = vi.spyOn(performance, 'now')
    for (const time of [0, 9, 19, 20, 29, 39, 40]) now.mockReturnValueOnce(time)
    // A slice begins at 0, at 20, and at 40.
    expect(await read(write(['a', 'b', 'c', 'd']))).toEqual(['a,b', ',c,d', ''])
  })
})

describe('queryJournal', () => {
  const createJournal = (journal: number, count: number) => {
    const store = createPlantStore({ journal })
    for (let at = 1; at <= count; at++) store.handle({ method: 'GET', path: `/${at % 3}` })
    return store
  }

  test('finds what one query at once finds, and lets others run after every ten requests', async () => {
    const { requests } = createJournal(100, 110)
    const pattern = { path: '/2' }
    const query = () => queryJournal(requests, (range) => requests.matching(pattern, range))
    expect(await query()).toEqual(requests.matching(pattern))
    expect(await countTurns(query)).toBeGreaterThanOrEqual(10)
  })

  test('leaves out requests that arrive meanwhile', async () => {
    const store = createJournal(100, 15)
    const asked: unknown[] = []
    const found = await queryJournal(store.requests, (range) => {
      asked.push(range)
      store.handle({ method: 'GET', path: '/later' })
      return store.requests.matching({}, range)
    })
    expect(found.map(({ number }) => number)).toEqual(Array.from({ length: 15 }, (_, at) => at + 1))
    expect(asked).toEqual([
      { after: 0, limit: 10 },
      { after: 10, limit: 5 },
    ])
  })

  test('asks only for the requests that the journal has, which may come later', async () => {
    const asked = vi.fn(async () => [7])
    const journal = { last: Promise.resolve(30), size: Promise.resolve(20) }
    expect(await queryJournal(journal as never, asked)).toEqual([7, 7])
    expect(asked.mock.calls).toEqual([[{ after: 10, limit: 10 }], [{ after: 20, limit: 10 }]])
  })
})
