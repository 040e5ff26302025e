import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createFolder } from '../tools/folder.ts'
import { chromiumPath, has } from '../tools/optional-tools.ts'
import { runProcess } from '../tools/processes.ts'

const cli = fileURLToPath(new URL('../../node_modules/@playwright/test/cli.js', import.meta.url))
const folder = fileURLToPath(new URL('.', import.meta.url))

describe.skipIf(!has('chromium'))('the fixture of Playwright', () => {
  // `npm run test:installs` runs them in parallel workers.
  test('passes its tests', async () => {
    using configuration = createFolder({
      'playwright.config.mjs': `export default {
        testDir: '${folder}',
        testMatch: '*.spec.ts',
        outputDir: './results',
        reporter: [['line'], ['json', { outputFile: './results.json' }]],
        workers: 1,
        use: { launchOptions: { executablePath: '${chromiumPath}', args: ['--no-sandbox'] } },
      }`,
    })
    const args = [cli, 'test', '--config', configuration.file('playwright.config.mjs')]
    expect(await runProcess(process.execPath, args, { cwd: folder })).toMatchObject({ code: 0, stderr: '' })
    const requests = 'the mock received:\n  1. POST /plants {"id":1,"name":"Fern"} got 200'
    const results = readFileSync(configuration.file('results.json'), 'utf8')
    expect(results).toContain(JSON.stringify(requests).slice(1, -1))
  })
})
