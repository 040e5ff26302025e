import axe from 'axe-core'
import { expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { monstera, sendPlant } from '../tools/send.ts'
import type { Tab } from './use-tab.ts'

/** A string that would run if it became markup. */
const hostile = '<img src=x onerror=alert(1)>"\'><script>alert(2)</script>'
const hostilePath = `#/requests/${encodeURIComponent(hostile)}`

/** Describes what holds in every view. */
export function describePage(tab: Tab): void {
  test('shows no part of a request, or of the URL, as HTML', () =>
    tab.inspect(
      async ({ page, server, url, go }) => {
        server.mock.handle({
          method: hostile,
          path: `/${hostile}`,
          headers: { [hostile]: hostile, 'content-type': hostile },
          body: hostile,
        })
        await server.mock.records('plants').put({ id: 1, name: hostile, tag: hostile })
        await sendPlant(url, { id: hostile, name: hostile, [hostile]: [hostile] })
        server.mock.faults.play({ title: hostile, steps: [{ requests: 1 }] })
        const asText = '<script>alert(2)</script>'
        for (const [path, text] of [
          [hostilePath, 'This request is gone'],
          ['#/requests/1', asText],
          ['#/requests/2', asText],
          ['#/records', asText],
          ['#/faults', asText],
        ] as const) {
          await go(path)
          await page.getByText(text).first().waitFor()
          expect(await page.locator('img:not([src="favicon.svg"]), body script').count()).toBe(0)
        }
      },
      { path: hostilePath, seed: { plants: [] } },
    ))

  test('asks for the admin token, and keeps it until it is reloaded', () =>
    tab.inspect(
      async ({ page, url, see }) => {
        const unlock = async (token: string) => {
          await page.getByLabel('Admin token').fill(token)
          await page.getByRole('button', { name: 'Unlock' }).click()
        }
        await see('a locked page', ['text=Admin token'])
        await unlock('wrong')
        await see('a wrong token', ['text=The mock rejected this token.'])
        await unlock('secret')
        await page.getByText('1 record stored').waitFor()
        expect(page.url()).not.toContain('secret')
        expect(await page.evaluate('JSON.stringify([sessionStorage, localStorage])')).toBe('[{},{}]')
        await page.reload()
        await page.getByLabel('Admin token').waitFor()
        const otherTab = await page.context().newPage()
        await otherTab.goto(`${url}/__admin/`)
        await otherTab.getByLabel('Admin token').waitFor()
        await otherTab.close()
      },
      { path: '#/records', adminToken: 'secret', seed: { plants: [monstera] } },
    ))

  test('shows the mock of a credential', () =>
    tab.inspect(
      async ({ page, url, go, see }) => {
        await sendPlant(url, { id: 2, name: 'Fern' }, { token: 'worker-1' })
        await page.getByText('No requests yet').waitFor()
        await page.getByText('Each credential has a mock of its own').waitFor()
        await page.getByLabel('Mock of the credential').fill('worker-1')
        await page.getByRole('button', { name: 'Show' }).click()
        await page.locator('a.row').waitFor()
        await go('#/records')
        await page.locator('td', { hasText: 'Fern' }).waitFor()
        await go('#/send')
        await expect.poll(() => page.getByLabel('Headers').inputValue()).toContain('Bearer worker-1')
        await see('the choice of a mock', ['.top .credential'], '.top')
      },
      { isolate: 'token' },
    ))

  test('says that the journal is off', () =>
    tab.inspect(({ see }) => see('no journal', ['text=The journal is off'], 'main'), { journal: 0 }))

  test('follows changes of options, and goes on after the mock was away', () =>
    tab.inspect(async ({ page, url, server, go, answerNext }) => {
      await page.getByText('Live', { exact: true }).waitFor()
      server.mock.configure({ credentials: ['local-token'] })
      await page.getByText('Bearer $PLANT_STORE_TOKEN').waitFor()
      await go('#/__proto__')
      await expect.poll(() => page.title()).toBe('Requests – Plant Store')
      await sendPlant(url, {})
      await page.locator('a.row').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.locator('.details .reason').waitFor()
      await server.close()
      await page.getByText('Not connected').waitFor()
      await page.getByText('The mock is not reachable. This is its last state.').waitFor()
      const asked = answerNext(true)
      await page.getByRole('button', { name: 'Reset' }).click()
      await asked
      await page.getByText('The mock is not reachable.', { exact: true }).waitFor()
      await page.locator('a.row', { hasText: '400' }).waitFor()
      await page.locator('.details .reason', { hasText: 'id is missing' }).waitFor()
      await using second = await startServer({ port: Number(new URL(url).port) })
      await page.getByText("This request hasn't arrived yet").waitFor()
      expect(await page.getByText('not reachable').count()).toBe(0)
      await sendPlant(second.url)
      await page.locator('a.row', { hasText: '200' }).waitFor()
      await page.locator('.details h2', { hasText: '200' }).waitFor()
    }))

  test('on a large and a small screen, in light and dark colors, axe finds nothing in any view, and it fits', () =>
    tab.inspect(
      async ({ page, server, go }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' })
        server.mock.faults.next({ fault: 'invalid-credentials', delay: 1 })
        await page.getByLabel('Admin token').waitFor()
        await page.evaluate(axe.source)
        for (const [view, content] of [
          ['', '.unlock'],
          ['requests', '.list'],
          ['requests/2', '.reason'],
          ['records', 'td'],
          ['faults', 'td'],
          ['send', 'textarea'],
        ] as const) {
          await go(`#/${view}`)
          await page.locator(content).first().waitFor()
          for (const [width, colorScheme] of [
            [1280, 'light'],
            [390, 'dark'],
          ] as const) {
            await page.setViewportSize({ width, height: 800 })
            await page.emulateMedia({ colorScheme })
            const found =
              await page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
            violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)].join(': ')))`)
            expect(found, `${view} ${colorScheme}`).toEqual([])
            expect(await page.evaluate('document.documentElement.scrollWidth'), view).toBe(width)
          }
          if (view !== '') continue
          await page.getByLabel('Admin token').fill('secret')
          await page.keyboard.press('Enter')
        }
      },
      {
        seed: { plants: [monstera] },
        isolate: 'token',
        adminToken: 'secret',
        prepare: async ({ url }) => {
          for (const plant of [{ id: 2, name: 'Fern' }, '{"id":1.5}', monstera])
            await sendPlant(url, plant, { token: '' })
          await sendPlant(url, monstera, { token: 'worker-1' })
        },
      },
    ))
}
