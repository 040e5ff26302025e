import { beforeAll, vi } from 'vitest'
import { createFolder } from '../tools/folder.ts'
import { hangLimit } from '../tools/hang-limit.ts'
import { takePort } from '../tools/listen.ts'
import { firefoxPath } from '../tools/optional-tools.ts'
import { startProcess } from '../tools/processes.ts'
import { startChromium } from './chromium.ts'
import type { Kit } from './site/in-page.ts'
import { startSite } from './start-site.ts'

declare const kit: Kit

/** A tab of a browser; values go through JSON. */
export interface Tab {
  load(url: string): Promise<void>
  evaluate(expression: string): Promise<unknown>
}

/** A browser, which ends with the scope of `await using`. */
interface Browser extends AsyncDisposable {
  openTab(): Promise<Tab>
}

/** Calls a function in a tab; it must not use anything of its module. */
export async function callIn<Args extends unknown[], Result>(
  tab: Tab,
  run: (...args: Args) => Result,
  ...args: Args
): Promise<Awaited<Result>> {
  const values = args.map((value) => JSON.stringify(value)).join()
  return (await tab.evaluate(`(${run})(${values})`)) as Awaited<Result>
}

async function openChromium(): Promise<Browser> {
  const browser = await startChromium()
  const context = await browser.newContext()
  return {
    async openTab() {
      const page = await context.newPage()
      return { load: async (url) => void (await page.goto(url)), evaluate: (text) => page.evaluate(text) }
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

/** Starts Firefox, and drives it by WebDriver BiDi. */
async function openFirefox(): Promise<Browser> {
  await using cleanup = new AsyncDisposableStack()
  const profile = cleanup.use(createFolder())
  const args = ['--headless', '--no-remote', '--profile', profile.path, '--remote-debugging-port=0']
  const firefox = cleanup.use(startProcess(firefoxPath ?? '', args, { env: { HOME: profile.path } }))
  const [, url] = /listening on (ws:\S+)/.exec(await firefox.waitFor('stderr', /listening on ws:\S+\s/)) ?? []
  const socket = new WebSocket(`${url}/session`)
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  const waiting: ((answer: { error?: string; message?: string; result: never }) => void)[] = []
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(data)
    waiting[answer.id]?.(answer)
  })
  async function command<Result>(method: string, params: object): Promise<Result> {
    const answered = new Promise<{ error?: string; message?: string; result: Result }>((resolve) => {
      socket.send(JSON.stringify({ id: waiting.push(resolve) - 1, method, params }))
    })
    const { error, message, result } = await answered
    if (error !== undefined) throw new Error(`${error}: ${message}`)
    return result
  }
  await command('session.new', { capabilities: {} })
  const running = cleanup.move()
  return {
    async openTab() {
      const { context } = await command<{ context: string }>('browsingContext.create', { type: 'tab' })
      return {
        load: (address) => command('browsingContext.navigate', { context, url: address, wait: 'complete' }),
        async evaluate(text) {
          const expression = `(async () => JSON.stringify(await ${text}))()`
          const { result, exceptionDetails } = await command<{
            result?: { value?: string }
            exceptionDetails?: { text: string }
          }>('script.evaluate', { expression, target: { context }, awaitPromise: true })
          if (exceptionDetails) throw new Error(exceptionDetails.text)
          return result?.value === undefined ? undefined : JSON.parse(result.value)
        },
      }
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** Starts WebKit on a screen of its own, and drives it by WebDriver. */
async function openWebKit(): Promise<Browser> {
  await using cleanup = new AsyncDisposableStack()
  const screen = startProcess('Xvfb', ['-displayfd', '1', '-nolisten', 'tcp'])
  cleanup.defer(async () => {
    // Otherwise, the lock of the display stays behind.
    screen.kill('SIGTERM')
    await screen.ended
  })
  const display = `:${(await screen.waitFor('stdout', /\d\n/)).trim()}`
  const home = cleanup.use(createFolder())
  const { port, ...taken } = await takePort()
  await taken[Symbol.asyncDispose]()
  const env = { DISPLAY: display, HOME: home.path }
  cleanup.use(startProcess('WebKitWebDriver', [`--port=${port}`], { env }))
  const origin = `http://127.0.0.1:${port}`
  await vi.waitFor(() => fetch(`${origin}/status`), hangLimit)
  async function post<Result>(path: string, body: object): Promise<Result> {
    const response = await fetch(`${origin}/session${path}`, { method: 'POST', body: JSON.stringify(body) })
    const { value } = (await response.json()) as { value: Result & { message?: string } }
    if (!response.ok) throw new Error(value.message)
    return value
  }
  const { sessionId } = await post<{ sessionId: string }>('', { capabilities: {} })
  const running = cleanup.move()
  return {
    async openTab() {
      const { handle } = await post<{ handle: string }>(`/${sessionId}/window/new`, { type: 'tab' })
      const inTab = async <Result>(path: string, body: object): Promise<Result> => {
        await post(`/${sessionId}/window`, { handle })
        return post(`/${sessionId}${path}`, body)
      }
      return {
        load: (url) => inTab('/url', { url }),
        async evaluate(text) {
          const script = `const [done] = arguments
            const run = async () => JSON.stringify({ value: await ${text} })
            run().then(done, (error) => done(JSON.stringify({ error: String(error) })))`
          const { value, error } = JSON.parse(await inTab<string>('/execute/async', { script, args: [] }))
          if (error !== undefined) throw new Error(error)
          return value
        },
      }
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** How each browser is started. */
const browsers = { chromium: openChromium, firefox: openFirefox, webkit: openWebKit }

/** Two tabs for the tests of a describe. */
export interface Tabs {
  readonly tab: Tab
  /** Has started a worker before all tests. */
  readonly other: Tab
  readonly url: string
  /** Shows the page anew in the first tab. */
  reload(): Promise<void>
}

/** Opens the page of `site/` in two tabs of a browser. */
export function useTabs(name: keyof typeof browsers): Tabs {
  const tabs = {
    async reload() {
      // The handlers of a page apply to the request for its next one.
      await tabs.tab.load('about:blank')
      await tabs.tab.load(tabs.url)
    },
  } as { tab: Tab; other: Tab; url: string; reload(): Promise<void> }

  beforeAll(async () => {
    await using cleanup = new AsyncDisposableStack()
    const site = cleanup.use(await startSite())
    const browser = cleanup.use(await browsers[name]())
    Object.assign(tabs, { url: site.url, tab: await browser.openTab(), other: await browser.openTab() })
    // MSW's worker ends with its last page, so one stays open while the other one is loaded.
    await tabs.other.load(site.url)
    await callIn(tabs.other, async () => void (await kit.start()))
    const running = cleanup.move()
    return () => running.disposeAsync()
  })
  return tabs
}
