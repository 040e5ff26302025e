import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FaultName } from '../../src/index.ts'
import { cases } from '../adapters/cases.ts'
import { describeCases } from '../adapters/run-cases.ts'
import { callIn, useTabs } from '../browser/browsers.ts'
import type { Kit } from '../browser/site/in-page.ts'
import { has } from '../tools/optional-tools.ts'
import { createBrowserAdapter } from './browser-adapter.ts'

declare const kit: Kit
declare const addEventListener: (name: string, listener: (event: unknown) => void) => void
declare const navigator: { serviceWorker: { getRegistrations(): Promise<never> } }
declare const document: { body: { append(element: object): void }; createElement(name: string): object }

// `npm run test:corpus` tries the slower browsers, too.
const names = ['chromium', ...(process.env['THOROUGH'] ? (['firefox', 'webkit'] as const) : [])] as const

// The presets differ in what the mock responds, not in how it travels, nor do the majors of MSW.
const sent = cases.filter(({ preset }) => preset === 'usual')
const hasCases = process.env['MSW_MAJOR'] !== '2'

for (const name of names)
  describe.skipIf(!has(name))(`in a page of ${name}`, () => {
    const tabs = useTabs(name)

    if (name === 'chromium' && hasCases)
      describe('the cases', () => {
        beforeAll(() => tabs.reload())

        describeCases(createBrowserAdapter(tabs, sent), sent)
      })

    if (name === 'chromium')
      describe('the network of tests', () => {
        beforeEach(() => tabs.reload())

        test('serves one test after the other, each with its own handlers, and waits for what it sends', async () => {
          const seen = await callIn(tabs.tab, async () => {
            const { server, around, release } = await kit.openNetwork(undefined)
            const again = await kit.openNetwork(undefined)
            const events: string[] = []
            const run = async (name: string, act: () => unknown) => {
              const last = kit.createLastHandler(({ url }) => events.push(`${name} sent ${url}`))
              const test = async () => {
                events.push(`${name} starts`)
                await act()
              }
              await around([...kit.createHandlers(), last], test).catch((error) => events.push(error.message))
            }
            const add = async () => events.push((await kit.send('{"id":1,"name":"Fern"}')).slice(0, 3))
            const sendLater = () => void fetch('http://plants.example/later').catch(() => {})
            await Promise.all([
              run('first', async () => {
                await add()
                sendLater()
                throw new Error('first fails')
              }),
              run('second', async () => {
                await add()
                sendLater()
              }),
              run('third', async () => {
                server.use(...kit.createHandlers({ credentials: ['other'] }))
                await add()
                server.resetHandlers()
                await add()
                server.resetHandlers(kit.createLastHandler(() => events.push('none')))
                await add()
              }),
            ])
            release()
            return { events, isOne: server === again.server }
          })
          expect(seen).toEqual({
            isOne: true,
            events: [
              'first starts',
              '200',
              'first sent http://plants.example/later',
              'first fails',
              'second starts',
              '200',
              'second sent http://plants.example/later',
              'third starts',
              '401',
              '200',
              'none',
              'Typ',
              // The page waits for the worker in any case.
              'none',
            ],
          })
        })

        test('fails requests after the end of a test, until it is released', async () => {
          const seen = await callIn(tabs.tab, async () => {
            const network = await kit.openNetwork(undefined)
            const before = await kit.send('{}')
            await network.around(kit.createHandlers(), async () => {})
            const late = await kit.send('{"id":1,"name":"Fern"}')
            network.release()
            const released = await kit.send('{}')
            await network.around(kit.createHandlers(), async () => {})
            await network.around([], async () => void (await kit.send('{}')))
            network.release()
            return { before, late, released, complaints: kit.complaints }
          })
          expect(seen).toEqual({
            before: '404 ',
            late: 'TypeError',
            released: '404 ',
            complaints: [
              `A test sent a request after its end: POST ${tabs.url}/plants. Wait in the test for everything that it starts.`,
            ],
          })
        })

        test('keeps the handlers of the worker of a project, and leaves other requests to it', async () => {
          const seen = await callIn(tabs.tab, async () => {
            const worker = await kit.startWorker()
            const project = kit.createHandlers({}, { baseUrl: 'http://users.example' })
            worker.use(...project)
            const { server, around } = await kit.openNetwork(worker)
            const handlers = kit.createHandlers({}, { baseUrl: './' })
            const ask = async () => (await fetch('http://users.example/plants', { method: 'POST' })).status
            const seen: unknown[] = [server === worker]
            await around(handlers, async () => {
              seen.push(await ask(), await kit.send('{"id":1,"name":"Fern"}'))
            })
            seen.push(await ask(), await kit.send('{"id":1,"name":"Fern"}'))
            return { seen, counts: [handlers.mock.requests.size, project.mock.requests.size] }
          })
          expect(seen).toEqual({
            seen: [true, 401, '200 {"name":"Fern"}', 401, '404 '],
            counts: [1, 2],
          })
        })

        test('says what to do if the worker does not start', async () => {
          const message = callIn(tabs.tab, async () => {
            navigator.serviceWorker.getRegistrations = () => Promise.reject(new Error('no such file.'))
            await kit.openNetwork(undefined)
          })
          await expect(message).rejects.toThrow(
            /^.*Failed to start the mock: the worker of MSW did not start: .*no such file.* Add the plugin msw\(\) of msw\/vite to the configuration of Vitest, or run npx msw init public\./s,
          )
        })

        test('reports all requests that nothing handles but those for the modules of the page', async () => {
          const seen = await callIn(tabs.tab, async () => {
            const worker = await kit.startWorker()
            const reported: string[] = []
            worker.use(kit.createLastHandler(({ method, url }) => reported.push(`${method} ${url}`)))
            for (const url of [
              '/page.js',
              '/@vite/client',
              '/__vitest__/x',
              '/page',
              'http://other.example/page.js',
            ])
              await fetch(url).catch(() => {})
            await fetch('/page.js', { method: 'POST' }).catch(() => {})
            return reported
          })
          expect(seen).toEqual([
            `GET ${tabs.url}/page`,
            'GET http://other.example/page.js',
            `POST ${tabs.url}/page.js`,
          ])
        })
      })

    describe('the handlers', () => {
      beforeEach(() => tabs.reload())

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
        expect([await callIn(tab, add), await callIn(other, add)]).toEqual(
          Array(2).fill('200 {"name":"Fern"}'),
        )
        await tab.load(url)
        expect(await callIn(tab, add)).toBe('200 {"name":"Fern"}')
      })
    })
  })
