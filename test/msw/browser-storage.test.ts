import { beforeEach, describe, expect, test } from 'vitest'
import type { PlantStore } from '../../src/index.ts'
import { callIn, type Tab, useTabs } from '../browser/browsers.ts'
import type { Kit } from '../browser/site/in-page.ts'
import { has } from '../tools/optional-tools.ts'

declare const kit: Kit
declare const localStorage: {
  getItem(key: string): string | null
  setItem(key: string, text: string): void
  clear(): void
}
declare const navigator: { locks: { query(): Promise<{ held: { name: string }[] }> } }
declare global {
  var store: PlantStore
  var pending: Promise<number>
}

// The two tabs are in separate processes of Chromium, where a change of another tab arrives late.
describe.skipIf(!has('chromium'))('plants in localStorage', () => {
  const tabs = useTabs('chromium')

  let tab: Tab
  let other: Tab

  beforeEach(async () => {
    ;({ tab, other } = tabs)
    await callIn(tab, () => localStorage.clear())
    await open(tab)
  })
  const open = (opened: Tab) =>
    callIn(opened, async () => {
      globalThis.store = await kit.start('plants')
    })
  async function openOther(): Promise<void> {
    await other.load(tabs.url)
    await open(other)
  }
  const list = (opened: Tab) =>
    callIn(opened, async () => (await store.plants.list()).map(({ id, tag }) => `${id} ${tag}`))
  const send = (opened: Tab, body: string) => callIn(opened, (text) => kit.send(text), body)

  test('keep them over a reload, with exact ids, and share them between tabs', async () => {
    expect(await send(tab, '{"id":9007199254740993,"name":"Fern","tag":"fern"}')).toMatch(/^200/)
    await tab.load(tabs.url)
    await open(tab)
    const kept = ['1 undefined', '9007199254740993 fern']
    expect(await list(tab)).toEqual(kept)
    await openOther()
    expect(await list(other)).toEqual(kept)
    expect(await send(other, '{"id":2,"name":"Ivy"}')).toMatch(/^200/)
    expect(await send(tab, '{"id":2,"name":"Ash"}')).toMatch(/^409/)
    await callIn(other, () => store.reset())
    expect(await list(tab)).toEqual(['1 undefined'])
  })

  test('read, replace, and count them, in pages', async () => {
    const seen = await callIn(tab, async () => {
      const storage = kit.browserStorage('others')
      const before = await storage.count()
      const taken = [
        await storage.insertIfAbsent([1, 2, 3].map((id) => ({ id, name: `${id}` }))),
        await storage.insertIfAbsent([2, 4, 3].map((id) => ({ id, name: 'other' }))),
      ]
      await storage.put({ id: 3, name: 'new' })
      const pages = [await storage.list(0, 2), await storage.list(2, 2)]
      const got = [await storage.get(3), await storage.get(4)]
      await storage.replaceAll([{ id: 5, name: '5' }])
      const item = localStorage.getItem('others')
      const count = await storage.count()
      // The other tabs see by the name of a lock which version to wait for.
      const { held } = await navigator.locks.query()
      const locks = held.map(({ name }) => name).filter((name) => name.includes('others'))
      return { before, taken, pages, got, count, kind: storage.kind, item, locks }
    })
    expect(seen).toEqual({
      before: 0,
      taken: [[], [2, 3]],
      pages: [
        [
          { id: 1, name: '1' },
          { id: 2, name: '2' },
        ],
        [{ id: 3, name: 'new' }],
      ],
      got: [{ id: 3, name: 'new' }, undefined],
      count: 1,
      kind: 'localStorage',
      item: expect.stringMatching(/^\{"version":4,"plants":\[\{"id":"5","name":"5"\}\]\}$/),
      locks: ['plant-store-kit "others" 4'],
    })
  })

  test('store each id once when two tabs add the same plants at the same time', async () => {
    await openOther()
    for (const adding of [tab, other])
      await callIn(adding, () => {
        const added = Array.from({ length: 50 }, (_, id) =>
          store.plants.add({ id: id + 10, name: 'Fern' }).then(
            () => 1,
            () => 0,
          ),
        )
        globalThis.pending = Promise.all(added).then((all) => all.filter((one) => one === 1).length)
      })
    const counts = [await callIn(tab, () => pending), await callIn(other, () => pending)]
    expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(50)
    expect(await list(tab)).toHaveLength(51)
  })

  test.each<[problem: string, spoil: () => void, message: string]>([
    [
      'localStorage is full',
      () => {
        for (let size = 5_000_000; size > 0; size = Math.floor(size / 4)) {
          try {
            for (let item = 0; ; item++) localStorage.setItem(`${size} ${item}`, 'x'.repeat(size))
          } catch {
            // Full for this size.
          }
        }
      },
      'localStorage is full. Remove plants with store.plants.clear(), or other items of this origin.',
    ],
    [
      'the item is something else',
      () => localStorage.setItem('plants', '{"theme":"dark"}'),
      'the item of localStorage is not a list of plants. Run localStorage.removeItem(\\"plants\\") in the page.',
    ],
    [
      'a plant in the item is not valid',
      () => localStorage.setItem('plants', '{"version":9,"plants":[{"id":"x","name":"Fern"}]}'),
      'the item of localStorage is not a list of plants.',
    ],
  ])('answer with an error if %s, and keep what is stored', async (_problem, spoil, message) => {
    await callIn(tab, spoil)
    const before = await callIn(tab, () => localStorage.getItem('plants'))
    const answer = await send(tab, '{"id":2,"name":"Fern"}')
    expect(answer).toMatch(/^500 /)
    expect(answer).toContain(message)
    expect(await callIn(tab, () => localStorage.getItem('plants'))).toBe(before)
  })

  test('go on after the item was removed', async () => {
    await callIn(tab, () => localStorage.clear())
    expect(await send(tab, '{"id":2,"name":"Fern"}')).toMatch(/^200/)
    expect(await list(tab)).toContain('2 undefined')
  })
})
