import axe from 'axe-core'
import { expect, test } from 'vitest'
import { startServer } from '../../src/server/start-server.ts'
import { sendPlant } from '../tools/send.ts'
import type { Tab } from './use-tab.ts'

const monstera = { id: 1, name: 'Monstera', tag: 'foliage' }
/** A text that would run if it became markup. */
const hostile = '<img src=x onerror=alert(1)>"\'><script>alert(2)</script>'
const hostilePath = `#/requests/${encodeURIComponent(hostile)}`

/** Describes what holds in every view. */
export function describePage(tab: Tab): void {
  test('shows no part of a request, or of the URL, as HTML', () =>
    tab.inspect(
      async ({ page, server, url }) => {
        server.store.handle({
          method: hostile,
          path: `/${hostile}`,
          headers: { [hostile]: hostile, 'content-type': hostile },
          body: hostile,
        })
        await server.store.plants.add({ id: 1, name: hostile, tag: hostile })
        await sendPlant(url, JSON.stringify({ id: hostile, name: hostile, [hostile]: [hostile] }))
        server.store.faults.play({ title: hostile, steps: [{ requests: 1 }] })
        const asText = '<script>alert(2)</script>'
        for (const [path, text] of [
          [hostilePath, 'This request is gone'],
          ['#/requests/1', asText],
          ['#/requests/2', asText],
          ['#/plants', asText],
          ['#/faults', asText],
        ] as const) {
          await page.evaluate(`location.hash = ${JSON.stringify(path)}`)
          await page.getByText(text).first().waitFor()
          expect(await page.locator('img:not([src="favicon.svg"]), body script').count()).toBe(0)
        }
      },
      { path: hostilePath, seed: [] },
    ))

  test('asks for the admin token, and keeps it for the tab', () =>
    tab.inspect(
      async ({ page, url }) => {
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
        const otherTab = await page.context().newPage()
        await otherTab.goto(`${url}/__admin/`)
        await otherTab.getByLabel('Admin token').waitFor()
        await otherTab.close()
      },
      { path: '#/plants', adminToken: 'secret', seed: [monstera] },
    ))

  test('shows the store of a token', () =>
    tab.inspect(
      async ({ page, url }) => {
        await sendPlant(url, { id: 2, name: 'Fern' }, { headers: { authorization: 'Bearer worker-1' } })
        await page.getByText('No requests yet').waitFor()
        await page.getByLabel('Store of the token').fill('worker-1')
        await page.getByRole('button', { name: 'Show' }).click()
        await page.locator('a.row').waitFor()
        await page.getByRole('link', { name: 'Plants', exact: true }).click()
        await page.locator('td', { hasText: 'Fern' }).waitFor()
      },
      { isolate: 'token' },
    ))

  test('goes on after the fake was away', () =>
    tab.inspect(async ({ page, url, server }) => {
      await page.getByText('Live', { exact: true }).waitFor()
      await server.close()
      await page.getByText('Not connected').waitFor()
      await using second = await startServer({ port: Number(new URL(url).port) })
      await sendPlant(second.url, monstera)
      await page.locator('a.row').waitFor()
      expect(await page.locator('a.row').textContent()).toContain('200')
    }))

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)(
    'at %i pixels, in %s colors, then in the others, axe finds nothing in any view, and it fits',
    async (width, colorScheme) => {
      const { page } = tab
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const other = colorScheme === 'light' ? 'dark' : 'light'
      const check = async (where: string) => {
        // Only contrast depends on the colors.
        await page.emulateMedia({ colorScheme: other, reducedMotion: 'reduce' })
        await expectNothing(where, `runOnly: ['color-contrast']`)
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await expectNothing(where)
        expect(await page.evaluate('document.documentElement.scrollWidth'), where).toBe(width)
      }
      const expectNothing = async (where: string, options = '') => {
        const found =
          await page.evaluate(`axe.run({ resultTypes: ['violations'], ${options} }).then(({ violations }) =>
        violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)].join(': ')))`)
        expect(found, where).toEqual([])
      }

      await tab.inspect(
        async ({ server }) => {
          server.store.faults.next({ fault: 'invalid-token', delay: 1 })
          await page.evaluate(axe.source)
          for (const [view, content] of [
            ['requests', '.list'],
            ['requests/2', '.reason'],
            ['plants', 'td'],
            ['faults', 'td'],
            ['decisions', 'td'],
            ['send', 'textarea'],
          ] as const) {
            await page.evaluate(`location.hash = '#/${view}'`)
            await page.locator(content).first().waitFor()
            await check(view)
          }
        },
        {
          seed: [monstera],
          isolate: 'token',
          prepare: async (url) => {
            for (const plant of [{ id: 2, name: 'Fern' }, '{"id":1.5}', monstera])
              await sendPlant(url, plant, { headers: { authorization: 'invalid' } })
          },
        },
      )
      await tab.inspect(
        async () => {
          await page.getByLabel('Admin token').waitFor()
          await page.evaluate(axe.source)
          await check('unlock')
        },
        { adminToken: 'secret' },
      )
    },
  )
}
