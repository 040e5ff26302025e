import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { FaultName } from '../../src/index.ts'
import { createPlantStore } from '../../src/store/plant-store.ts'
import { listen } from '../tools/listen.ts'
import { callControl, monstera, sendPlant } from '../tools/send.ts'
import type { Tab } from './use-tab.ts'

const headers = { authorization: 'Bearer local-token', 'content-type': 'application/json' }
const request = { method: 'POST', path: '/plants', headers, body: JSON.stringify(monstera) }

/** Requests that show each kind of details, by what is wrong with them. */
const mistakes: Readonly<Record<string, object | FaultName>> = {
  'nothing, with exact numbers': {
    body: '{"id":9007199254740993,"name":"Fern","more":[{},[],{"a/~":[1e400,null,true]}]}',
  },
  'a wrong value': { body: '{"id":1.5,"name":"Fern"}' },
  'wrong values': { body: '{"id":"1","name":7,"tag":["a"]}' },
  'missing members': { body: '{}' },
  'a body that is no object': { body: '[1]' },
  'text that is not JSON': { body: '{"id":1,\n"name":}' },
  'a text that ends early': { body: '{"id":1' },
  'a long text that is not JSON': { body: `"${'x'.repeat(6000)}"${'y'.repeat(6000)}` },
  'long values': { body: `{"id":"${'x'.repeat(6000)}","${'y'.repeat(6000)}":1}` },
  'many lines': { body: JSON.stringify({ ...monstera, lines: Array(1100).fill(0) }) },
  'a name outside of the limits': { body: '{"id":3,"name":"Boston fern"}' },
  'characters that are not seen': { body: '{"id":5,"name":"\u202etxt\u200b👩‍🌾\u0007"}' },
  'bytes that are not UTF-8': { body: Uint8Array.of(0x22, 0xff, 0x22) },
  'no body': { body: '' },
  'an id that is taken': {},
  'no credentials': { headers: { 'content-type': 'application/json' } },
  'a token': { headers: { ...headers, authorization: 'Bearer invalid-token' } },
  'a content type': { headers: { ...headers, 'content-type': 'text/plain' } },
  'an empty content type': { headers: { ...headers, 'content-type': '' } },
  'a coding': { headers: { ...headers, 'content-encoding': 'gzip' } },
  'the header Prefer': { headers: { ...headers, prefer: 'code=400' } },
  'the path': { path: '/flowers' },
  'the method': { method: 'PUT' },
  'a large body': { body: `"${'x'.repeat(15_000)}"` },
  'a fault that refuses it': 'duplicate-id',
  'a fault that drops the connection': 'dropped-connection',
  'a fault that breaks the JSON': 'not-json-body',
}

/** Those mistakes whose details are recorded with what all of them have, and with all lines of a body. */
const shownWhole = ['nothing, with exact numbers', 'many lines']
const whatIsWrong =
  'h2 .status, .target, .loss, p:has(mark), .details .reason, .line:has(mark), .line:has(.code-point), .headers div:has(mark), .raw, h3 ~ .muted'

