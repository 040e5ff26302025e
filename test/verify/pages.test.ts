import { expect, test } from 'vitest'
import { toHtml } from '../../src/reports/to-html.ts'
import { toJunit } from '../../src/reports/to-junit.ts'
import { verify } from '../../src/verify/verify.ts'
import { startChromium } from '../browser/chromium.ts'
import { has } from '../optional-tools.ts'
import { startBackend } from './backends/create-backend.ts'
import { toJsonAnswer } from './backends/parts.ts'

test.skipIf(!has('chromium'))(
  'a browser reads the page and the JUnit file, whatever a backend answers',
  async () => {
    const odd = '</pre><script>document.title = "x"</script>]]>&\u0000\u001b\ufffe'
    await using server = await startBackend({ accept: () => toJsonAnswer(200, odd) })
    const report = await verify(server.url, { token: 'local-token' })
    const browser = await startChromium()
    try {
      const page = await browser.newPage()
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      await page.setContent(toHtml(report))
      expect(await page.title()).toBe(`Rules are broken: ${server.url}`)
      expect(await page.locator('article.broken h3').first().textContent()).toBe('created-is-json must')
      expect(await page.locator('article.broken pre').nth(1).textContent()).toContain('</pre><script>')
      expect(requests).toEqual([])
      const read = `new DOMParser().parseFromString(${JSON.stringify(toJunit(report))}, 'application/xml')`
      expect(await page.evaluate(`${read}.querySelector('parsererror')?.textContent ?? null`)).toBeNull()
      const names = await page.evaluate(
        `[...${read}.querySelectorAll('testcase:has(failure)')].map((found) => found.getAttribute('name'))`,
      )
      expect(names).toContain('created-is-json')
    } finally {
      await browser.close()
    }
  },
)
