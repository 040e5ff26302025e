import type { Browser, Page } from '@playwright/test'

/** A page of the inspector, and what its browser complained about. */
export interface Inspector extends AsyncDisposable {
  page: Page
  /** Errors of the console, of the policy, and of scripts; and requests to other hosts. */
  complaints: string[]
}

/** Opens the inspector of a fake in a tab of its own. */
export async function openInspector(
  browser: Browser,
  url: string,
  path = '',
  options: { width?: number; dark?: boolean } = {},
): Promise<Inspector> {
  const { width = 1280, dark = false } = options
  const { origin } = new URL(url)
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme: dark ? 'dark' : 'light',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  const complaints: string[] = []
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
  await page.goto(`${origin}/__admin/${path}`)
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() }
}
