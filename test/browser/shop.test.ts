import type { Browser, BrowserContext, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FaultName, PlantStore } from '../../src/index.ts'
import type { Listening } from '../tools/listen.ts'
import { has } from '../tools/optional-tools.ts'
import { startChromium } from './chromium.ts'
import { startSite } from './start-site.ts'

declare const store: PlantStore
declare const localStorage: { setItem(key: string, text: string): void; clear(): void }
declare const submit: (fields: Record<string, string>) => Promise<string>
declare const sendByXhr: (url: string, body: string) => Promise<[status: number, body: string]>

interface Plant {
  id: string
  name: string
  tag?: string
  token?: string
}

describe.skipIf(!has('chromium'))(
  'a page with the worker, under a Content-Security-Policy of script-src self',
  () => {
    let site: Listening
    let browser: Browser
    let context: BrowserContext
    let page: Page
    let otherPage: Page
    let complaints: string[] = []

    beforeAll(async () => {
      site = await startSite()
      browser = await startChromium()
      context = await browser.newContext()
      page = await openPage()
      otherPage = await openPage()
    })
    afterAll(async () => {
      await browser.close()
      await site[Symbol.asyncDispose]()
    })
    beforeEach(async () => {
      // Loading the page takes longer than a test.
      if (page.url() === `${site.url}/`) await page.evaluate(() => store.reset())
      else await load(page)
      complaints = []
    })
    afterEach(() => {
      // A policy that something breaks is an error of the console.
      expect(complaints.filter((text) => text.includes('Content Security Policy'))).toEqual([])
    })

    async function load(tab: Page, query = ''): Promise<Page> {
      await tab.goto(site.url + query)
      await tab.waitForSelector('[data-ready]')
      return tab
    }

    async function openPage(): Promise<Page> {
      const opened = await context.newPage()
      opened.on('console', (message) => complaints.push(message.text()))
      opened.on('pageerror', (error) => complaints.push(error.message))
      return opened
    }

    const addPlant = ({ id, name, tag = '', token = 'local-token' }: Plant, on = page): Promise<string> =>
      on.evaluate((fields) => submit(fields), { id, name, tag, token })

    const listPlants = (on = page): Promise<string[]> => on.locator('li').allInnerTexts()
    const strike = (fault: FaultName): Promise<void> =>
      page.evaluate((name) => store.faults.next(name), fault)

    test('shows the plants to start with, and those that it adds', async () => {
      expect(await listPlants()).toEqual(['1 Monstera'])
      expect(await addPlant({ id: '2', name: 'Boston fern', tag: 'fern' })).toBe('added Boston fern')
      expect(await listPlants()).toEqual(['1 Monstera', '2 Boston fern fern'])
    })

    test('is under that policy', async () => {
      await page.addScriptTag({ content: 'globalThis.store = undefined' }).catch(() => {})
      expect(complaints.join()).toContain("Content Security Policy directive 'script-src 'self''")
      expect(await page.evaluate(() => typeof store)).toBe('object')
      complaints = []
    })

    test.each<[plant: Plant, message: string]>([
      [{ id: '1', name: 'Fern' }, '409: a plant with the id 1 is already stored'],
      [{ id: '2', name: 'Fern', token: 'invalid-token' }, '401: the bearer token is not valid'],
      [
        { id: '1.5', name: 'Fern' },
        '400: id must be an integer from -9223372036854775808 to 9223372036854775807, got 1.5',
      ],
      [{ id: '"2"', name: 'Fern' }, '400: id must be an integer'],
      [{ id: '', name: 'Fern' }, '400: the body is not JSON'],
    ])('shows what is wrong with %o', async (plant, message) => {
      expect(await addPlant(plant)).toContain(message)
      expect(await listPlants()).toEqual(['1 Monstera'])
    })

    test('keeps ids exact that a number cannot hold', async () => {
      expect(await addPlant({ id: '9007199254740993', name: 'Fern' })).toBe('added Fern')
      expect(await addPlant({ id: '9007199254740992', name: 'Ivy' })).toBe('added Ivy')
      expect(await addPlant({ id: '9223372036854775807', name: 'Ash' })).toBe('added Ash')
      expect(await listPlants()).toEqual([
        '1 Monstera',
        '9007199254740993 Fern',
        '9007199254740992 Ivy',
        '9223372036854775807 Ash',
      ])
    })

    test.each<[fault: FaultName, message: string]>([
      ['invalid-token', '401: the bearer token is not valid'],
      ['dropped-connection', 'failed: TypeError'],
      ['cut-off-body', 'failed: TypeError'],
      ['not-json-body', 'failed: SyntaxError'],
    ])('meets the fault %s once', async (fault, message) => {
      await strike(fault)
      expect(await addPlant({ id: '2', name: 'Fern' })).toBe(message)
      expect(await addPlant({ id: '3', name: 'Fern' })).toBe('added Fern')
    })

    test('waits as long as a delay says', async () => {
      await page.evaluate(() => store.faults.next({ delay: 300 }))
      await addPlant({ id: '2', name: 'Fern' })
      const [duration] = await page.evaluate(() => store.requests.all().map((entry) => entry.duration))
      expect(duration).toBeGreaterThanOrEqual(299)
    })

    test('can read the requests, with masked credentials', async () => {
      await addPlant({ id: '9007199254740993', name: 'Fern' })
      const [entry] = await page.evaluate(() => store.requests.matching({ name: 'Fern', status: 200 }))
      expect(entry?.request.body).toBe('{"id":9007199254740993,"name":"Fern"}')
      expect(entry?.request.headers['authorization']).toBe('Bearer ***')
    })

    test('starts again from its seed after a reload', async () => {
      await addPlant({ id: '2', name: 'Fern' })
      await load(page)
      expect(await listPlants()).toEqual(['1 Monstera'])
      expect(await addPlant({ id: '2', name: 'Fern' })).toBe('added Fern')
    })

    test('shares nothing with another tab', async () => {
      const other = await load(otherPage)
      expect(await addPlant({ id: '2', name: 'Fern' })).toBe('added Fern')
      expect(await addPlant({ id: '2', name: 'Ivy' }, other)).toBe('added Ivy')
      expect(await listPlants()).toEqual(['1 Monstera', '2 Fern'])
      expect(await listPlants(other)).toEqual(['1 Monstera', '2 Ivy'])
    })

    describe('with plants in localStorage', () => {
      const query = '?storage=plants'
      let tab: Page

      beforeEach(async () => {
        await page.evaluate(() => localStorage.clear())
        tab = await load(page, query)
      })

      test('keeps them over a reload, with exact ids, and shares them between tabs', async () => {
        expect(await addPlant({ id: '9007199254740993', name: 'Fern', tag: 'fern' }, tab)).toBe('added Fern')
        await load(tab, query)
        expect(await listPlants(tab)).toEqual(['1 Monstera', '9007199254740993 Fern fern'])
        const other = await load(otherPage, query)
        expect(await listPlants(other)).toEqual(['1 Monstera', '9007199254740993 Fern fern'])
        expect(await addPlant({ id: '2', name: 'Ivy' }, other)).toBe('added Ivy')
        expect(await addPlant({ id: '2', name: 'Ash' }, tab)).toContain(
          '409: a plant with the id 2 is already',
        )
        await other.evaluate(() => store.reset())
        expect(await tab.evaluate(() => store.plants.count())).toBe(1)
      })

      test('stores each id once when two tabs add the same plants at the same time', async () => {
        const other = await load(otherPage, query)
        const add = (page: Page) =>
          page.evaluate(async () => {
            const outcomes = Array.from({ length: 50 }, (_, id) =>
              store.plants.add({ id: id + 10, name: 'Fern' }).then(
                () => 1,
                () => 0,
              ),
            )
            return (await Promise.all(outcomes)).reduce((sum: number, one) => sum + one, 0)
          })
        const [one, two] = await Promise.all([add(tab), add(other)])
        expect(one + two).toBe(50)
        expect(await tab.evaluate(() => store.plants.count())).toBe(51)
      })

      test('gets an error if localStorage is full, and keeps the stored plants', async () => {
        await tab.evaluate(() => {
          for (let size = 5_000_000; size > 0; size = Math.floor(size / 2)) {
            try {
              for (let item = 0; ; item++) localStorage.setItem(`filler ${size} ${item}`, 'x'.repeat(size))
            } catch {
              // Full for this size.
            }
          }
        })
        expect(await addPlant({ id: '2', name: 'Fern' }, tab)).toContain(
          '500: the storage of the plant store failed: Failed to store plants: localStorage is full. Remove plants with',
        )
        expect(await listPlants(tab)).toEqual(['1 Monstera'])
      })

      test('gets an error if the item is something else', async () => {
        await tab.evaluate(() => localStorage.setItem('plants', '{"theme":"dark"}'))
        expect(await addPlant({ id: '2', name: 'Fern' }, tab).catch(() => '')).toContain(
          'Failed to read plants: the item of localStorage is not a list of plants. Run localStorage.removeItem("plants")',
        )
      })
    })

    test('is answered when it asks by XMLHttpRequest', async () => {
      const body = '{"id":9007199254740993,"name":"Fern"}'
      const answer = await page.evaluate((text) => sendByXhr('/plants', text), body)
      expect(answer).toEqual([200, '{"name":"Fern"}'])
    })
  },
)
