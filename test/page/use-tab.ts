import type { Page } from '@playwright/test'
import { beforeAll, expect } from 'vitest'
import { type MockServer, type ServerOptions, startServer } from '../../src/adapters/server/start-server.ts'
import { startChromium } from '../browser/chromium.ts'
import { hangLimit } from '../tools/hang-limit.ts'

/** What a test gets of the page of a mock. */
interface Shown {
  page: Page
  url: string
  adminUrl: string | undefined
  server: MockServer
  /** Waits for what these selectors name, and compares parts of the page with their recording. */
  see(name: string, selectors: readonly string[], part?: string): Promise<void>
  /** Goes to another view. */
  go(path: string): Promise<void>
  /** What the page asks next, which is answered so. */
  answerNext(isSure: boolean): Promise<string>
}

/** A tab that shows the pages of mocks, one after the other. */
export interface Tab {
  /** Runs a test on the page of a new mock, and fails if the browser complained about anything. */
  inspect(
    act: (shown: Shown) => Promise<void>,
    options?: ServerOptions & { path?: string; prepare?: (server: MockServer) => unknown },
  ): Promise<void>
}

/** Replaces what differs from run to run, breaks the HTML into lines, and counts repetitions. */
const normalize = (html: string): string =>
  html
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/datetime="[^"]+">[^<]+/g, 'datetime="TIME">TIME')
    .replaceAll(/\d\d:\d\d:\d\d\.\d{3}/g, 'TIME')
    .replaceAll(/\w+, [\w: ]+ GMT/g, 'DATE')
    .replaceAll(/[\d.]+ ms</g, 'DURATION ms<')
    .replaceAll(/(?<=>)(?=<[^/])/g, '\n')
    .replaceAll(/(\w)\1{99,}/g, (run, letter) => `${letter}{${run.length}}`)
    .replaceAll(/((?:\n[^\n]+){1,8}?)\1{9,}/g, (run, lines) => `${lines} {${run.length / lines.length}}`)

/** Opens one tab for all tests of a file, since opening one takes longer than most tests. */
export function useTab(): Tab {
  let page: Page
  let origin = ''
  /** Errors of the console, of the policy, and of scripts; and requests to other hosts. */
  let complaints: string[] = []

  beforeAll(async () => {
    const browser = await startChromium()
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    page = await context.newPage()
    page.setDefaultTimeout(hangLimit)
    page.on('console', (message) => {
      // The browser reports each refusal and each broken connection too.
      const isAnswer = message.text().startsWith('Failed to load resource')
      if (/error|warning/.test(message.type()) && !isAnswer) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('dialog', (dialog) => {
      if (dialog.type() !== 'confirm') complaints.push(dialog.message())
    })
    page.on('request', (request) => {
      if (!/^blob:/.test(request.url()) && new URL(request.url()).origin !== origin)
        complaints.push(request.url())
    })
    return () => browser.close()
  })

  async function see(name: string, selectors: readonly string[], part = 'body'): Promise<void> {
    for (const selector of selectors) await page.locator(selector).first().waitFor()
    const parts = await page
      .locator(part)
      .evaluateAll((elements: { outerHTML: string }[]) => elements.map(({ outerHTML }) => outerHTML))
    expect(parts).not.toEqual([])
    expect(normalize(parts.join('\n'))).toMatchSnapshot(name)
  }
  const answerNext = (isSure: boolean): Promise<string> =>
    new Promise((resolve) => {
      page.once('dialog', async (dialog) => {
        resolve(dialog.message())
        await (isSure ? dialog.accept() : dialog.dismiss())
      })
    })
  const go = (path: string): Promise<void> => page.evaluate(`location.hash = ${JSON.stringify(path)}`)

  return {
    async inspect(act, { path = '', prepare, ...options } = {}) {
      await using server = await startServer({ port: 0, ...options })
      await prepare?.(server)
      const { url, adminUrl } = server
      origin = adminUrl ?? ''
      complaints = []
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(`${origin}/__admin/${path}`)
      try {
        await act({ page, url, adminUrl, server, see, go, answerNext })
      } finally {
        await page.goto('about:blank')
      }
      expect(complaints).toEqual([])
    },
  }
}
