import { type Browser, chromium } from '@playwright/test'
import { chromiumPath } from '../optional-tools.ts'

/** Starts the browser. */
export function startChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('Failed to start Chromium: it is not on the PATH.')
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
}
