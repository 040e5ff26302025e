import { expect, test, vi } from 'vitest'
import { createMock } from '../../../src/index.ts'
import { browserStorage } from '../../../src/mock/storage/browser-storage.ts'
import { sendPlant } from '../../tools/send.ts'
import { describeStorage } from './describe-storage.ts'

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

const key = '9007199254740993'
const fern = { address: key, key, scope: {}, value: { id: 9007199254740993n, name: 'Fern' } }
const blue = { address: '["7","1"]', key: '1', scope: { hotel: '7' }, value: { id: 1 } }

test('keeps records over a reload, with exact integers, and shares them between tabs', async () => {
  const items = openPage()
  await browserStorage('plants').resource('plants').put(fern)
  const [tab, other] = [browserStorage('plants'), browserStorage('plants')]
  expect(await tab.resource('plants').list()).toEqual([fern])
  expect(await other.resource('rooms').insert([blue])).toEqual([])
  expect(await tab.resource('rooms').insert([blue])).toEqual([blue.address])
  expect([await tab.resource('plants').count(), tab.kind]).toEqual([1, 'localStorage'])
  const text = `{"plants":[{"address":"${key}","key":"${key}","scope":{},"value":{"id":${key},"name":"Fern"}}],`
  expect([...items]).toEqual([['plants', `${text}"rooms":[${JSON.stringify(blue)}]}`]])
  items.clear()
  expect(await tab.resource('plants').count()).toBe(0)
})

const isFull = 'localStorage is full. Remove records, or other items of this origin.'
const hasNone = 'the item of localStorage has no records. Run localStorage.removeItem("plants") in the page.'
test.each([
  ['{"theme":"dark"}', Infinity, hasNone],
  ['{"plants":[{"id":1,"name":"Fern"}]}', Infinity, hasNone],
  ['[]', Infinity, hasNone],
  ['{}', 5, isFull],
])(
  'with the item %s and space for %d characters, a plant is rejected with a 500',
  async (item, space, why) => {
    const items = openPage(space)
    items.set('plants', item)
    const mock = createMock({ storage: browserStorage('plants') })
    const { status, body } = await sendPlant(mock, { id: 2, name: 'Ivy' })
    expect([status, JSON.parse(body).message]).toEqual([500, expect.stringContaining(why)])
    expect([...items]).toEqual([['plants', item]])
  },
)
