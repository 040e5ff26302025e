import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { startChromium } from '../browser/chromium.ts'
import { listen } from '../tools/listen.ts'
import { has } from '../tools/optional-tools.ts'

const code = `
  import { createPlantStore } from '../../src/index.ts'
  import { showPanel } from '../../src/panel/show-panel.ts'
  const store = createPlantStore()
  const headers = { Authorization: 'Bearer x', 'Content-Type': 'application/json' }
  const send = (id) => store.fetch('http://plants.example/plants', { method: 'POST', headers, body: JSON.stringify({ id, name: 'Fern' }) })
  showPanel(createPlantStore())
  Object.assign(globalThis, { store, send, remove: showPanel(store) })
`

test.skipIf(!has('chromium'))(
  'the panel shows requests as they arrive, starts faults, and goes away, under a Content-Security-Policy',
  async () => {
    const resolveDir = import.meta.dirname
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir },
      bundle: true,
      format: 'esm',
      write: false,
    })
    const [script] = outputFiles
    await using site = await listen(({ url }, response) => {
      response.setHeader('content-security-policy', "default-src 'self'")
      response.setHeader('content-type', url === '/page.js' ? 'text/javascript' : 'text/html')
      response.end(url === '/page.js' ? script?.text : '<script type="module" src="page.js"></script><body>')
    })
    await using browser = await startChromium()
    const page = await browser.newPage()
    await page.goto(site.url)
    const panel = page.locator('plant-store-panel')
    const press = (label: string) => panel.getByRole('button', { name: label }).click()
    const send = (id: number) => page.evaluate(`send(${id}).then(({ status }) => status)`)
    await panel.getByText('Plant store: 0 requests').click()
    expect(await send(1)).toBe(200)
    expect(await send(1)).toBe(409)
    await panel.getByText('Plant store: 2 requests').waitFor()
    await panel.getByText('answered with 409, duplicate-id: ').waitFor()
    await panel.getByLabel('Fault', { exact: true }).selectOption('503 with Retry-After')
    await press('Every request')
    await press('Hold next')
    const held = send(2)
    await panel.getByText('is still waiting for its answer').waitFor()
    await press('Release')
    expect(await held).toBe(200)
    expect(await send(3)).toBe(503)
    expect(await panel.getByRole('listitem').allTextContents()).toEqual([
      '{"status":503,"headers":{"Retry-After":"1"},"requests":"forever"}',
    ])
    await press('Clear faults')
    await press('Next request')
    expect([await send(3), await send(3)]).toEqual([503, 200])
    await press('Empty journal')
    await panel.getByText('Plant store: 0 requests').waitFor()
    await press('Reset')
    await expect.poll(() => send(1)).toBe(200)
    const position = `getComputedStyle(document.querySelector('plant-store-panel')).position`
    expect(await page.evaluate(position)).toBe('fixed')
    await page.evaluate('remove()')
    expect(await panel.count()).toBe(0)
  },
)
