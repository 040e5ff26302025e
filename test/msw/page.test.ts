import { describe, expect, test } from 'vitest'
import { callIn, useTabs } from '../browser/browsers.ts'
import type { Kit } from '../browser/site/in-page.ts'
import { has } from '../tools/optional-tools.ts'

declare const kit: Kit
declare const addEventListener: (name: string, listener: (event: unknown) => void) => void
declare const document: { body: { append(element: object): void }; createElement(name: string): object }
const isMsw2 = process.env['MSW_MAJOR'] === '2'

const names = ['chromium', 'firefox', 'webkit'] as const

describe.each(isMsw2 ? names.slice(0, 1) : names)('in a page of %s', (name) => {
  describe.skipIf(!has(name))('the handlers', () => {
    const tabs = useTabs(name)

    test('answer fetch and XMLHttpRequest with exact ids, under a Content-Security-Policy', async () => {
      const seen = await callIn(tabs.tab, async () => {
        const { plants, requests } = await kit.start()
        const answers = [
          await kit.send('{"id":9007199254740993,"name":"Fern"}'),
          await kit.sendByXhr('{"id":9007199254740992,"name":"Ivy"}'),
          await kit.send('{"id":1,"name":"Ash"}'),
        ]
        const ids = (await plants.list()).map(({ id }) => String(id))
        return { answers, ids, token: requests.all()[0]?.request.headers['authorization'] }
      })
      expect(seen).toEqual({
        answers: ['200 {"name":"Fern"}', '200 {"name":"Ivy"}', expect.stringMatching(/^409 /)],
        ids: ['1', '9007199254740993', '9007199254740992'],
        token: 'Bearer ***',
      })
      const blocked = await callIn(tabs.tab, async () => {
        const before = [...kit.complaints]
        const violation = new Promise((resolve) => addEventListener('securitypolicyviolation', resolve))
        document.body.append(Object.assign(document.createElement('script'), { textContent: 'kit = 0' }))
        await violation
        return [before, kit.complaints, typeof kit]
      })
      expect(blocked).toEqual([[], [expect.stringMatching(/^script-src/)], 'object'])
    })

    test('give each fault to one request', async () => {
      const outcomes = await callIn(tabs.tab, async () => {
        const { faults } = await kit.start()
        const names = ['invalid-token', 'dropped-connection', 'cut-off-body', 'not-json-body'] as const
        const seen = []
        for (const [id, fault] of names.entries()) {
          faults.next(fault)
          seen.push(await kit.send(`{"id":${id + 10},"name":"Fern"}`))
        }
        return [...seen, await kit.send('{"id":2,"name":"Fern"}')]
      })
      expect(outcomes).toEqual([
        expect.stringMatching(/^401 /),
        'TypeError',
        expect.stringMatching(/^(?:Type|Abort)Error$/),
        expect.stringMatching(/^200 </),
        '200 {"name":"Fern"}',
      ])
    })

    test('have a store that starts again after a reload, and is of one tab', async () => {
      const { tab, other, url } = tabs
      await other.load(url)
      const add = () => kit.start().then(() => kit.send('{"id":2,"name":"Fern"}'))
      expect([await callIn(tab, add), await callIn(other, add)]).toEqual(Array(2).fill('200 {"name":"Fern"}'))
      await tab.load(url)
      expect(await callIn(tab, add)).toBe('200 {"name":"Fern"}')
    })
  })
})
