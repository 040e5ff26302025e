import { expect, test } from 'vitest'
import { plantStoreAt } from '../../src/contract/plant-store.ts'
import { sendPlant } from '../tools/send.ts'
import type { Tab } from './use-tab.ts'

/** Describes what the other views show and do. */
export function describeViews(tab: Tab): void {
  test('shows, adds, edits, and removes records, with exact keys, and shows more of them', () =>
    tab.inspect(
      async ({ page, server, see, answerNext }) => {
        const plants = server.mock.records('plants')
        const cells = () => page.locator('tbody td:first-child').allInnerTexts()
        const editor = page.locator('[name=record]')
        const store = page.getByRole('button', { name: 'Store' })
        const range = (to: number) => Array.from({ length: to }, (_, id) => `${id}`)
        await page.getByText('120 records stored').waitFor()
        await expect.poll(cells).toEqual(range(100))
        await page.getByRole('button', { name: 'Show more' }).click()
        await expect.poll(cells).toEqual(range(120))

        // The example has a key that is free.
        await expect.poll(() => editor.inputValue()).toContain('"id": 121')
        await store.click()
        await page.getByText('121 records stored').waitFor()
        expect(await plants.get(121)).toMatchObject({ name: 'Monstera' })
        await expect.poll(() => editor.inputValue()).toContain('"id": 122')
        await editor.fill('{"id":9007199254740993,"name":"Ash","tag":"tree"}')
        await store.click()
        await page.getByText('122 records stored').waitFor()
        await page.getByRole('button', { name: 'Edit 9007199254740993' }).click()
        await page.getByRole('textbox', { name: 'Record 9007199254740993' }).waitFor()
        expect(await editor.inputValue()).toBe(
          '{\n  "id": 9007199254740993,\n  "name": "Ash",\n  "tag": "tree"\n}',
        )
        await editor.fill('{"id":9007199254740993,"name":"Elm"}')
        await store.click()
        await page.locator('td', { hasText: 'Elm' }).waitFor()
        expect(await plants.get(9007199254740993n)).toEqual({ id: 9007199254740993n, name: 'Elm' })
        await editor.fill('{"id":"one","name":"Oak"}')
        await store.click()
        await page.locator('.send .outcome.bad', { hasText: 'id must be an integer' }).waitFor()
        await page.getByRole('button', { name: 'Discard' }).click()
        await expect.poll(() => editor.inputValue()).toContain('Monstera')
        await page.getByRole('button', { name: 'Remove 9007199254740993' }).click()
        await page.getByText('121 records stored').waitFor()
        expect(await plants.get(9007199254740993n)).toBe(undefined)

        let asked = answerNext(true)
        await page.getByRole('button', { name: 'Remove all' }).click()
        expect(await asked).toBe('Remove 121 records?')
        await page.getByText('No records').waitFor()
        await plants.put({ id: 1, name: 'Yew' })
        await see('one record', ['text=1 record stored', 'td >> text=Yew'], '.table')
        asked = answerNext(true)
        await page.getByRole('button', { name: 'Reset' }).click()
        expect(await asked).toContain('Go back to the seed')
        await page.getByText('120 records stored').waitFor()
        expect(await plants.count()).toBe(120)
      },
      {
        path: '#/records',
        seed: { plants: Array.from({ length: 120 }, (_, id) => ({ id, name: 'Fern' })) },
      },
    ))

  test('lets requests wait, shows them as waiting, and ends that as usual or with a status', () =>
    tab.inspect(
      async ({ page, server, url, see, go }) => {
        const { faults } = server.mock
        const start = async (fault: string) => {
          await page.locator('[name=fault]').selectOption(fault)
          await page.getByRole('button', { name: 'Start' }).click()
        }
        await page.getByText('Live', { exact: true }).waitFor()
        await page.locator('[name=status]').fill('429')
        await start('a status')
        await expect
          .poll(() => faults.list())
          .toMatchObject([{ status: 429, headers: { 'Retry-After': '1' } }])
        await page.getByRole('button', { name: 'Remove' }).waitFor()
        await start('wait until released')
        await page.getByRole('button', { name: 'Release' }).waitFor()
        expect((await sendPlant(url)).status).toBe(429)
        const responses = [sendPlant(url)]
        await go('requests')
        await page.locator('a.row .status', { hasText: 'waiting' }).click()
        await see('a request that waits', ['text=The request is still waiting.'], '.reason, h2, h3 + .muted')
        await go('faults')
        await page.getByRole('button', { name: 'Release' }).click()
        await page.getByRole('heading', { name: 'No faults' }).waitFor()
        await start('wait until released')
        await page.getByRole('button', { name: 'Fail' }).waitFor()
        responses.push(sendPlant(url))
        await expect.poll(() => faults.list()).toMatchObject([{ requests: 0 }])
        await page.getByRole('button', { name: 'Fail' }).click()
        expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 503])
        await go('requests/2')
        await see('the request with its response', ['h2 >> text=200'], '.details h2')
        await page.locator('a.row .status', { hasText: 'waiting' }).waitFor({ state: 'detached' })
      },
      { path: '#/faults' },
    ))

  test('shows, starts, and clears faults, and plays scenarios', () =>
    tab.inspect(
      async ({ page, url, server, see }) => {
        const { faults } = server.mock
        const start = page.getByRole('button', { name: 'Start' })
        await see('no faults', ['text=No faults', 'li >> nth=3'], 'main')
        await page.locator('[name=fault]').selectOption('invalid-credentials')
        await start.click()
        await see(
          'a fault',
          ['td >> text=invalid-credentials', 'text=Started'],
          '.add .outcome, .toolbar, .table',
        )
        expect((await sendPlant(url)).status).toBe(401)
        await page.getByRole('heading', { name: 'No faults' }).waitFor()
        expect((await sendPlant(url)).status).toBe(200)
        const fill = async (fields: Record<string, string>) => {
          for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value)
        }
        await fill({ path: '/orders', delay: '1-2', chance: '50', requests: 'forever' })
        await page.locator('[name=operation]').selectOption('createPlant')
        await start.click()
        await page.locator('td', { hasText: 'createPlant /orders' }).waitFor()
        expect(faults.list()).toEqual([
          {
            fault: 'invalid-credentials',
            operation: 'createPlant',
            path: '/orders',
            delay: [1, 2],
            chance: 0.5,
            requests: 'forever',
          },
        ])
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

  test('sends a request, and shows the response beside the one before', () =>
    tab.inspect(
      async ({ page, server, see, go }) => {
        const send = async (body: string) => {
          await page.getByLabel('Body').fill(body)
          await page.keyboard.press('Control+Enter')
        }
        await see('before a request is sent', ['text=No response yet'], 'main')
        await send('{"id":9007199254740993,"name":"Fern"}')
        await page.getByRole('link', { name: 'Request 1' }).waitFor()
        expect(await server.mock.records('plants').get(9007199254740993n)).toMatchObject({ name: 'Fern' })
        server.mock.faults.next('dropped-connection')
        await send('{"id":3,"name":"Fern"}')
        await page.getByRole('link', { name: 'Request 2' }).waitFor()
        await see('two responses', ['text=the connection was dropped'], '.responses')
        await go('#/records')
        await page.getByText('1 record stored').waitFor()
        await go('#/send')
        await expect.poll(() => page.getByLabel('Body').inputValue()).toBe('{"id":3,"name":"Fern"}')
        await page.getByLabel('Path').fill('orders')
        await page.getByRole('button', { name: 'Send', exact: true }).click()
        await page.getByText('path must be a path that begins with /').waitFor()
        await server.mock.reset()
        await page.getByText('No response yet').waitFor()
        await expect.poll(() => page.getByLabel('Path').inputValue()).toBe('orders')
      },
      { path: '#/send', contract: plantStoreAt('/api') },
    ))
}
