import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome']

function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file))
}

const found = findChromium()
const howToGetIt = 'There is no Chromium on the PATH. Get it by: apt-get install chromium'

// In CI a missing browser fails; elsewhere the tests of the browser are skipped, and say so.
if (found === undefined && process.env['CI']) throw new Error(howToGetIt)
if (found === undefined) console.warn(`${howToGetIt}. The tests of the browser are skipped.`)

/** Whether there is a browser to run tests in. */
export const hasChromium: boolean = found !== undefined

/** Starts the browser. */
export function startChromium(): Promise<Browser> {
  if (found === undefined) throw new Error(howToGetIt)
  return chromium.launch({ executablePath: found, args: ['--no-sandbox'] })
}