/** Describes what each view shows and does. */
export function describeViews(tab: Tab): void {
  test('lists requests as they arrive, newest first, and filters them', async () => {
    await using upstream = await listen((_request, response) => response.end('orders'))
    await tab.inspect(
      async ({ page, server, url, adminUrl, see, go }) => {
        await see('before any request', ['text=No requests yet', 'text=Live'])
        const { store } = server
        await sendPlant(url)
        store.handle({ ...request, body: '{"id":1}' })
        store.handle({ ...request, headers: {}, path: '/plants?from=shop' })
        for (const fault of ['invalid-token', 'dropped-connection', 'internal-error'] as const) {
          store.faults.next(fault)
          store.handle({ ...request, body: '{"id":2,"name":"Fern"}' })
        }
        await fetch(`${url}/orders`)
        await see('all', ['text=orders'], '.tabs .count, .scroll')
        const numbers = () => page.locator('a.row .number').allInnerTexts()
        for (const [kind, shown] of [
          ['accepted', ['1']],
          ['refused', ['3', '2']],
          ['fault', ['6', '5', '4']],
          ['upstream', ['7']],
          ['', ['7', '6', '5', '4', '3', '2', '1']],
        ] as const) {
          await page.getByLabel('Kind of requests').selectOption(kind)
          await expect.poll(numbers, { message: kind }).toEqual(shown)
        }
        for (const [text, shown] of [
          ['ORDERS', ['7']],
          ['upstream', ['7']],
          ['from=', ['3']],
          ['post', ['6', '5', '4', '3', '2', '1']],
          ['"name is missing"', ['2']],
          ['invalid-plant', ['2']],
          ['internal', ['6']],
          ['401', ['4', '3']],
          ['', ['7', '6', '5', '4', '3', '2', '1']],
          ['status:4xx -is:fault path:/plants', ['3', '2']],
          ['undefined', []],
        ] as const) {
          await page.getByLabel('Filter requests').fill(text)
          await expect.poll(numbers, { message: text }).toEqual(shown)
        }
        await see('none', ['text=No request matches'], '.toolbar ~ *')
        await page.getByRole('button', { name: 'Show all' }).click()
        await go('#/requests/7')
        await see('upstream', ['.details .reason'], '.details')

        const focused = () =>
          page.evaluate('document.activeElement.querySelector(".number, h2")?.textContent.trim()')
        for (const [key, number, shown] of [
          ['Escape', '7'],
          ['ArrowDown', '6', '6'],
          ['End', '1', '1'],
          ['ArrowDown', '1', '1'],
          ['Home', '7', '7'],
          ['ArrowUp', '7', '7'],
          ['x', '7', '7'],
          ['Enter', expect.stringContaining('Request 7'), '7'],
          ['ArrowDown', expect.stringContaining('Request 7'), '7'],
          ['Escape', '7'],
          ['Shift+Tab', undefined],
          ['Tab', '7'],
        ] as const) {
          await page.keyboard.press(key)
          await expect.poll(focused, { message: key }).toEqual(number)
          expect(await page.locator('.details').count(), key).toBe(shown === undefined ? 0 : 1)
          if (shown !== undefined)
            await page.locator(`section[aria-label="Request ${shown}"] .reason`).waitFor()
        }

        const saved = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Save as HAR' }).click()
        const download = await saved
        expect(download.suggestedFilename()).toBe('plant-store.har')
        expect(JSON.parse(await readFile(await download.path(), 'utf8')).log.entries).toHaveLength(7)
        await page.getByRole('button', { name: 'Clear' }).click()
        await see('before clearing', ['.confirm'], '.confirm')
        await page.getByRole('button', { name: 'No' }).click()
        await page.getByRole('button', { name: 'Clear' }).click()
        expect(server.store.requests.size).toBe(7)
        await page.getByRole('button', { name: 'Yes' }).click()
        await page.getByText('No requests yet').waitFor()
        await page.getByRole('button', { name: 'Copy the command' }).click()
        await page.getByRole('button', { name: 'Copied' }).waitFor()
        await page.getByRole('button', { name: 'Copy the command' }).waitFor()
        expect(await page.evaluate('navigator.clipboard.readText()')).toContain(`curl -i ${adminUrl}/plants`)
      },
      { upstream: upstream.url },
    )
  })

  test('shows a request, what was wrong with it, and the section of the specification', () =>
    tab.inspect(
      async ({ page, server, url, see, go }) => {
        for (const [index, [name, change]] of Object.entries(mistakes).entries()) {
          const isFault = typeof change === 'string'
          if (isFault) server.store.faults.next(change)
          server.store.handle({ ...request, ...(isFault ? {} : change) })
          await go(`#/requests/${index + 1}`)
          const part = shownWhole.includes(name) ? '.details' : whatIsWrong
          await see(name, [`section[aria-label="Request ${index + 1}"] .reason`], part)
        }
        await go('#/requests/1')
        await page.getByRole('button', { name: 'Copy as curl' }).click()
        await page.getByRole('button', { name: 'Copied' }).waitFor()
        const copied = () => page.evaluate('navigator.clipboard.readText()')
        expect(await copied()).toBe((await callControl(url, 'GET', '/requests/1?format=curl')).body)
        await page.getByRole('button', { name: 'Copy body' }).click()
        await expect.poll(copied).toBe((mistakes['nothing, with exact numbers'] as typeof request).body)
        await go('#/requests/99')
        await see('a request that is to come', ["text=hasn't arrived yet"], '.details')
        await server.store.requests.clear()
        await go('#/requests/2')
        await see('a request that is gone', ['text=This request is gone'], '.details')
      },
      { seed: [monstera], maxBody: 14_000, limits: { name: { maxLength: 10 } } },
    ))

  test('shows what a link names: the filter, and a request, whose row is in view', () =>
    tab.inspect(
      async ({ page, server, go }) => {
        await page.locator('section[aria-label="Request 20"] .reason').waitFor()
        await page.locator('a.row[aria-current]').waitFor()
        expect(await page.getByLabel('Filter requests').inputValue()).toBe('path:/even')
        await page.locator('.count', { hasText: '200' }).waitFor()
        await expect
          .poll(async () => (await page.locator('a.row[aria-current]').boundingBox())?.y)
          .toBeLessThan(790)
        await page.getByLabel('Filter requests').fill('path:/odd')
        expect(page.url()).toMatch(/#\/requests\/20\?q=path%3A%2Fodd$/)
        await go('#/requests/201')
        await page.getByText("This request hasn't arrived yet").waitFor()
        server.store.handle({ method: 'GET', path: '/late' })
        await page.locator('.details', { hasText: '/late' }).waitFor()
      },
      {
        path: '#/requests/20?q=path:/even',
        prepare: ({ store }) => {
          for (let at = 1; at <= 200; at++)
            store.handle({ method: 'GET', path: at % 2 === 0 ? '/even' : '/odd' })
        },
      },
    ))

  test('keeps 10,000 requests smooth: only those in view are in the document, and new ones do not move them', async () => {
    const store = createPlantStore({ journal: 10_000 })
    for (let id = 1; id <= 9999; id++) store.handle({ method: 'GET', path: `/${id}` })
    await tab.inspect(
      async ({ page }) => {
        const rows = page.locator('a.row')
        await page.locator('.count', { hasText: '9,999' }).waitFor()
        await expect.poll(() => rows.count()).toBe(33)
        await page.evaluate("document.querySelector('.scroll').scrollTop = 5000 * 30")
        const row = rows.filter({ hasText: '/5000' })
        const place = async () => (await row.boundingBox())?.y
        await row.waitFor()
        const before = await place()
        // The first row is the one stop of the Tab key.
        expect(await rows.count()).toBe(44)
        store.handle({ method: 'GET', path: '/new' })
        await page.locator('.count', { hasText: '10,000' }).waitFor()
        expect(await place()).toBe(before)
        // The oldest request leaves the list as it leaves the journal.
        store.handle({ method: 'GET', path: '/newer' })
        await page.getByLabel('Filter requests').fill('/newer')
        await expect.poll(() => rows.allTextContents()).toEqual([expect.stringMatching(/^10001/)])
        await page.getByLabel('Filter requests').fill('is:fault')
        await page.getByText('The filter hides all 10,000 requests').waitFor()
      },
      { store },
    )
  })

  test('shows, searches, adds, and removes plants, with exact ids, and pages through them', () =>
    tab.inspect(
      async ({ page, server, see }) => {
        const cells = () => page.locator('tbody td:first-child').allInnerTexts()
        const range = (from: number, to: number) =>
          Array.from({ length: to - from }, (_, id) => `${from + id}`)
        const next = page.getByRole('button', { name: 'Next' })
        await page.getByText('120 plants stored').waitFor()
        await expect.poll(cells).toEqual(range(0, 50))
        await see('the first page', ['.pages'], '.pages')
        await next.click()
        await expect.poll(cells).toEqual(range(50, 100))
        await next.click()
        await expect.poll(cells).toEqual(range(100, 120))
        await see('the last page', ['.pages'], '.pages')
        await page.getByRole('button', { name: 'Previous' }).click()
        await expect.poll(cells).toEqual(range(50, 100))

        const add = async (id: string, name: string, tag = '') => {
          await page.getByLabel('Id').fill(id)
          await page.getByLabel('Name').fill(name)
          await page.getByLabel('Tag').fill(tag)
          await page.getByRole('button', { name: 'Add' }).click()
        }
        await add('9007199254740993', ' Ash ', 'tree')
        await see('an added plant', ['text=Added Ash', 'text=121 plants stored'], '.add')
        expect(await page.getByLabel('Name').inputValue()).toBe('')
        expect(await server.store.plants.get(9007199254740993n)).toMatchObject({ name: 'Ash', tag: 'tree' })
        await add('-2', 'Elm')
        await page.getByText('122 plants stored').waitFor()
        await page.getByLabel('Search plants').fill('aSh')
        await expect.poll(cells).toEqual(['9007199254740993'])
        await see('a plant that was searched for', ['text=122 plants stored'], '.table')
        await page.getByLabel('Search plants').fill('nothing')
        await see('a search for nothing', ['text=No plant matches'], '.view')
        await add('one', 'Oak')
        await see('a refused plant', ['text=id must be an integer'], '.add')
        expect(await page.getByLabel('Name').inputValue()).toBe('Oak')

        await page.getByRole('button', { name: 'Remove all' }).click()
        await page.getByText('Remove 122 plants?').waitFor()
        await page.getByRole('button', { name: 'Yes' }).click()
        await see('no plants', ['h2 >> text=No plants', 'text=0 plants stored'], '.view')
        await server.store.plants.add({ id: 1, name: 'Yew' })
        await page.getByLabel('Search plants').fill('')
        await see('one plant', ['text=1 plant stored', 'td >> text=Yew'], '.table')
        await page.getByRole('button', { name: 'Reset' }).click()
        await see('before the reset', ['.confirm'], '.top')
        await page.getByRole('button', { name: 'Yes' }).click()
        await page.getByText('120 plants stored').waitFor()
        expect(await server.store.plants.count()).toBe(120)
      },
      { path: '#/plants', seed: Array.from({ length: 120 }, (_, id) => ({ id, name: 'Fern' })) },
    ))

  test('lets requests wait, shows them as waiting, and ends that as usual or with a status', () =>
    tab.inspect(
      async ({ page, server, url, see, go }) => {
        const { faults } = server.store
        const start = async (fault: string) => {
          await page.locator('[name=fault]').selectOption(fault)
          await page.getByRole('button', { name: 'Start' }).click()
        }
        await start('429')
        await expect
          .poll(() => faults.list())
          .toMatchObject([{ status: 429, headers: { 'Retry-After': '1' } }])
        await page.getByRole('button', { name: 'Remove' }).waitFor()
        await start('wait until released')
        await page.getByRole('button', { name: 'Release' }).waitFor()
        expect((await sendPlant(url)).status).toBe(429)
        const answers = [sendPlant(url)]
        await go('requests')
        await page.locator('a.row .status', { hasText: 'waiting' }).click()
        await see('a request that waits', ['text=The request is still waiting.'], '.reason, h2, h3 + .muted')
        await go('faults')
        await page.getByRole('button', { name: 'Release' }).click()
        await page.getByRole('heading', { name: 'No faults' }).waitFor()
        await start('wait until released')
        await page.getByRole('button', { name: 'Fail' }).waitFor()
        answers.push(sendPlant(url))
        await expect.poll(() => faults.list()).toMatchObject([{ requests: 0 }])
        await page.getByRole('button', { name: 'Fail' }).click()
        expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 503])
        await go('requests/2')
        await see('the request with its answer', ['h2 >> text=200'], '.details h2')
        await page.locator('a.row .status', { hasText: 'waiting' }).waitFor({ state: 'detached' })
      },
      { path: '#/faults' },
    ))

  test('shows, starts, and clears faults, and plays scenarios', () =>
    tab.inspect(
      async ({ page, url, server, see }) => {
        const { faults } = server.store
        const start = page.getByRole('button', { name: 'Start' })
        await see('no faults', ['text=No faults', 'li >> nth=3'], 'main')
        await page.locator('[name=fault]').selectOption('invalid-token')
        await start.click()
        await see('a fault', ['td >> text=invalid-token', 'text=Started'], '.add .outcome, .toolbar, .table')
        expect((await sendPlant(url)).status).toBe(401)
        await page.getByRole('heading', { name: 'No faults' }).waitFor()
        expect((await sendPlant(url)).status).toBe(200)
        for (const [name, text] of Object.entries({ path: '/orders', from: '1', to: '2', chance: '50' }))
          await page.locator(`[name=${name}]`).fill(text)
        await page.getByLabel('until cleared').check()
        expect(await page.locator('[name=requests]').isDisabled()).toBe(true)
        await start.click()
        await page.locator('td', { hasText: 'until cleared' }).waitFor()
        expect(faults.list()).toEqual([
          { fault: 'invalid-token', path: '/orders', delay: [1, 2], chance: 0.5, requests: 'forever' },
        ])
        await page.getByLabel('until cleared').uncheck()
        await page.locator('[name=fault]').selectOption('only a delay')
        for (const name of ['path', 'from', 'to', 'chance']) await page.locator(`[name=${name}]`).fill('')
        await page.locator('[name=from]').fill('')
        await start.click()
        await page.getByText('This would do nothing').waitFor()
        await page.locator('[name=from]').fill('1')
        await page.locator('[name=requests]').fill('3')
        await start.click()
        await expect.poll(() => faults.list()).toContainEqual({ delay: 1, requests: 3 })
        await page.locator('[name=from]').fill('5')
        await page.locator('[name=to]').fill('1')
        await start.click()
        await see('a refused fault', ['.outcome.bad'], '.add .outcome')
        for (let more = 0; more < 99; more++) faults.next('duplicate-id')
        await see('many faults', ['text=… 1 more'], 'tbody')
        const clear = page.getByRole('button', { name: 'Clear all' })
        await clear.click()
        await page.getByRole('heading', { name: 'No faults' }).waitFor()
        await page.getByRole('button', { name: 'Play outage' }).click()
        await see('a scenario', ['text=playing', 'text=No faults besides'], '.view > :not(form)')
        expect(faults.scenario).toContain('Every connection is dropped')
        await clear.click()
        await page.getByText('No faults', { exact: true }).waitFor()
        expect(faults.scenario).toBe(undefined)
      },
      { path: '#/faults' },
    ))

  test('starts a fault with a status, headers, and a body, marks it in every view, and removes one of several', () =>
    tab.inspect(
      async ({ page, server, go }) => {
        const { faults } = server.store
        const start = page.getByRole('button', { name: 'Start' })
        await page.locator('[name=fault]').selectOption('429')
        await page.locator('[name=body]').fill('{"busy":true}')
        await go('#/requests')
        await page.getByText('No requests yet').waitFor()
        await go('#/faults')
        await start.click()
        await page.getByText('Fault: 429 × 1').waitFor()
        expect(faults.list()).toEqual([
          { status: 429, headers: { 'Retry-After': '1' }, body: { busy: true }, requests: 1 },
        ])
        await page.locator('[name=fault]').selectOption('another status')
        await page.locator('[name=status]').fill('418')
        await page.locator('[name=headers]').fill('no header')
        await start.click()
        await page.getByText('A header must be like "Name: value"').waitFor()
        await page.locator('[name=headers]').fill('a: b\nC: d:e')
        await start.click()
        await page.getByText('2 faults').waitFor()
        expect(faults.list()[1]).toMatchObject({ status: 418, headers: { a: 'b', C: 'd:e' } })
        await page.getByRole('button', { name: 'Remove' }).first().click()
        await page.getByText('Fault: 418 × 1').waitFor()
        faults.clear()
        faults.play({ title: 'Busy', steps: [{ delay: 1 }] })
        await go('#/plants')
        await page.getByRole('link', { name: 'Scenario' }).waitFor()
      },
      { path: '#/faults' },
    ))

  test('sends a request, and shows the answer beside the one before', () =>
    tab.inspect(
      async ({ page, server, see, go }) => {
        const send = async (body: string) => {
          await page.getByLabel('Body').fill(body)
          await page.keyboard.press('Control+Enter')
        }
        await see('before a request is sent', ['text=No answer yet'], 'main')
        await send('{"id":9007199254740993,"name":"Fern"}')
        await page.getByRole('link', { name: 'Request 1' }).waitFor()
        expect(await server.store.plants.get(9007199254740993n)).toMatchObject({ name: 'Fern' })
        server.store.faults.next('dropped-connection')
        await send('{"id":3,"name":"Fern"}')
        await page.getByRole('link', { name: 'Request 2' }).waitFor()
        await see('two answers', ['text=the connection was dropped'], '.answers')
        await go('#/plants')
        await page.getByText('1 plant stored').waitFor()
        await go('#/send')
        await expect.poll(() => page.getByLabel('Body').inputValue()).toBe('{"id":3,"name":"Fern"}')
        await page.getByLabel('Path').fill('orders')
        await page.getByRole('button', { name: 'Send', exact: true }).click()
        await page.getByText('path must be a path that begins with /').waitFor()
        await server.store.reset()
        await page.getByText('No answer yet').waitFor()
        await expect.poll(() => page.getByLabel('Path').inputValue()).toBe('orders')
      },
      { path: '#/send', basePath: '/api' },
    ))

  test('shows how the fake decides, and leads there from a refusal', async () => {
    await tab.inspect(async ({ see }) => see('the defaults', ['td >> text=internal-error'], '.options'), {
      path: '#/decisions',
    })
    await tab.inspect(
      async ({ page, see }) => {
        await page.setViewportSize({ width: 1280, height: 400 })
        await page.locator('.reason a', { hasText: 'missing-body' }).click()
        await see('the options', ['tr[aria-current]', 'td >> text=internal-error'], '.view')
        const row = page.locator('tr[aria-current]')
        await expect.poll(async () => (await row.boundingBox())?.y).toBeLessThan(400)
      },
      {
        path: '#/requests/1',
        tokens: ['local-token', 'secret'],
        answers: {
          'missing-body': { status: 418, error: 7, message: 'no tea' },
          'unknown-path': { body: 'nothing' },
        },
        onDuplicate: 'replace',
        unknownMembers: 'refuse',
        habits: ['reads-first-authorization'],
        limits: { name: { maxLength: 5 } },
        latency: [0, 1],
        upstream: 'http://127.0.0.1:9',
        prepare: ({ url }) => sendPlant(url, ''),
      },
    )
  })
}
