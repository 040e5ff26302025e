import type { Page } from '@playwright/test'
import { beforeAll, expect } from 'vitest'
import { type PlantStoreServer, type ServerOptions, startServer } from '../../src/server/start-server.ts'
import { startChromium } from '../browser/chromium.ts'

/** A tab that shows the inspectors of fakes, one after the other. */
export interface Tab {
  readonly page: Page
  /** Loads the inspector of a fake. */
  show(url: string, path?: string): Promise<void>
  /** Leaves the inspector; fails if the browser complained about anything. */
  leave(): Promise<void>
  /** Runs a test on the inspector of a new fake, and leaves it. */
  inspect(
    act: (shown: { page: Page; url: string; server: PlantStoreServer }) => Promise<void>,
    options?: ServerOptions & { path?: string; prepare?: (url: string) => unknown },
  ): Promise<void>
}

/** Opens one tab for all tests of a file, since opening one takes longer than most tests. */
export function useTab(): Tab {
  let page: Page
  let origin = ''
  /** Errors of the console, of the policy, and of scripts; and requests to other hosts. */
  let complaints: string[] = []

  beforeAll(async () => {
    const browser = await startChromium()
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    page = await context.newPage()
    page.on('console', (message) => {
      // The browser reports each refusal and each broken connection too.
      const isAnswer = message.text().startsWith('Failed to load resource')
      if (/error|warning/.test(message.type()) && !isAnswer) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('dialog', (dialog) => complaints.push(dialog.message()))
    page.on('request', (request) => {
      if (!/^blob:/.test(request.url()) && new URL(request.url()).origin !== origin)
        complaints.push(request.url())
    })
    return () => browser.close()
  })

  const tab: Tab = {
    get page() {
      return page
    },
    async show(url, path = '') {
      origin = new URL(url).origin
      complaints = []
      await page.goto(`${origin}/__admin/${path}`)
    },
    async leave() {
      await page.goto('about:blank')
      expect(complaints).toEqual([])
    },
    async inspect(act, { path, prepare, ...options } = {}) {
      await using server = await startServer({ port: 0, ...options })
      await prepare?.(server.url)
      await tab.show(server.url, path)
      try {
        await act({ page, url: server.url, server })
      } finally {
        await tab.leave()
      }
    },
  }
  return tab
}
