import { expect, test } from 'vitest'
import { createPlantStore, type PlantStore } from '../../src/index.ts'
import { queryJournal, stringifyRequests } from '../../src/server/query-journal.ts'

async function fill(count: number, size: number): Promise<PlantStore> {
  const store = createPlantStore({ journal: count })
  const headers = { authorization: 'Bearer x', 'content-type': 'application/json' }
  for (let id = 0; id < count + 10; id++) {
    const body = `{"id":${id},"name":"${'x'.repeat(size)}"}`
    await store.handle({ method: 'POST', path: '/plants', headers, body })
  }
  return store
}

/** Runs something, and counts how often others got their turn before it ended. */
async function countTurns(run: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  function take(): void {
    turns++
    if (!isDone) setImmediate(take)
  }
  setImmediate(take)
  await run()
  isDone = true
  return turns
}

test('a query of the journal finds what one at once finds, and lets others run in between', async () => {
  const { requests } = await fill(3000, 1)
  for (const pattern of [{ id: 2000 }, { status: 200 }, { name: 'y' }]) {
    const query = () => queryJournal(requests, (range) => requests.matching(pattern, range))
    expect(await query()).toEqual(requests.matching(pattern))
    expect(await countTurns(query)).toBeGreaterThanOrEqual(5)
  }
})

test('writing many large requests lets others run in between', async () => {
  const { requests } = await fill(10, 700_000)
  const all = requests.all()
  expect(JSON.parse(await stringifyRequests(all))).toEqual({ requests: all })
  expect(await countTurns(() => stringifyRequests(all))).toBeGreaterThanOrEqual(5)
})
