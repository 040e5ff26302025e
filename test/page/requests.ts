import { expect, test } from 'vitest'
import type { FaultName } from '../../src/index.ts'
import { createMock } from '../../src/mock/create-mock.ts'
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
  'a body that is no object': { body: '[1]' },
  'a body that is not JSON': { body: '{"id":1,\n"name":}' },
  'many lines': { body: JSON.stringify({ ...monstera, lines: Array(1100).fill(0) }) },
  'bytes that are not UTF-8': { body: Uint8Array.of(0x22, 0xff, 0x22) },
  'no body': { body: '' },
  'an id that is taken': {},
  'no credentials': { headers: { 'content-type': 'application/json' } },
  'a token': { headers: { ...headers, authorization: 'Bearer invalid-token' } },
  'the path': { path: '/flowers' },
  'a large body': { body: `"${'x'.repeat(15_000)}"` },
  'a fault that rejects it': 'duplicate-key',
  'a fault that drops the connection': 'dropped-connection',
  'a fault that breaks the JSON': 'not-json-body',
}

/** Those mistakes whose details are recorded with what all of them have, and with all lines of a body. */
const shownWhole = ['nothing, with exact numbers', 'many lines']
const whatIsWrong = 'h2 .status, .target, .loss, .details .reason, .line:has(mark), .raw, h3 ~ .muted'

/** Describes the list of requests, and the details of one. */
export function describeRequests(tab: Tab): void {
  test('lists requests as they arrive, newest first, and filters them', async () => {
    await using upstream = await listen((_request, response) => response.end('orders'))
    await tab.inspect(
      async ({ page, server, url, adminUrl, see, go, answerNext }) => {
        await see('before any request', ['text=No requests yet', 'text=Live'])
        const { mock } = server
        await sendPlant(url)
        mock.handle({ ...request, body: '{"id":1}' })
        mock.handle({ ...request, headers: {}, path: '/plants?from=shop' })
        for (const fault of ['invalid-credentials', 'dropped-connection', 'internal-error'] as const) {
          mock.faults.next(fault)
          mock.handle({ ...request, body: '{"id":2,"name":"Fern"}' })
        }
        await fetch(`${url}/orders`)
        await see('all', ['text=orders'], '.tabs .count, .scroll')
        const numbers = () => page.locator('a.row .number').allInnerTexts()
        for (const [kind, shown] of [
          ['accepted', ['1']],
          ['rejected', ['3', '2']],
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
          ['status:4xx -is:fault path:/plants', ['3', '2']],
          ['statsu:400', []],
        ] as const) {
          await page.getByLabel('Filter requests').fill(text)
          await expect.poll(numbers, { message: text }).toEqual(shown)
        }
        await see('none', ['text=No request matches', 'text=There is no field statsu.'], '.toolbar ~ *')
        await page.getByLabel('Filter requests').fill('')
        await go('#/requests/7')
        await see('upstream', ['.details .reason'], '.details')

        const focused = () =>
          page.evaluate(
            'document.activeElement.closest("a.row, .details")?.querySelector(".number, h2").textContent.trim()',
          )
        for (const [key, number, shown] of [
          ['Escape', '7'],
          ['ArrowDown', '6', '6'],
          ['Escape', '6'],
          ['Shift+Tab', undefined],
          ['Tab', '6'],
          ['ArrowDown', '5', '5'],
          ['End', '1', '1'],
          ['ArrowDown', '1', '1'],
          ['Enter', expect.stringContaining('Request 1'), '1'],
        ] as const) {
          await page.keyboard.press(key)
          await expect.poll(focused, { message: key }).toEqual(number)
          expect(await page.locator('.details').count(), key).toBe(shown === undefined ? 0 : 1)
          if (shown !== undefined)
            await page.locator(`section[aria-label="Request ${shown}"] .reason`).waitFor()
        }

        for (const isSure of [false, true]) {
          expect(server.mock.requests.size).toBe(7)
          const asked = answerNext(isSure)
          await page.getByRole('button', { name: 'Clear' }).click()
          expect(await asked).toBe('Empty the journal?')
        }
        await page.getByText('No requests yet').waitFor()
        await page.getByRole('button', { name: 'Copy the command' }).click()
        await page.getByText('Copied').waitFor()
        expect(await page.evaluate('navigator.clipboard.readText()')).toContain(
          `curl -i -X POST '${adminUrl}/plants'`,
        )
      },
      { upstream: upstream.url },
    )
  })

  test('shows a request, and why it was rejected', () =>
    tab.inspect(
      async ({ page, server, url, see, go }) => {
        for (const [index, [name, change]] of Object.entries(mistakes).entries()) {
          const isFault = typeof change === 'string'
          if (isFault) server.mock.faults.next(change)
          server.mock.handle({ ...request, ...(isFault ? {} : change) })
          await go(`#/requests/${index + 1}`)
          const part = shownWhole.includes(name) ? '.details' : whatIsWrong
          await see(name, [`section[aria-label="Request ${index + 1}"] .reason`], part)
        }
        await go('#/requests/1')
        await page.getByRole('button', { name: 'Copy as curl' }).click()
        await page.getByText('Copied').waitFor()
        const copied = () => page.evaluate('navigator.clipboard.readText()')
        expect(await copied()).toBe((await callControl(url, 'GET', '/requests/1?format=curl')).body)
        await page.getByRole('button', { name: 'Copy body' }).click()
        await expect.poll(copied).toBe((mistakes['nothing, with exact numbers'] as typeof request).body)
        await go('#/requests/99')
        await see('a request that is to come', ["text=hasn't arrived yet"], '.details')
        await server.mock.requests.clear()
        await go('#/requests/2')
        await see('a request that is gone', ['text=This request is gone'], '.details')
      },
      { seed: { plants: [monstera] }, maxBody: 14_000 },
    ))

  test('shows the newest 1,000 of 1,200 requests, and new ones do not move the one that is read', async () => {
    const mock = createMock({ journal: 1200 })
    for (let id = 1; id < 1200; id++) mock.handle({ method: 'GET', path: `/${id}` })
    await tab.inspect(
      async ({ page }) => {
        const rows = page.locator('a.row')
        await page.locator('.count', { hasText: '1,199' }).waitFor()
        await expect.poll(() => rows.count()).toBe(1000)
        await page.getByText('… 199 more').waitFor()
        const row = rows.filter({ hasText: '/900' })
        const place = async () => (await row.boundingBox())?.y
        await row.scrollIntoViewIfNeeded()
        const before = await place()
        mock.handle({ method: 'GET', path: '/new' })
        await page.locator('.count', { hasText: '1,200' }).waitFor()
        expect(await place()).toBe(before)
        // The oldest request leaves the list as it leaves the journal.
        mock.handle({ method: 'GET', path: '/newer' })
        await page.getByLabel('Filter requests').fill('/newer')
        await expect.poll(() => rows.allTextContents()).toEqual([expect.stringMatching(/^1201/)])
        await page.getByLabel('Filter requests').fill('is:fault')
        await page.getByText('The filter hides 1,200 requests').waitFor()
      },
      { mock },
    )
  })
}
