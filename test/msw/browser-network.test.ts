import { describe, expect, test } from 'vitest'
import { callIn, useTabs } from '../browser/browsers.ts'
import type { Kit } from '../browser/site/in-page.ts'
import { has } from '../tools/optional-tools.ts'

declare const kit: Kit
declare const navigator: { serviceWorker: { getRegistrations(): Promise<never> } }

describe.skipIf(!has('chromium'))('the network of tests in a page', () => {
  const tabs = useTabs('chromium')

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
