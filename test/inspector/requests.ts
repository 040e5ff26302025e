import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PlantStoreServer, startServer } from '../../src/server/start-server.ts'
import { createPlantStore } from '../../src/store/plant-store.ts'
import { listen } from '../tools/listen.ts'
import { callControl, sendPlant } from '../tools/send.ts'
import type { Tab } from './use-tab.ts'

const monstera = { id: 1, name: 'Monstera', tag: 'foliage' }
const rows = (page: Page) => page.locator('a.row')

/** Describes the list of requests and the details of one. */
export function describeRequests(tab: Tab): void {
  test('shows what to do first, then each request as it arrives, newest first', () =>
    tab.inspect(async ({ page, url }) => {
      await page.getByText('No requests yet').waitFor()
      expect(await page.locator('.empty pre').textContent()).toContain(`curl -i ${url}/plants`)
      await sendPlant(url, monstera)
      await sendPlant(url, monstera)
      await rows(page).nth(1).waitFor()
      expect(await rows(page).allInnerTexts()).toEqual([
        expect.stringMatching(
          /^2\s+[\d:.]+\s+409\s+POST \/plants\s+duplicate-id a plant with the id 1 is already stored\s+[\d.]+ ms$/,
        ),
        expect.stringMatching(/^1\s+[\d:.]+\s+200\s+POST \/plants\s+[\d.]+ ms$/),
      ])
      await page.getByLabel('Kind of requests').selectOption('Refused')
      await expect.poll(() => rows(page).count()).toBe(1)
      await page.getByLabel('Filter requests').fill('nothing like this')
      await page.getByText('2 requests are hidden by the filter.').waitFor()
    }))

  test('marks requests that are passed on, and shows them alone', async () => {
    await using upstream = await listen((_request, response) => response.end('orders'))
    await tab.inspect(
      async ({ page }) => {
        await rows(page).nth(1).waitFor()
        await page.getByLabel('Kind of requests').selectOption('Passed on')
        await expect.poll(() => rows(page).count()).toBe(1)
        expect(await rows(page).textContent()).toMatch(/GET \/orders.*passed on/)
        await rows(page).click()
        await page.getByText(`to ${upstream.url}`).waitFor()
        expect(await page.locator('.details pre').count()).toBe(0)
      },
      {
        upstream: upstream.url,
        prepare: (url) => Promise.all([sendPlant(url, monstera), fetch(`${url}/orders`)]),
      },
    )
  })

  describe('the details of a request', () => {
    let server: PlantStoreServer

    beforeAll(async () => {
      server = await startServer({ port: 0, seed: [monstera] })
      await tab.show(server.url)
    })
    afterAll(async () => {
      await tab.leave()
      await server.close()
    })

    test.each<
      [title: string, plant: unknown, headers: Record<string, string>, marks: string[], section: string]
    >([
      ['a wrong value', '{"id":1.5,"name":"Fern"}', {}, ['1.5'], '2. Resources'],
      ['a value in a list of wrong ones', '{"id":"1","name":7}', {}, ['"1"', '7'], '2. Resources'],
      ['a missing member', '{"id":9007199254740993}', {}, ['name is missing'], '2. Resources'],
      ['a body that is no object', '[1]', {}, ['['], '2. Resources'],
      ['text that is not JSON', '{"id":1,\n"name":}', {}, ['}'], '4. Endpoints'],
      ['a text that ends early', '{"id":1', {}, ['the end'], '4. Endpoints'],
      ['an id that is taken', monstera, {}, ['1'], '7. Errors'],
      ['a token', monstera, { authorization: 'Bearer invalid-token' }, ['Bearer ***'], '5. Authentication'],
      ['a content type', monstera, { 'content-type': 'text/plain' }, ['text/plain'], '4. Endpoints'],
      ['a coding', monstera, { 'content-encoding': 'gzip' }, ['gzip'], '4. Endpoints'],
      ['the header Prefer', { id: 2, name: 'Fern' }, { prefer: 'code=400' }, ['code=400'], '4. Endpoints'],
    ])(
      'mark %s, and name the section of the specification',
      async (_title, plant, headers, marks, section) => {
        const { page } = tab
        await sendPlant(server.url, plant, { headers })
        const number = server.store.changes.counts.requests
        await page.evaluate(`location.hash = '#/requests/${number}'`)
        await page.getByRole('heading', { name: `Request ${number} 4` }).waitFor()
        await expect.poll(() => page.locator('.details mark').allInnerTexts()).toEqual(marks)
        expect(await page.locator('.reason').textContent()).toContain(section)
      },
    )
  })

  test('shows a whole exchange, with exact numbers, and copies it', () =>
    tab.inspect(async ({ page, url, server }) => {
      await sendPlant(url, '{"id":9007199254740993,"name":"Fern","more":[{},[],{"a":1e400}]}')
      await rows(page).click()
      const details = page.getByRole('region', { name: 'Request 1' })
      await expect
        .poll(() => details.locator('pre').first().locator('.line').allTextContents())
        .toEqual([
          '{',
          '"id": 9007199254740993,',
          '"name": "Fern",',
          '"more": [',
          '{},',
          '[],',
          '{',
          '"a": 1e400',
          '}',
          ']',
          '}',
        ])
      expect(await details.textContent()).toContain('4. Endpoints, Create plant')
      expect(await details.textContent()).toContain('Bearer ***')
      await details.getByRole('button', { name: 'Copy as curl' }).click()
      await details.getByRole('button', { name: 'Copied' }).waitFor()
      const copied = await page.evaluate('navigator.clipboard.readText()')
      expect(copied).toBe((await callControl(url, 'GET', '/requests/1?format=curl')).body)
      server.store.requests.clear()
      await page.reload()
      await page.getByText('the request "1" is not in the journal').waitFor()
    }))

  test('leads from a refusal to its row in the table of answers', () =>
    tab.inspect(
      async ({ page }) => {
        await page.locator('.reason a', { hasText: 'missing-body' }).click()
        const row = page.locator('tr[aria-current]')
        expect(await row.textContent()).toMatch(/missing-body.*type4187no tea/)
        expect(await page.locator('.options').textContent()).toMatch(/Valid tokens2: \*\*\*, \*\*\*/)
      },
      {
        path: '#/requests/1',
        tokens: ['local-token', 'secret'],
        answers: { 'missing-body': { status: 418, error: 7, message: 'no tea' } },
        prepare: (url) => sendPlant(url, ''),
      },
    ))

  test('moves between requests with the arrow keys', () =>
    tab.inspect(
      async ({ page }) => {
        await rows(page).nth(1).waitFor()
        await rows(page).first().focus()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await page.getByRole('region', { name: 'Request 1' }).waitFor()
      },
      { prepare: (url) => Promise.all([sendPlant(url, monstera), sendPlant(url, monstera)]) },
    ))

  test('keeps 10,000 requests smooth: only those in view are in the document, and new ones do not move them', async () => {
    const store = createPlantStore({ journal: 10_000 })
    for (let id = 1; id <= 9999; id++) store.handle({ method: 'GET', path: `/${id}` })
    await tab.inspect(
      async ({ page }) => {
        await page.locator('.count', { hasText: '9,999' }).waitFor()
        await rows(page).first().waitFor()
        expect(await rows(page).count()).toBeLessThan(80)
        await page.evaluate("document.querySelector('.scroll').scrollTop = 5000 * 30")
        await rows(page).filter({ hasText: '/5000' }).waitFor()
        const place = () => rows(page).filter({ hasText: '/5000' }).boundingBox()
        const before = await place()
        store.handle({ method: 'GET', path: '/new' })
        await page.locator('.count', { hasText: '10,000' }).waitFor()
        expect((await place())?.y).toBe(before?.y)
        expect(await rows(page).count()).toBeLessThan(80)
        // The oldest request leaves the list as it leaves the journal.
        store.handle({ method: 'GET', path: '/newer' })
        await page.getByLabel('Filter requests').fill('/newer')
        await expect.poll(() => rows(page).allTextContents()).toEqual([expect.stringMatching(/^10001/)])
        await page.getByLabel('Filter requests').fill('/1 ')
        await page.getByText('10,000', { exact: true }).waitFor()
      },
      { store },
    )
  })

  test('saves the journal as an HTTP Archive, and empties it', () =>
    tab.inspect(
      async ({ page }) => {
        await rows(page).waitFor()
        const saved = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Save as HAR' }).click()
        const archive = JSON.parse(await readFile(await (await saved).path(), 'utf8'))
        expect(archive.log.entries).toHaveLength(1)
        await page.getByRole('button', { name: 'Clear' }).click()
        await page.getByRole('button', { name: 'Yes' }).click()
        await page.getByText('No requests yet').waitFor()
      },
      { prepare: (url) => sendPlant(url, monstera) },
    ))
}
