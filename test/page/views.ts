import { expect, test } from 'vitest'
import { sendPlant } from '../tools/send.ts'
import type { Tab } from './use-tab.ts'

/** Describes what the other views show and do. */
export function describeViews(tab: Tab): void {
  test('shows, adds, and removes plants, with exact ids, and pages through them', () =>
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
        await add('one', 'Oak')
        await see('a refused plant', ['text=id must be an integer'], '.add')
        expect(await page.getByLabel('Name').inputValue()).toBe('Oak')

        await page.getByRole('button', { name: 'Remove all' }).click()
        await page.getByText('Remove 122 plants?').waitFor()
        await page.getByRole('button', { name: 'Yes' }).click()
        await see('no plants', ['h2 >> text=No plants', 'text=0 plants stored'], '.view')
        await server.store.plants.add({ id: 1, name: 'Yew' })
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
        for (const [name, text] of Object.entries({ path: '/orders', from: '1', to: '2', chance: '50' }))
          await page.locator(`[name=${name}]`).fill(text)
        await page.getByLabel('until cleared').check()
        expect(await page.locator('[name=requests]').isDisabled()).toBe(true)
        await start.click()
        await page.locator('td', { hasText: 'until cleared' }).waitFor()
        expect(faults.list()).toEqual([
          { fault: 'invalid-credentials', path: '/orders', delay: [1, 2], chance: 0.5, requests: 'forever' },
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
        for (let more = 0; more < 99; more++) faults.next('duplicate-key')
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
}
