import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Report } from '../../src/reports/report.ts'
import { toHtml } from '../../src/reports/to-html.ts'
import { startChromium } from '../browser/chromium.ts'
import { has } from '../tools/optional-tools.ts'
import { judgments } from './sample-judgments.ts'

const failed = judgments['failed'] as Report
const html = toHtml(failed)

describe.skipIf(!has('chromium'))('the HTML report in a browser', () => {
  let browser: Browser
  let page: Page
  const requests: string[] = []
  beforeAll(async () => {
    browser = await startChromium()
  })
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    page.on('request', (request) => requests.push(request.url()))
    await page.setContent(html)
    return () => page.close()
  })
  afterAll(() => browser.close())

  test('loads nothing and runs nothing that a backend answered', async () => {
    expect(await page.title()).toBe('Rules are broken: http://127.0.0.1:8080')
    expect(requests).toEqual([])
    expect(html).not.toMatch(/<link|<img|src=/)
    expect(await page.locator('script').count()).toBe(1)
    expect(await page.locator('article .exchange pre').nth(1).textContent()).toContain('</pre><script>')
  })

  test('leads from its index to each finding', async () => {
    const links = await page.locator('nav a').evaluateAll((all) => all.map((a) => a.getAttribute('href')))
    expect(links).toHaveLength(5)
    for (const link of links) expect(await page.locator(`article${link}`).count()).toBe(1)
  })

  test('prints eleven findings on at most six pages, with their marks but without the exchanges', async () => {
    const [, , one] = failed.cases
    const cases = Array.from({ length: 11 }, (_, index) => ({ ...one, title: `rule-${index}` }))
    await page.setContent(toHtml({ ...failed, cases } as Report))
    expect(await page.locator('h3').allTextContents()).toEqual(cases.map(({ title }) => `! ${title}`))
    const pdf = await page.pdf({ format: 'Letter' })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(6)
  })

  test('copies a command unchanged', async () => {
    await page.evaluate(
      "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { document.body.dataset.copied = text } } })",
    )
    await page.locator('.command button').first().click()
    expect(await page.locator('.command button').first().textContent()).toBe('Copied')
    expect(await page.locator('body').getAttribute('data-copied')).toMatch(
      /^curl -i -X POST '\S+' \\\n {2}-H /,
    )
  })

  test.each([
    [390, 'dark'],
    [1200, 'light'],
  ] as const)('fits %i pixels in %s colors with enough contrast', async (width, colorScheme) => {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    await page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true })")
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    const brightness = (await page.evaluate(`['backgroundColor', 'color'].map((name) =>
      Math.max(...getComputedStyle(document.body)[name].match(/\\d+/g).slice(0, 3).map(Number)))`)) as number[]
    const [page1 = 0, text = 0] = brightness
    expect(colorScheme === 'dark' ? text - page1 : page1 - text).toBeGreaterThan(150)
  })
})
