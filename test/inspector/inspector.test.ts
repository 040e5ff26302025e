import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import axe from 'axe-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PlantStoreServer, type ServerOptions, startServer } from '../../src/server/start-server.ts'
import { createPlantStore } from '../../src/store/plant-store.ts'
import { startChromium } from '../browser/chromium.ts'
import { has } from '../optional-tools.ts'
import { callControl, postPlant } from '../server/raw-request.ts'
import { type Inspector, openInspector } from './open-inspector.ts'

const monstera = { id: 1, name: 'Monstera', tag: 'foliage' }
/** A text that would run if it became markup. */
const hostile = '<img src=x onerror=alert(1)>"\'><script>alert(2)</script>'

describe.skipIf(!has('chromium'))('the inspector', () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await startChromium()
  })
  afterAll(() => browser.close())

  /** Runs a test on a page of a new fake; fails if the browser complains about anything. */
  async function inspect(
    act: (opened: { page: Page; url: string; server: PlantStoreServer }) => Promise<void>,
    {
      path = '',
      prepare,
      ...options
    }: ServerOptions & { path?: string; prepare?: (url: string) => unknown } = {},
  ): Promise<void> {
    await using server = await startServer({ port: 0, ...options })
    await prepare?.(server.url)
    await using opened: Inspector = await openInspector(browser, server.url, path)
    const { page, complaints } = opened
    await act({ page, url: server.url, server })
    expect(complaints).toEqual([])
  }
  const rows = (page: Page) => page.locator('a.row')

  test('shows what to do first, then each request as it arrives, newest first', () =>
    inspect(async ({ page, url }) => {
      await page.getByText('No requests yet').waitFor()
      expect(await page.locator('.empty pre').textContent()).toContain(`curl -i ${url}/plants`)
      await postPlant(url, monstera)
      await postPlant(url, monstera)
      await rows(page).nth(1).waitFor()
      expect(await rows(page).allInnerTexts()).toEqual([
        expect.stringMatching(
          /^2\s+[\d:.]+\s+409\s+POST \/plants\s+duplicate-id a plant with the id 1 is already stored\s+[\d.]+ ms$/,
        ),
        expect.stringMatching(/^1\s+[\d:.]+\s+200\s+POST \/plants\s+[\d.]+ ms$/),
      ])
      await page.getByLabel('Kind of requests').selectOption('Refused')
      expect(await rows(page).count()).toBe(1)
      await page.getByLabel('Filter requests').fill('nothing like this')
      await page.getByText('2 requests are hidden by the filter.').waitFor()
    }))

  describe('the details of a request', () => {
    let server: PlantStoreServer
    let opened: Inspector

    beforeAll(async () => {
      server = await startServer({ port: 0, seed: [monstera] })
      opened = await openInspector(browser, server.url)
    })
    afterAll(async () => {
      await opened[Symbol.asyncDispose]()
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
        const { page, complaints } = opened
        await postPlant(server.url, plant, headers)
        const number = server.store.changes.counts.requests
        await page.evaluate(`location.hash = '#/requests/${number}'`)
        await page.getByRole('heading', { name: `Request ${number} 4` }).waitFor()
        expect(await page.locator('.details mark').allInnerTexts()).toEqual(marks)
        expect(await page.locator('.reason').textContent()).toContain(section)
        expect(complaints).toEqual([])
      },
    )
  })

  test('shows a whole exchange, with exact numbers, and copies it', () =>
    inspect(async ({ page, url, server }) => {
      await postPlant(url, '{"id":9007199254740993,"name":"Fern","more":[{},[],{"a":1e400}]}')
      await rows(page).click()
      const details = page.getByRole('region', { name: 'Request 1' })
      expect(await details.locator('pre').first().locator('.line').allTextContents()).toEqual([
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
    inspect(
      async ({ page }) => {
        await page.locator('.reason a', { hasText: 'missing-body' }).click()
        const row = page.locator('tr[aria-current]')
        expect(await row.textContent()).toMatch(/missing-body.*type4187no tea/)
        expect(await page.locator('.options').textContent()).toMatch(/Valid tokens2: \*\*\*, \*\*\*/)
      },
      {
        path: '#/requests/1',
        tokens: ['token', 'secret'],
        answers: { 'missing-body': { status: 418, error: 7, message: 'no tea' } },
        prepare: (url) => postPlant(url, ''),
      },
    ))

  test('moves between requests with the arrow keys', () =>
    inspect(
      async ({ page }) => {
        await rows(page).first().focus()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await page.getByRole('region', { name: 'Request 1' }).waitFor()
      },
      { prepare: (url) => Promise.all([postPlant(url, monstera), postPlant(url, monstera)]) },
    ))

  test('keeps 10,000 requests smooth: only those in view are in the document, and new ones do not move them', async () => {
    const store = createPlantStore({ journal: 10_000 })
    for (let id = 1; id <= 9999; id++) store.handle({ method: 'GET', path: `/${id}` })
    await inspect(
      async ({ page }) => {
        await page.locator('.count', { hasText: '9,999' }).waitFor()
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
        expect(await rows(page).textContent()).toMatch(/^10001/)
        await page.getByLabel('Filter requests').fill('/1 ')
        await page.getByText('10,000', { exact: true }).waitFor()
      },
      { store },
    )
  })

  test('shows, searches, adds, and removes plants, with exact ids, and pages through them', () =>
    inspect(
      async ({ page, server }) => {
        const cells = () => page.locator('tbody td:first-child').allInnerTexts()
        await page.getByText('120 plants stored').waitFor()
        expect(await cells()).toEqual(Array.from({ length: 50 }, (_, id) => `${id}`))
        await page.getByRole('button', { name: 'Next' }).click()
        await page.getByText('Page 2').waitFor()
        await page.locator('td', { hasText: /^99$/ }).waitFor()
        await page.getByRole('button', { name: 'Next' }).click()
        await page.locator('td', { hasText: /^119$/ }).waitFor()
        expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
        await page.getByLabel('Id').fill('9007199254740993')
        await page.getByLabel('Name').fill('Ash')
        await page.getByRole('button', { name: 'Add' }).click()
        await page.getByText('121 plants stored').waitFor()
        await page.getByLabel('Search plants').fill('aSh')
        await page.locator('td', { hasText: '9007199254740993' }).waitFor()
        await page.locator('td', { hasText: /^100$/ }).waitFor({ state: 'detached' })
        expect(await cells()).toEqual(['9007199254740993'])
        await page.getByLabel('Id').fill('one')
        await page.getByRole('button', { name: 'Add' }).click()
        await page.getByText('id must be an integer').waitFor()
        await page.getByRole('button', { name: 'Remove all' }).click()
        await page.getByRole('button', { name: 'Yes' }).click()
        await page.getByRole('heading', { name: 'No plants' }).waitFor()
        await page.getByRole('button', { name: 'Reset' }).click()
        await page.getByRole('button', { name: 'Yes' }).click()
        await page.getByLabel('Search plants').fill('')
        await page.getByText('120 plants stored').waitFor()
        expect(await server.store.plants.count()).toBe(120)
      },
      { path: '#/plants', seed: Array.from({ length: 120 }, (_, id) => ({ id, name: 'Fern' })) },
    ))

  test('starts a fault that a real request meets, and shows that it is used up', () =>
    inspect(
      async ({ page, url, server }) => {
        await page.locator('[name=fault]').selectOption('invalid-token')
        await page.getByRole('button', { name: 'Start' }).click()
        await page.locator('td', { hasText: 'invalid-token' }).waitFor()
        expect((await postPlant(url, monstera)).status).toBe(401)
        await page.getByRole('heading', { name: 'No faults' }).waitFor()
        expect((await postPlant(url, monstera)).status).toBe(200)
        await page.getByLabel('Delay (ms)').fill('1')
        await page.getByLabel('Up to (ms)').fill('2')
        await page.getByLabel('Chance (%)').fill('50')
        await page.getByLabel('until cleared').check()
        await page.getByRole('button', { name: 'Start' }).click()
        await page.locator('td', { hasText: 'until cleared' }).waitFor()
        const fault = { fault: 'invalid-token', delay: [1, 2], chance: 0.5, requests: 'forever' }
        expect(server.store.faults.list()).toEqual([fault])
        await page.getByRole('button', { name: 'Play outage' }).click()
        await page.getByText('playing').waitFor()
        expect(server.store.faults.scenario).toContain('Every connection is dropped')
        await page.getByRole('button', { name: 'Clear all' }).click()
        await page.getByRole('heading', { name: 'No faults' }).waitFor()
        expect(server.store.faults.scenario).toBe(undefined)
      },
      { path: '#/faults' },
    ))

  test.each([
    ['#/send', 'POST /api/plants'],
    ['#/faults', '/api/plants'],
  ])('%s names the path of the operation', (path, text) =>
    inspect(
      async ({ page }) => {
        await page.locator('main').getByText(text.replace('POST ', '')).first().waitFor()
      },
      { path, basePath: '/api' },
    ),
  )

  test('sends a plant and shows the answer', () =>
    inspect(
      async ({ page, server }) => {
        const send = page.locator('form').getByRole('button', { name: 'Send' })
        await page.getByLabel('Body').fill('{"id":9007199254740993,"name":"Fern"}')
        await send.click()
        await page.getByRole('heading', { name: 'Answer 200' }).waitFor()
        expect(await server.store.plants.get(9007199254740993n)).toEqual({
          id: 9007199254740993n,
          name: 'Fern',
        })
        server.store.faults.next('cut-off-body')
        await page.getByLabel('Body').fill('{"id":2,"name":"Fern"}')
        await send.click()
        await page.getByText('The answer 200 was cut off').waitFor()
      },
      { path: '#/send' },
    ))

  test('shows no part of a request as HTML', () =>
    inspect(
      async ({ page, server, url }) => {
        server.store.handle({
          method: hostile,
          path: `/${hostile}`,
          headers: { [hostile]: hostile, 'content-type': hostile },
          body: hostile,
        })
        await server.store.plants.add({ id: 1, name: hostile, tag: hostile })
        await postPlant(url, JSON.stringify({ id: hostile, name: hostile, [hostile]: [hostile] }))
        server.store.faults.play({ title: hostile, steps: [{ requests: 1 }] })
        for (const path of ['requests/1', 'requests/2', 'plants', 'faults']) {
          await page.goto(`${url}/__admin/#/${path}`)
          await page.getByText('<script>alert(2)</script>').first().waitFor()
          expect(await page.locator('img:not([src="favicon.svg"]), body script').count()).toBe(0)
        }
      },
      { seed: [] },
    ))

  test('a hostile name of a request in the URL does no harm', () =>
    inspect(
      async ({ page }) => {
        await page.getByText('This request is gone').waitFor()
      },
      { path: `#/requests/${encodeURIComponent(hostile)}` },
    ))

  test('asks for the admin token, and keeps it for the tab', async () => {
    await using server = await startServer({ port: 0, adminToken: 'secret', seed: [monstera] })
    await using opened = await openInspector(browser, server.url, '#/plants')
    const { page } = opened
    const unlock = async (token: string) => {
      await page.getByLabel('Admin token').fill(token)
      await page.getByRole('button', { name: 'Unlock' }).click()
    }
    await unlock('wrong')
    await page.getByText('The fake refused this token.').waitFor()
    await unlock('secret')
    await page.getByText('1 plant stored').waitFor()
    await page.reload()
    await page.getByText('1 plant stored').waitFor()
    expect(page.url()).not.toContain('secret')
    await page.goto('about:blank')
    await using other = await openInspector(browser, server.url)
    await other.page.getByLabel('Admin token').waitFor()
  })

  test('shows the store of a token', () =>
    inspect(
      async ({ page, url }) => {
        await postPlant(url, { id: 2, name: 'Fern' }, { authorization: 'Bearer worker-1' })
        await page.getByText('No requests yet').waitFor()
        await page.getByLabel('Store of the token').fill('worker-1')
        await page.getByRole('button', { name: 'Show' }).click()
        await rows(page).waitFor()
        await page.getByRole('link', { name: 'Plants', exact: true }).click()
        await page.locator('td', { hasText: 'Fern' }).waitFor()
      },
      { isolate: 'token' },
    ))

  test('goes on after the fake was away', async () => {
    const store = createPlantStore()
    const first = await startServer({ port: 0, store })
    await using opened = await openInspector(browser, first.url)
    const { page } = opened
    await page.getByText('Live', { exact: true }).waitFor()
    await first.close()
    await page.getByText('Not connected').waitFor()
    await using second = await startServer({
      port: Number(new URL(first.url).port),
      store: createPlantStore(),
    })
    await postPlant(second.url, monstera)
    await rows(page).waitFor()
    expect(await rows(page).textContent()).toContain('200')
  })

  test('saves the journal as an HTTP Archive, and empties it', () =>
    inspect(
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
      { prepare: (url) => postPlant(url, monstera) },
    ))

  describe('in every view', () => {
    const views = ['requests', 'requests/2', 'plants', 'faults', 'decisions', 'send'] as const

    test.each([
      [1280, false],
      [390, true],
    ])('at %i pixels, dark %s: axe finds nothing and it fits', async (width, dark) => {
      await using server = await startServer({ port: 0, seed: [monstera], isolate: 'token' })
      await using locked = await startServer({ port: 0, adminToken: 'secret' })
      for (const plant of [{ id: 2, name: 'Fern' }, '{"id":1.5}', monstera])
        await postPlant(server.url, plant, { authorization: 'invalid' })
      server.store.faults.next({ fault: 'invalid-token', delay: 1 })
      await using opened = await openInspector(browser, server.url, '', { width, dark })
      const { page } = opened
      const check = async (where: string) => {
        const { violations } = (await page.evaluate('axe.run()')) as {
          violations: { id: string; nodes: { html: string }[] }[]
        }
        const found = violations.map(
          ({ id, nodes }) => `${where}: ${id}: ${nodes.map(({ html }) => html).join()}`,
        )
        expect(found).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      }
      await page.evaluate(axe.source)
      for (const view of views) {
        await page.evaluate(`location.hash = '#/${view}'`)
        await page
          .locator(
            {
              requests: '.list',
              'requests/2': '.reason',
              plants: 'td',
              faults: 'td',
              decisions: 'td',
              send: 'textarea',
            }[view],
          )
          .first()
          .waitFor()
        await check(view)
      }
      await page.goto(`${locked.url}/__admin/`)
      await page.getByLabel('Admin token').waitFor()
      await page.evaluate(axe.source)
      await check('unlock')
    })
  })
})
