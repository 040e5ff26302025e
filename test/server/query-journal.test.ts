import { describe, expect, test, vi } from 'vitest'
import { queryJournal } from '../../src/server/query-journal.ts'
import { createPlantStore } from '../../src/store/plant-store.ts'
import { countTurns } from './count-turns.ts'

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
    const journal = { lastNumber: Promise.resolve(30), size: Promise.resolve(20) }
    expect(await queryJournal(journal as never, asked)).toEqual([7, 7])
    expect(asked.mock.calls).toEqual([[{ after: 10, limit: 10 }], [{ after: 20, limit: 10 }]])
  })
})
