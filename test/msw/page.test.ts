import { describe, expect, test } from 'vitest'
import type { FaultName } from '../../src/index.ts'
import { callIn, useTabs } from '../browser/browsers.ts'
import type { Kit } from '../browser/site/in-page.ts'
import { has } from '../tools/optional-tools.ts'

declare const kit: Kit
declare const addEventListener: (name: string, listener: (event: unknown) => void) => void
declare const document: { body: { append(element: object): void }; createElement(name: string): object }

// `npm run test:corpus` tries the slower browsers, too.
const names = ['chromium', ...(process.env['THOROUGH'] ? (['firefox', 'webkit'] as const) : [])] as const

describe.each(names)('in a page of %s', (name) => {
  describe.skipIf(!has(name))('the handlers', () => {
    const tabs = useTabs(name)

    test('respond to fetch and XMLHttpRequest with exact ids, under a Content-Security-Policy', async () => {
      const seen = await callIn(tabs.tab, async () => {
        const { records, requests } = await kit.start()
        const responses = [
          await kit.send('{"id":9007199254740993,"name":"Fern"}'),
          await kit.sendByXhr('{"id":9007199254740992,"name":"Ivy"}'),
          await kit.send('{"id":1,"name":"Ash"}'),
        ]
        const ids = ((await records('plants').list()) as { id: unknown }[]).map(({ id }) => String(id))
        return { responses, ids, token: requests.all()[0]?.request.headers['authorization'] }
      })
      expect(seen).toEqual({
        responses: ['200 {"name":"Fern"}', '200 {"name":"Ivy"}', expect.stringMatching(/^409 /)],
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

    test('respond for a compiled description, under a Content-Security-Policy', async () => {
      const seen = await callIn(tabs.tab, async () => {
        const worker = await kit.startWorker()
        worker.use(...kit.createHandlers({ contract: kit.bookings }, { baseUrl: 'http://hotel.example' }))
        const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }
        const responses: string[] = []
        for (const kind of ['single', 'triple']) {
          const body = JSON.stringify({ name: 'Blue', kind })
          const response = await fetch('http://hotel.example/rooms', { method: 'POST', headers, body })
          responses.push(`${response.status} ${await response.text()}`)
        }
        return [...responses, ...kit.complaints]
      })
      expect(seen).toEqual([
        expect.stringMatching(/^201 \{"name":"Blue","kind":"single",/),
        expect.stringMatching(/^422 .*must be single or double/),
      ])
    })

    test('give each fault to one request', async () => {
      const outcomes = {
        'invalid-credentials': expect.stringMatching(/^401 /),
        'dropped-connection': 'TypeError',
        // In WebKit, which can't hand a stream to a worker, a request waits forever for a body that is cut off.
        ...(name !== 'webkit' && { 'cut-off-body': expect.stringMatching(/^(?:Type|Abort)Error$/) }),
        'not-json-body': expect.stringMatching(/^200 </),
      }
      const seen = await callIn(
        tabs.tab,
        async (faults) => {
          const mock = await kit.start()
          const responses = []
          for (const [id, fault] of faults.entries()) {
            mock.faults.next(fault)
            responses.push(await kit.send(`{"id":${id + 10},"name":"Fern"}`))
          }
          return [...responses, await kit.send('{"id":2,"name":"Fern"}')]
        },
        Object.keys(outcomes) as FaultName[],
      )
      expect(seen).toEqual([...Object.values(outcomes), '200 {"name":"Fern"}'])
    })

    test('keep plants in localStorage over a reload', async () => {
      const { tab, url } = tabs
      const add = async () => {
        await kit.start('plants')
        return kit.send('{"id":9007199254740993,"name":"Fern"}')
      }
      expect(await callIn(tab, add)).toMatch(/^200/)
      await tab.load(url)
      expect(await callIn(tab, add)).toMatch(/^409/)
    })

    test('have a mock that starts again after a reload, and is of one tab', async () => {
      const { tab, other, url } = tabs
      await other.load(url)
      const add = () => kit.start().then(() => kit.send('{"id":2,"name":"Fern"}'))
      expect([await callIn(tab, add), await callIn(other, add)]).toEqual(Array(2).fill('200 {"name":"Fern"}'))
      await tab.load(url)
      expect(await callIn(tab, add)).toBe('200 {"name":"Fern"}')
    })
  })
})
