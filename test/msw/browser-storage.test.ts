import { expect, test, vi } from 'vitest'
import { createPlantStore } from '../../src/index.ts'
import { browserStorage } from '../../src/msw/browser-storage.ts'
import { describeStorage } from '../store/describe-storage.ts'

/** Makes the localStorage of a page, which holds this many characters. */
function openPage(space = Infinity) {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, text: string) {
      if (text.length > space) throw new Error('QuotaExceededError')
      items.set(key, text)
    },
  })
  return items
}

describeStorage('localStorage', () => {
  openPage()
  return browserStorage('plants')
})

const fern = { id: 9007199254740993n, name: 'Fern' }
const ivy = { id: 2, name: 'Ivy' }

test('keeps plants over a reload, with exact ids, and shares them between tabs', async () => {
  const items = openPage()
  await browserStorage('plants').put(fern)
  const [tab, other] = [browserStorage('plants'), browserStorage('plants')]
  expect(await tab.list(0, 10)).toEqual([fern])
  expect(await other.insertIfAbsent([ivy])).toEqual([])
  expect(await tab.insertIfAbsent([ivy])).toEqual([2])
  expect([await tab.count(), tab.kind]).toEqual([2, 'localStorage'])
  expect([...items]).toEqual([['plants', '[{"id":9007199254740993,"name":"Fern"},{"id":2,"name":"Ivy"}]']])
  items.clear()
  expect(await tab.count()).toBe(0)
})

test.each([
  [
    '{"theme":"dark"}',
    Infinity,
    'is not a list of plants. Run localStorage.removeItem("plants") in the page.',
  ],
  ['[{"id":"x","name":"Fern"}]', Infinity, 'the item of localStorage is not a list of plants.'],
  ['[]', 5, 'localStorage is full. Remove plants with store.plants.clear(), or other items of this origin.'],
])(
  'with the item %s and space for %d characters, a plant is answered with a 500',
  async (item, space, why) => {
    const items = openPage(space)
    items.set('plants', item)
    const store = createPlantStore({ storage: browserStorage('plants') })
    const headers = { authorization: 'Bearer x', 'content-type': 'application/json' }
    const request = { method: 'POST', path: '/plants', headers }
    const { status, body } = await store.handle({ ...request, body: JSON.stringify(ivy) })
    expect([status, JSON.parse(body).message]).toEqual([500, expect.stringContaining(why)])
    expect([...items]).toEqual([['plants', item]])
  },
)
