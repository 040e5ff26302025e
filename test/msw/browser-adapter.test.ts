import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe } from 'vitest'
import { cases } from '../adapters/cases.ts'
import { describeCases } from '../adapters/run-cases.ts'
import { startChromium } from '../browser/chromium.ts'
import { startSite } from '../browser/start-site.ts'
import type { Listening } from '../tools/listen.ts'
import { has } from '../tools/optional-tools.ts'
import { createBrowserAdapter } from './browser-adapter.ts'

// The presets differ in what the mock responds, not in how it travels.
const sent = cases.filter(({ preset }) => preset === 'usual')

describe.skipIf(!has('chromium'))('in Chromium', () => {
  let site: Listening
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    site = await startSite()
    browser = await startChromium()
    page = await browser.newPage()
    await page.goto(site.url)
  })
  afterAll(async () => {
    await browser.close()
    await site[Symbol.asyncDispose]()
  })

  describeCases(
    createBrowserAdapter(() => page, sent),
    sent,
  )
})
