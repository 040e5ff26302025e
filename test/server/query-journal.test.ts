import { expect, test } from 'vitest'
import { createPlantStore, type PlantStore } from '../../src/index.ts'
import { writeInSlices } from '../../src/server/in-slices.ts'
import { queryJournal } from '../../src/server/query-journal.ts'
import { countTurns } from './count-turns.ts'

async function fill(count: number, size: number): Promise<PlantStore> {
  const store = createPlantStore({ journal: count })
  const headers = { authorization: 'Bearer x', 'content-type': 'application/json' }
  for (let id = 0; id < count + 10; id++) {
    const body = `{"id":${id},"name":"${'x'.repeat(size)}"}`
    await store.handle({ method: 'POST', path: '/plants', headers, body })
  }
  return store
}

test('a query of the journal finds what one at once finds, and lets others run in between', async () => {
  const { requests } = await fill(3000, 1)
  for (const pattern of [{ id: 2000 }, { status: 200 }, { name: 'y' }]) {
    const query = () => queryJournal(requests, (range) => requests.matching(pattern, range))
    expect(await query()).toEqual(requests.matching(pattern))
    // Each request may have so long headers that masking them takes milliseconds.
    expect(await countTurns(query)).toBeGreaterThanOrEqual(300)
  }
})

test('writing many large requests lets others run in between', async () => {
  const { requests } = await fill(10, 700_000)
  const all = requests.all()
  const write = () => writeInSlices(all, JSON.stringify, ',')
  expect(JSON.parse(`[${Buffer.concat(await write())}]`)).toEqual(all)
  expect(await write()).toHaveLength(11)
  expect(await countTurns(write)).toBeGreaterThanOrEqual(5)
})
