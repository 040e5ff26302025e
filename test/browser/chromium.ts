import { type Browser, chromium } from '@playwright/test'
import { chromiumPath } from '../tools/optional-tools.ts'

/** Starts the browser. */
export function startChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('Failed to start Chromium: it is not on the PATH.')
  // Requests that nothing handles must fail at once, instead of asking a name server.
  const args = ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']
  return chromium.launch({ executablePath: chromiumPath, args })
}
