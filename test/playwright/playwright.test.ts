import { describe, expect, test } from 'vitest'
import { createFolder } from '../tools/folder.ts'
import { chromiumPath, has } from '../tools/optional-tools.ts'
import { runProcess } from '../tools/processes.ts'

const cli = new URL('../../node_modules/@playwright/test/cli.js', import.meta.url).pathname
const folder = new URL('.', import.meta.url).pathname

describe.skipIf(!has('chromium'))('the fixture of Playwright', () => {
  test('passes its tests in parallel workers', async () => {
    using configuration = createFolder({
      'playwright.config.mjs': `export default {
        testDir: '${folder}',
        testMatch: '*.spec.ts',
        outputDir: './results',
        reporter: 'line',
        workers: 2,
        use: { launchOptions: { executablePath: '${chromiumPath}', args: ['--no-sandbox'] } },
      }`,
    })
    const args = [cli, 'test', '--config', configuration.file('playwright.config.mjs')]
    expect(await runProcess(process.execPath, args, { cwd: folder })).toMatchObject({ code: 0, stderr: '' })
  })
})
