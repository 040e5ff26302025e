import { expect, test } from 'vitest'
import { sendPlant } from '../tools/send.ts'
import type { Tab } from './use-tab.ts'

const monstera = { id: 1, name: 'Monstera' }

/** Describes the views that change the fake: its plants, its faults, and sending a request. */
export function describeControls(tab: Tab): void {
  test('shows, searches, adds, and removes plants, with exact ids, and pages through them', () =>
    tab.inspect(
      async ({ page, server }) => {
        const cells = () => page.locator('tbody td:first-child').allInnerTexts()
        await page.getByText('120 plants stored').waitFor()
        await expect.poll(cells).toEqual(Array.from({ length: 50 }, (_, id) => `${id}`))
        await page.getByRole('button', { name: 'Next' }).click()
        await page.getByText('Page 2').waitFor()
        await page.locator('td', { hasText: /^99$/ }).waitFor()
        await page.getByRole('button', { name: 'Next' }).click()
        await page.locator('td', { hasText: /^119$/ }).waitFor()
        await expect.poll(() => page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
        await page.getByLabel('Id').fill('9007199254740993')
        await page.getByLabel('Name').fill('Ash')
        await page.getByRole('button', { name: 'Add' }).click()
        await page.getByText('121 plants stored').waitFor()
        await page.getByLabel('Search plants').fill('aSh')
        await expect.poll(cells).toEqual(['9007199254740993'])
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
    tab.inspect(
      async ({ page, url, server }) => {
        await page.locator('[name=fault]').selectOption('invalid-token')
        await page.getByRole('button', { name: 'Start' }).click()
        await page.locator('td', { hasText: 'invalid-token' }).waitFor()
        expect((await sendPlant(url, monstera)).status).toBe(401)
        await page.getByRole('heading', { name: 'No faults' }).waitFor()
        expect((await sendPlant(url, monstera)).status).toBe(200)
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

  test('names the path of the operation where it says what to send and what meets a fault', () =>
    tab.inspect(
      async ({ page }) => {
        const path = page.locator('main').getByText('/api/plants').first()
        await path.waitFor()
        await page.evaluate("location.hash = '#/faults'")
        await page.locator('[name=fault]').waitFor()
        await path.waitFor()
      },
      { path: '#/send', basePath: '/api' },
    ))

  test('sends a plant and shows the answer', () =>
    tab.inspect(
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
}
